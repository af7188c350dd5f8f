package io.sidetone.tools.command;

import io.sidetone.audio.wav.WavWriter;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.core.disk.OwnerOnly;
import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.journal.file.JournalKey;
import io.sidetone.core.replay.Replay;
import io.sidetone.core.replay.ReplayListener;
import io.sidetone.core.replay.ReplayResult;
import io.sidetone.server.ExitCode;
import io.sidetone.tools.replay.JournalFiles;
import io.sidetone.tools.replay.ReplayTally;
import io.sidetone.tools.replay.ReplayedCall;
import io.sidetone.tools.softphone.page.ReplayPage;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code replay JOURNAL...}: runs recorded calls again through the code of the lane. */
@Command(
        name = "replay",
        description = "Runs journaled calls again through the real lane code, without sockets and engines.",
        footerHeading = "%n",
        footer = {
            "A damaged journal replays up to the damage, which is named.",
            "Of several journals each has one line, and all together have the last."
        })
final class ReplayCommand extends Subcommand {
    private static final double NS_PER_S = 1e9;

    private final ConfigLoader loader;

    @Parameters(
            paramLabel = "JOURNAL",
            arity = "1..*",
            description = "Files that serve wrote for agents with journal: on, or folders of such files.")
    private List<Path> named;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Draws the call as one self-contained page; for one journal.")
    private Path html;

    @Option(
            names = "--wav",
            paramLabel = "FILE",
            description = "Writes the recording, the caller on the left, the agent on the right; for one journal.")
    private Path wav;

    @Option(
            names = "--verify",
            description = "Exit code 1 unless every call came out as it was recorded, too; names the first difference.")
    private boolean verify;

    @Option(
            names = "-c",
            paramLabel = "FILE",
            description = "Configuration whose journal.key opens encrypted journals.")
    private Path config;

    ReplayCommand(ConfigLoader loader) {
        this.loader = loader;
    }

    @Override
    ExitCode run() throws Exception {
        List<Path> journals = journals();
        JournalKey key = key();
        ReplayTally tally = new ReplayTally();
        boolean keyMissing = false;
        for (Path journal : journals) {
            try (JournalFileReader reader =
                    new JournalFileReader(new BufferedInputStream(Files.newInputStream(journal), 1 << 16), key)) {
                if (reader.keyMissing()) {
                    keyMissing = true;
                    err().println("journal.key: " + journal
                            + " is encrypted; name the configuration that has its key: -c FILE");
                } else {
                    replay(journal, reader, tally, journals.size() == 1);
                }
            }
        }
        if (journals.size() > 1) {
            out().println(tally.total());
        }
        boolean failed = verify ? !tally.allIdentical() : !tally.allWhole();
        return keyMissing ? ExitCode.CONFIG : failed ? ExitCode.CHECK_FAILED : ExitCode.OK;
    }

    private List<Path> journals() throws IOException {
        List<Path> journals;
        try {
            journals = JournalFiles.of(named);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
        if (journals.size() > 1 && (html != null || wav != null)) {
            throw usage("--html and --wav show one call, and " + journals.size() + " journals are named; name one");
        }
        return journals;
    }

    private JournalKey key() throws ConfigException {
        return config == null
                ? null
                : JournalKeys.of(loader.load(config, Optional.empty()).config());
    }

    private void replay(Path journal, JournalFileReader reader, ReplayTally tally, boolean alone) throws IOException {
        ReplayedCall call = new ReplayedCall();
        long startNs = System.nanoTime();
        ReplayResult result = Replay.run(reader, alone ? call : ReplayListener.none());
        long tookNs = System.nanoTime() - startNs;
        String line = tally.add(journal, result, tookNs);
        if (alone) {
            print(result, call, tookNs);
        } else {
            out().println(line);
        }
        warn(journal, result);
        if (call.call().isPresent()) {
            write(result, call);
        }
    }

    private void print(ReplayResult result, ReplayedCall call, long tookNs) {
        PrintWriter out = out();
        call.call()
                .ifPresent(
                        record -> out.println("call     " + record.setup().who().callId() + ", agent "
                                + record.setup().who().agent() + ", from "
                                + record.setup().who().from()));
        out.println(String.format(
                Locale.ROOT,
                "replayed %.1f s of the call in %.3f s: %.0f times real time",
                result.durationNs() / NS_PER_S,
                tookNs / NS_PER_S,
                (double) result.durationNs() / Math.max(1, tookNs)));
        out.println("inputs   " + result.inputs() + ", frames the lane had refused: " + result.refusedFrames());
        out.println("outputs  " + result.outputs() + " identical, " + result.frames() + " of them frames");
        if (result.identical()) {
            out.println("the call came out as it was recorded");
        }
    }

    private void warn(Path journal, ReplayResult result) {
        if (result.clockJumps() > 0) {
            err().println("sidetone: " + journal + ": the clock jumped " + result.clockJumps() + " times, first "
                    + result.firstJump());
        }
        if (result.damage() != null) {
            err().println("sidetone: " + journal + " cannot be read from " + result.damage());
        } else if (!result.complete()) {
            err().println("sidetone: " + journal + " is incomplete: " + result.incomplete());
        }
        if (result.difference() != null) {
            err().println("sidetone: " + journal + ": " + result.difference());
        }
    }

    private void write(ReplayResult result, ReplayedCall call) throws IOException {
        if (wav != null) {
            try (OutputStream file = OwnerOnly.output(wav)) {
                WavWriter.write(call.wav(), file);
            }
        }
        if (html != null) {
            OwnerOnly.write(html, ReplayPage.of(call, result));
        }
    }
}
