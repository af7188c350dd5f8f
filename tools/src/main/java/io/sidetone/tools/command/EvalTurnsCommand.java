package io.sidetone.tools.command;

import io.sidetone.audio.SampleRate;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.SileroConfig;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.core.port.vad.VoiceActivityOptions;
import io.sidetone.core.turn.PolicyProfiles;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.server.ExitCode;
import io.sidetone.server.agents.plugin.Plugins;
import io.sidetone.tools.evaluate.Clip;
import io.sidetone.tools.evaluate.ClipEvaluator;
import io.sidetone.tools.evaluate.ClipResult;
import io.sidetone.tools.evaluate.Manifest;
import io.sidetone.tools.evaluate.ManifestException;
import io.sidetone.tools.evaluate.ResultJson;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eval-turns MANIFEST --out FILE}: hearing and turn-taking over a corpus. */
@Command(
        name = "eval-turns",
        description = "Runs a call's hearing and turn-taking over the clips of a corpus.",
        footerHeading = "%n",
        footer = {
            "Each clip is a call of its own. With far audio the agent speaks throughout, and the events are yield and",
            "interrupt. Without it the agent is silent, and the events are speech_start, speech_end and turn_end.",
            "Only the fields id, near and far of the manifest are read."
        })
final class EvalTurnsCommand extends Subcommand {
    private static final double MS_PER_MINUTE = 60_000;
    private static final double NS_PER_S = 1e9;

    private final ConfigLoader loader;

    @Parameters(paramLabel = "MANIFEST", description = "Which clips there are, in the format turns-corpus/1.")
    private Path manifest;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            required = true,
            description = "Where the results go: one line of JSON for each clip.")
    private Path out;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "A profile, or a policy of the configuration; ${DEFAULT-VALUE} when not given.")
    private String policy;

    @Option(names = "-c", paramLabel = "FILE", description = "Configuration whose policies are known by name.")
    private Path config;

    @Option(
            names = "--set",
            paramLabel = "FIELD=VALUE",
            description = "A number of the policy in place of its own, for trials; may be repeated.")
    private Map<String, String> fields = new LinkedHashMap<>();

    EvalTurnsCommand(ConfigLoader loader) {
        this.loader = loader;
    }

    @Override
    ExitCode run() throws Exception {
        if (!Files.isReadable(manifest) || Files.isDirectory(manifest)) {
            throw usage(manifest + " cannot be read; name the manifest of a corpus");
        }
        try {
            evaluate();
            return ExitCode.OK;
        } catch (ManifestException e) {
            e.problems().forEach(err()::println);
            return ExitCode.CHECK_FAILED;
        }
    }

    private void evaluate() throws Exception {
        SidetoneConfig known =
                config == null ? null : loader.load(config, Optional.empty()).config();
        TurnPolicy chosen = changed(chosen(known));
        List<Clip> clips = Manifest.read(manifest);
        if (known == null || chosen.vad() != SpeechSource.SILERO) {
            run(clips, new ClipEvaluator(chosen));
            return;
        }
        SileroConfig silero = known.silero();
        if (silero.model().isEmpty()) {
            throw usage("--policy " + policy + " listens to silero, and " + config + " has no vad.silero.model");
        }
        // The detector gets no thread of its own: a second run over the same clips then reads the same scores.
        VoiceActivityOptions stepped = new VoiceActivityOptions(silero.model().get(), silero.threads(), 0);
        try (Plugins plugins = Plugins.load(known.plugins());
                VoiceActivityEngine detector = plugins.detector(stepped)) {
            run(clips, new ClipEvaluator(chosen, detector));
        }
    }

    private TurnPolicy chosen(SidetoneConfig known) {
        try {
            return known == null ? PolicyProfiles.of(policy) : known.policy(policy);
        } catch (IllegalArgumentException e) {
            throw usage("--policy: " + e.getMessage() + (config == null ? "; or name its configuration: -c FILE" : ""));
        }
    }

    private TurnPolicy changed(TurnPolicy base) {
        Map<String, Object> numbers = new LinkedHashMap<>();
        fields.forEach((field, text) -> {
            try {
                numbers.put(field, Double.valueOf(text));
            } catch (NumberFormatException e) {
                throw usage("--set " + field + ": '" + text + "' is no number");
            }
        });
        try {
            return base.with(numbers);
        } catch (IllegalArgumentException e) {
            throw usage("--set " + e.getMessage());
        }
    }

    private void run(List<Clip> clips, ClipEvaluator hearing) throws IOException {
        long startNs = System.nanoTime();
        long frames = 0;
        try (BufferedWriter lines = writer()) {
            for (Clip clip : clips) {
                ClipResult result = hearing.hear(clip);
                frames += result.scores().size();
                lines.write(ResultJson.of(result));
                lines.write('\n');
            }
        }
        double tookS = (System.nanoTime() - startNs) / NS_PER_S;
        out().println(String.format(
                Locale.ROOT,
                "%d clips, %.1f min, heard in %.1f s: %s",
                clips.size(),
                frames * SampleRate.FRAME_MS / MS_PER_MINUTE,
                tookS,
                out));
    }

    private BufferedWriter writer() {
        try {
            return Files.newBufferedWriter(out);
        } catch (IOException e) {
            throw usage("--out " + out + " cannot be written; name a file in a folder that exists");
        }
    }
}
