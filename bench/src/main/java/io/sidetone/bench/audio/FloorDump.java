package io.sidetone.bench.audio;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.codec.G711;
import io.sidetone.audio.prosody.LoudnessContour;
import io.sidetone.core.hearing.SpeechInput;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnEngine;
import io.sidetone.core.turn.TurnMode;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.tools.evaluate.Clip;
import io.sidetone.tools.evaluate.Manifest;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Writes what is known of speech over the agent while it grows, as a call hears it: one line for each frame of speech, with the clip, the
 * time (ms), when the burst began (ms), how long it is (ms), how far it has faded (dB), its syllables, and the score of the frame. Clips
 * without the agent's sound are left out.
 */
public final class FloorDump {
    private static final int RATE_HZ = SampleRate.NARROWBAND_HZ;
    private static final int FRAME = SampleRate.frameSamples(RATE_HZ);
    private static final long MS = 1_000_000L;

    /** Shorter bursts take no floor, longer ones always do. */
    private static final int SHORTEST_MS = 360;

    private static final int LONGEST_MS = 900;

    private FloorDump() {}

    /** Writes the bursts of the manifest {@code args[0]} to the file {@code args[1]}. */
    public static void main(String[] args) throws Exception {
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(args[1]), StandardCharsets.UTF_8))) {
            for (Clip clip : Manifest.read(Path.of(args[0]))) {
                if (clip.far() != null) {
                    write(out, clip);
                }
            }
        }
    }

    private static void write(PrintWriter out, Clip clip) throws IOException {
        byte[] received = Files.readAllBytes(clip.near());
        byte[] sent = Files.readAllBytes(clip.far());
        short[] frame = new short[FRAME];
        SpeechInput hearing = new SpeechInput(RATE_HZ, new MockRecognizer(), new LaneMetrics());
        // Nothing takes the floor: every burst is seen to its end.
        TurnEngine turn =
                new TurnEngine(TurnPolicy.DEFAULT.with(PolicyNumber.MIN_SPEECH, PolicyNumber.MIN_SPEECH.max()));
        turn.mode(TurnMode.SPEAKING, 0);
        for (int from = 0; from + FRAME <= Math.min(received.length, sent.length); from += FRAME) {
            long nowNs = (from / FRAME + 1L) * SampleRate.FRAME_MS * MS;
            G711.PCMU.decode(sent, from, FRAME, frame, 0);
            hearing.sent(frame, FRAME);
            G711.PCMU.decode(received, from, FRAME, frame, 0);
            float score = hearing.frame(frame, FRAME, from, 0);
            turn.onFrame(score, nowNs);
            turn.onTick(nowNs);
            boolean speaks = score >= turn.policy().speechThreshold();
            if (speaks && turn.burstMs() >= SHORTEST_MS && turn.burstMs() <= LONGEST_MS) {
                LoudnessContour loudness = hearing.voice().loudness();
                out.printf(
                        Locale.ROOT,
                        "%s %d %d %d %.2f %d %.4f%n",
                        clip.id(),
                        nowNs / MS,
                        turn.burstStartNs() / MS,
                        turn.burstMs(),
                        loudness.fadedDb(),
                        loudness.syllables(),
                        score);
            }
        }
    }
}
