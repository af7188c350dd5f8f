package io.sidetone.tools.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.audio.codec.G711;
import io.sidetone.tools.softphone.sound.CallerSound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What callers say: utterances of the labelled recordings beside the project where they are, otherwise a synthetic voice.
 * SIDETONE_CORPUS names another place. Prints which.
 */
final class RecordedSpeech {
    private static final int RATE_HZ = 8_000;
    private static final int MIN_MS = 900;

    private final List<CallerSound> utterances = new ArrayList<>();

    RecordedSpeech() throws IOException {
        String corpus = System.getenv("SIDETONE_CORPUS");
        Path manifest = (corpus != null
                        ? Path.of(corpus)
                        : Path.of(System.getProperty("sidetone.root"))
                                .toAbsolutePath()
                                .resolveSibling("shared")
                                .resolve("corpus/dev"))
                .resolve("manifest.json");
        if (Files.isRegularFile(manifest)) {
            read(manifest);
        }
        if (utterances.isEmpty()) {
            System.out.println("callers speak with a synthetic voice: no recordings at " + manifest);
            for (int i = 0; i < 8; i++) {
                utterances.add(new CallerSound("synthetic " + i, synthetic(i, 1_200)));
            }
        } else {
            System.out.println("callers speak with " + utterances.size() + " recorded utterances");
        }
    }

    CallerSound utterance(int number) {
        return utterances.get(number % utterances.size());
    }

    /** The first {@code ms} of an utterance. */
    CallerSound beginning(int number, int ms) {
        CallerSound whole = utterance(number);
        short[] pcm = new short[RATE_HZ / 1_000 * ms];
        short[] frame = new short[whole.frameSamples()];
        for (int i = 0; (i + 1) * frame.length <= pcm.length && i < whole.frames(); i++) {
            whole.copyFrame(i, frame);
            System.arraycopy(frame, 0, pcm, i * frame.length, frame.length);
        }
        return new CallerSound(whole.file() + ", " + ms + " ms", pcm);
    }

    private void read(Path manifest) throws IOException {
        for (JsonNode clip : new ObjectMapper().readTree(manifest.toFile()).path("clips")) {
            if (!clip.path("kind").asText().equals("vad")
                    || !clip.path("condition").asText().equals("clean")) {
                continue;
            }
            byte[] law =
                    Files.readAllBytes(manifest.resolveSibling(clip.path("near").asText()));
            short[] pcm = new short[law.length];
            G711.PCMU.decode(law, 0, law.length, pcm, 0);
            for (JsonNode said : clip.path("utterances")) {
                int fromMs = said.path("start_ms").asInt();
                int toMs = said.path("end_ms").asInt();
                if (toMs - fromMs >= MIN_MS) {
                    utterances.add(new CallerSound(
                            "utterance " + utterances.size(),
                            java.util.Arrays.copyOfRange(pcm, fromMs * RATE_HZ / 1_000, toMs * RATE_HZ / 1_000)));
                }
            }
        }
    }

    /** Three syllables a second, the gaps between them as short as those of connected speech. */
    private static final int SYLLABLE = RATE_HZ / 3;

    private static final int VOICED = SYLLABLE * 9 / 10;

    /** A pulse train through two resonances, in syllables. */
    private static short[] synthetic(int seed, int ms) {
        Random random = new Random(seed);
        short[] pcm = new short[RATE_HZ * ms / 1_000];
        double[][] memory = new double[2][2];
        double phase = 0;
        for (int i = 0; i < pcm.length; i++) {
            int within = i % SYLLABLE;
            double loud = within < VOICED ? Math.sin(Math.PI * (within + 1) / (VOICED + 1)) : 0;
            phase += (100 + 12 * seed + 10 * Math.sin(i / 900.0)) / RATE_HZ;
            double pulse = random.nextGaussian() * 0.01;
            if (phase >= 1) {
                phase -= 1;
                pulse += 1;
            }
            double out = resonate(pulse, 500 + 40 * seed, memory[0]) + 0.5 * resonate(pulse, 1_500, memory[1]);
            pcm[i] = (short) Math.max(-30_000, Math.min(30_000, out * loud * 4_000));
        }
        return pcm;
    }

    private static double resonate(double in, double hz, double[] memory) {
        double r = Math.exp(-Math.PI * 90 / RATE_HZ);
        double y = in + 2 * r * Math.cos(2 * Math.PI * hz / RATE_HZ) * memory[0] - r * r * memory[1];
        memory[1] = memory[0];
        memory[0] = y;
        return y;
    }
}
