package io.sidetone.server.command;

import io.sidetone.audio.wav.WavWriter;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.value.Secret;
import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.journal.file.JournalKey;
import io.sidetone.core.replay.Replay;
import io.sidetone.core.replay.ReplayResult;
import io.sidetone.server.replay.ReplayedCall;
import io.sidetone.server.softphone.page.ReplayPage;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code replay JOURNAL}: runs a recorded call again through the lane's own code. */
@Command(
        name = "replay",
        description = "Runs a journaled call again through the real lane code, without sockets and engines.",
        footerHeading = "%n",
        footer = "A damaged journal replays up to the damage, which is named.")
final class ReplayCommand implements Callable<Integer> {
    private static final double NS_PER_S = 1e9;

    private final ConfigLoader loader;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "JOURNAL", description = "File that serve wrote for an agent with journal: on.")
    private Path journal;

    @Option(names = "--html", paramLabel = "FILE", description = "Draws the call as one self-contained page.")
    private Path html;

    @Option(
            names = "--wav",
            paramLabel = "FILE",
            description = "Writes the recording: the caller on the left, the agent on the right.")
    private Path wav;

    @Option(
            names = "--verify",
            description = "Exit code 1 unless the whole call came out as it was recorded; names the first difference.")
    private boolean verify;

    @Option(
            names = "-c",
            paramLabel = "FILE",
            description = "Configuration whose journal.key opens an encrypted journal.")
    private Path config;

    ReplayCommand(ConfigLoader loader) {
        this.loader = loader;
    }

    @Override
    public Integer call() throws Exception {
        if (!Files.isRegularFile(journal) || !Files.isReadable(journal)) {
            throw new ParameterException(
                    spec.commandLine(), "JOURNAL " + journal + " cannot be read; name a readable file");
        }
        Optional<JournalKey> key;
        try {
            key = config == null
                    ? Optional.empty()
                    : loader.load(config, Optional.empty())
                            .config()
                            .journal()
                            .key()
                            .map(Secret::value)
                            .flatMap(JournalKey::parse);
        } catch (ConfigException e) {
            ConfigMessages.print(e, spec.commandLine().getErr());
            return ExitCode.CONFIG.code();
        }
        try (JournalFileReader reader = new JournalFileReader(
                new BufferedInputStream(Files.newInputStream(journal), 1 << 16), key.orElse(null))) {
            if (reader.keyMissing()) {
                spec.commandLine()
                        .getErr()
                        .println("journal.key: " + journal
                                + " is encrypted; name the configuration that has its key: -c FILE");
                return ExitCode.CONFIG.code();
            }
            return replay(reader).code();
        }
    }

    private ExitCode replay(JournalFileReader reader) throws IOException {
        ReplayedCall call = new ReplayedCall();
        long startNs = System.nanoTime();
        ReplayResult result = Replay.run(reader, call);
        long tookNs = System.nanoTime() - startNs;
        tell(result, call, tookNs);
        if (call.call().isPresent()) {
            write(result, call);
        }
        return verify && !result.identical() ? ExitCode.CHECK_FAILED : ExitCode.OK;
    }

    private void tell(ReplayResult result, ReplayedCall call, long tookNs) {
        PrintWriter out = spec.commandLine().getOut();
        call.call()
                .ifPresent(record -> out.println("call     " + record.setup().callId() + ", agent "
                        + record.setup().agent() + ", from " + record.setup().from()));
        out.println(String.format(
                Locale.ROOT,
                "replayed %.1f s of the call in %.3f s: %.0f times real time",
                result.durationNs() / NS_PER_S,
                tookNs / NS_PER_S,
                (double) result.durationNs() / Math.max(1, tookNs)));
        out.println("inputs   " + result.inputs() + ", frames the lane had refused: " + result.refusedFrames());
        out.println("outputs  " + result.outputs() + " identical, " + result.frames() + " of them frames");
        if (result.damage() != null) {
            spec.commandLine().getErr().println("sidetone: " + journal + " cannot be read from " + result.damage());
        } else if (!result.complete()) {
            spec.commandLine().getErr().println("sidetone: " + journal + " is incomplete: " + result.incomplete());
        }
        if (result.difference() != null) {
            spec.commandLine().getErr().println("sidetone: " + result.difference());
        } else if (result.identical()) {
            out.println("the call came out as it was recorded");
        }
    }

    private void write(ReplayResult result, ReplayedCall call) throws IOException {
        if (wav != null) {
            try (OutputStream file = Files.newOutputStream(wav)) {
                WavWriter.write(call.wav(), file);
            }
        }
        if (html != null) {
            Files.writeString(html, ReplayPage.of(call, result));
        }
    }
}
