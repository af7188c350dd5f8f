package io.sidetone.bench.response;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.audio.codec.G711;
import io.sidetone.tools.softphone.sound.CallerSound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** People's sentences, from the clips of a corpus (turns-corpus/1) in which one speaks without noise. */
final class RecordedVoices {
    private static final int SAMPLES_PER_MS = 8;

    /** Shorter ones are words, and the words that are understood are those of a sentence. */
    private static final int SHORTEST_MS = 1_200;

    private static final int LEAD_IN_MS = 100;

    private RecordedVoices() {}

    /** Returns the sentences of each clip of {@code manifests}: one caller for each. */
    static List<List<CallerSound>> of(List<Path> manifests) throws IOException {
        List<List<CallerSound>> callers = new ArrayList<>();
        for (Path manifest : manifests) {
            for (JsonNode clip : new ObjectMapper().readTree(manifest.toFile()).path("clips")) {
                if (clip.path("kind").asText().equals("vad")
                        && clip.path("condition").asText().equals("clean")) {
                    callers.add(sentences(
                            clip,
                            Files.readAllBytes(
                                    manifest.resolveSibling(clip.path("near").asText()))));
                }
            }
        }
        return callers;
    }

    private static List<CallerSound> sentences(JsonNode clip, byte[] near) {
        List<CallerSound> sounds = new ArrayList<>();
        for (JsonNode said : clip.path("utterances")) {
            int fromMs = Math.max(0, said.path("start_ms").asInt() - LEAD_IN_MS);
            int toMs = said.path("end_ms").asInt();
            if (toMs - fromMs >= SHORTEST_MS) {
                int from = fromMs * SAMPLES_PER_MS;
                int samples = Math.min(near.length, toMs * SAMPLES_PER_MS) - from;
                short[] pcm = new short[samples];
                G711.PCMU.decode(near, from, samples, pcm, 0);
                sounds.add(new CallerSound(clip.path("speaker").asText() + "/" + fromMs, pcm));
            }
        }
        return sounds;
    }
}
