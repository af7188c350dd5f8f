package io.sidetone.bench.audio;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.codec.G711;
import io.sidetone.audio.vad.EnergyVad;
import io.sidetone.tools.evaluate.Clip;
import io.sidetone.tools.evaluate.Manifest;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the input of the speech detector's model for every frame of a corpus: for each clip of the manifest, in its
 * order, the number of frames and of features, then the features, all big-endian.
 */
public final class FeatureDump {
    private static final int FRAME = SampleRate.frameSamples(SampleRate.NARROWBAND_HZ);

    private FeatureDump() {}

    /** Writes the features of the manifest {@code args[0]} to the file {@code args[1]}. */
    public static void main(String[] args) throws Exception {
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(Path.of(args[1]))))) {
            for (Clip clip : Manifest.read(Path.of(args[0]))) {
                short[] near = pcm(clip.near());
                write(out, near, clip.far() == null ? null : pcm(clip.far()));
            }
        }
    }

    private static short[] pcm(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        short[] pcm = new short[bytes.length];
        G711.PCMU.decode(bytes, 0, bytes.length, pcm, 0);
        return pcm;
    }

    private static void write(DataOutputStream out, short[] near, short[] far) throws IOException {
        EnergyVad vad = new EnergyVad(SampleRate.NARROWBAND_HZ);
        int frames = near.length / FRAME;
        out.writeInt(frames);
        out.writeInt(vad.features().length);
        for (int frame = 0; frame < frames; frame++) {
            boolean sent = far != null && (frame + 1) * FRAME <= far.length;
            vad.score(near, frame * FRAME, sent ? far : null, frame * FRAME, FRAME);
            for (float feature : vad.features()) {
                out.writeFloat(feature);
            }
        }
    }
}
