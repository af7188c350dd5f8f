package io.sidetone.tools.softphone;

import io.sidetone.audio.wav.WavWriter;
import io.sidetone.core.disk.OwnerOnly;
import io.sidetone.server.ExitCode;
import io.sidetone.tools.command.CallOptions;
import io.sidetone.tools.command.CallRunner;
import io.sidetone.tools.softphone.call.CallProgress;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.call.PhoneCall;
import io.sidetone.tools.softphone.report.JsonReport;
import io.sidetone.tools.softphone.report.TextReport;
import io.sidetone.tools.softphone.scenario.ScenarioLimits;
import io.sidetone.tools.softphone.script.CallScript;
import io.sidetone.tools.softphone.script.ScriptException;
import io.sidetone.tools.softphone.script.ScriptFile;
import io.sidetone.tools.softphone.signalling.SipTarget;
import io.sidetone.tools.softphone.sound.CallerSound;
import io.sidetone.tools.softphone.sound.CallerSounds;
import io.sidetone.tools.softphone.sound.SpokenSounds;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.sip.message.ReasonPhrases;
import io.sidetone.transport.tls.ClientTls;
import io.sidetone.transport.tls.ClientTlsSettings;
import io.sidetone.transport.tls.TlsFileException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The {@code call} command. SIGINT and SIGTERM hang up; the results are still printed and recorded. */
public final class Softphone implements CallRunner {
    private static final long FAREWELL_SECONDS = 8;

    private final ScenarioLimits limits;

    /** Creates a telephone with the default limits. */
    public Softphone() {
        this(ScenarioLimits.DEFAULT);
    }

    /** Creates a telephone with other limits. */
    public Softphone(ScenarioLimits limits) {
        this.limits = limits;
    }

    @Override
    public ExitCode call(CallOptions options, PrintWriter out, PrintWriter err) throws Exception {
        CallScript script;
        SipTarget target;
        Optional<ClientTls> trust;
        try {
            script = script(options, err);
            refuseUnwritable(options.record());
            target = SipTarget.resolve(options.uri());
            trust = trust(target, options.ca());
        } catch (ScriptException e) {
            e.problems().forEach(problem -> err.println(options.script().orElseThrow() + ": " + problem));
            return ExitCode.USAGE;
        } catch (IOException e) {
            err.println("call: " + e.getMessage());
            return ExitCode.USAGE;
        }
        CallProgress progress = options.json() ? CallProgress.NONE : new PrintedProgress(out);
        if (!options.json()) {
            out.println("calling " + target.uri());
        }
        PhoneCall call = new PhoneCall(
                        target, script, limits, progress, new SecureRandom().nextLong(), System::nanoTime)
                .offering(options.codecs())
                .echoing(options.echo())
                .encrypting(options.srtp())
                .calling(options.account())
                .inviting(options.invitation())
                .trusting(trust);
        return run(call, options, out, err);
    }

    /** Reading the authorities of the platform takes a while: only for a call over TLS. */
    private static Optional<ClientTls> trust(SipTarget target, Optional<Path> ca) throws IOException {
        if (!target.transport().encrypted()) {
            return Optional.empty();
        }
        try {
            ClientTlsSettings settings = new ClientTlsSettings(ca, Optional.empty());
            return Optional.of(ClientTls.open(settings, () -> System.currentTimeMillis() / 1_000));
        } catch (TlsFileException wrong) {
            throw new IOException("--ca " + wrong.getMessage(), wrong);
        }
    }

    /** Reads the caller's script. */
    private static CallScript script(CallOptions options, PrintWriter err) throws IOException, ScriptException {
        int rateHz = options.codecs().get(0).sampleRateHz();
        if (options.script().isEmpty()) {
            return CallScript.playOnce(sound(options, rateHz), options.bargeInAtMs());
        }
        if (options.play().isPresent() || options.say().isPresent()) {
            throw new IOException("--play or --say, and --script, say different things; write it into the script");
        }
        // Who reads JSON is a program, which changes no script; some read both outputs as one.
        Consumer<String> notices = options.json() ? notice -> {} : notice -> err.println("call: " + notice);
        return ScriptFile.read(options.script().get(), rateHz, notices);
    }

    private static Optional<CallerSound> sound(CallOptions options, int rateHz) throws IOException {
        if (options.say().isPresent()) {
            return Optional.of(SpokenSounds.say(options.say().get(), rateHz));
        }
        if (options.play().isPresent()) {
            Path file = options.play().get();
            return Optional.of(CallerSounds.read(file.toString(), file, rateHz));
        }
        return Optional.empty();
    }

    /** Refuses a recording that cannot be written before the call, not after it. */
    private static void refuseUnwritable(Optional<Path> recording) throws IOException {
        if (recording.isPresent()) {
            Path folder = recording.get().toAbsolutePath().getParent();
            if (Files.isDirectory(recording.get()) || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
                throw new IOException("--record " + recording.get()
                        + " cannot be written; name a file in a folder that exists and is writable");
            }
        }
    }

    private static ExitCode run(PhoneCall call, CallOptions options, PrintWriter out, PrintWriter err)
            throws Exception {
        CountDownLatch printed = new CountDownLatch(1);
        Thread farewell = new Thread(() -> farewell(call, printed), "softphone-farewell");
        Runtime.getRuntime().addShutdownHook(farewell);
        try {
            return report(call.run(), options, out, err);
        } catch (BindFailedException e) {
            err.println("call: " + e.getMessage());
            return ExitCode.UNAVAILABLE;
        } finally {
            out.flush();
            err.flush();
            printed.countDown();
            try {
                Runtime.getRuntime().removeShutdownHook(farewell);
            } catch (IllegalStateException shuttingDown) {
                // Shutdown has begun: the hook is running and waits for this latch.
                printed.countDown();
            }
        }
    }

    private static void farewell(PhoneCall call, CountDownLatch printed) {
        call.hangUp();
        try {
            printed.await(FAREWELL_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ExitCode report(CallResult result, CallOptions options, PrintWriter out, PrintWriter err)
            throws IOException {
        if (result instanceof CallResult.Failed failed) {
            // What the stack says names the keys of a server's configuration.
            err.println("call: " + failed.toString().replace("sip.tls.ca", "--ca"));
            return ExitCode.CHECK_FAILED;
        }
        CallResult.Completed call = (CallResult.Completed) result;
        if (options.record().isPresent()) {
            try (OutputStream file = OwnerOnly.output(options.record().get())) {
                WavWriter.write(call.recording().wav(), file);
            }
        }
        if (options.json()) {
            out.println(JsonReport.of(call.report()).toPrettyString());
        } else {
            TextReport.print(call, out);
        }
        if (!call.scenario().complete()) {
            err.println("call: " + call.scenario().text());
            return ExitCode.CHECK_FAILED;
        }
        return ExitCode.OK;
    }

    /** Prints the progress of the call for a person. */
    private record PrintedProgress(PrintWriter out) implements CallProgress {
        @Override
        public void onProgress(int status) {
            out.println("progress " + status + " " + ReasonPhrases.of(status));
        }
    }
}
