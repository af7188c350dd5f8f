package io.sidetone.tools.evaluate;

import io.sidetone.audio.codec.G711;
import io.sidetone.server.calls.voice.SyntheticVoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** A corpus made up of noise like speech, silence, and whatever a test writes itself. */
public final class TestCorpus {
    private static final int SAMPLES_PER_MS = 8;

    private final Path folder;
    private final StringBuilder clips = new StringBuilder();

    /** Creates an empty corpus in {@code folder}. */
    public TestCorpus(Path folder) {
        this.folder = folder;
    }

    /** Sound of {@code lengthMs} with a voice of {@code levelDbov} in each stretch {from, to}, in ms. */
    public static short[] voice(int lengthMs, double levelDbov, long seed, int[]... stretches) {
        short[] sound = new short[lengthMs * SAMPLES_PER_MS];
        SyntheticVoice voice = new SyntheticVoice(8_000, seed, levelDbov);
        for (int[] stretch : stretches) {
            voice.fill(sound, stretch[0] * SAMPLES_PER_MS, (stretch[1] - stretch[0]) * SAMPLES_PER_MS);
        }
        return sound;
    }

    /** Writes {@code sound} as µ-law and returns the file. */
    public Path audio(String name, short[] sound) throws IOException {
        byte[] codes = new byte[sound.length];
        G711.PCMU.encode(sound, 0, sound.length, codes, 0);
        return Files.write(folder.resolve(name), codes);
    }

    /** Adds a clip with nobody but the caller. */
    public TestCorpus caller(String id, short[] near) throws IOException {
        audio(id + ".near.ulaw", near);
        return clip("{\"id\":\"" + id + "\",\"kind\":\"eot\",\"near\":\"" + id + ".near.ulaw\"}");
    }

    /** Adds a clip in which the agent speaks too. */
    public TestCorpus both(String id, short[] near, short[] far) throws IOException {
        audio(id + ".near.ulaw", near);
        audio(id + ".far.ulaw", Arrays.copyOf(far, near.length));
        return clip("{\"id\":\"" + id + "\",\"kind\":\"bargein\",\"near\":\"" + id + ".near.ulaw\",\"far\":\"" + id
                + ".far.ulaw\"}");
    }

    /** Adds a clip as it stands. */
    public TestCorpus clip(String json) {
        clips.append(clips.isEmpty() ? "" : ",").append(json);
        return this;
    }

    /** Writes the manifest. */
    public Path manifest() throws IOException {
        return Files.writeString(
                folder.resolve("manifest.json"),
                "{\"format\":\"turns-corpus/1\",\"sample_rate\":8000,\"clips\":[" + clips + "]}");
    }
}
