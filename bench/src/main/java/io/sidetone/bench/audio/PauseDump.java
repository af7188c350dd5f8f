package io.sidetone.bench.audio;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.codec.G711;
import io.sidetone.audio.prosody.VoiceContour;
import io.sidetone.core.hearing.SpeechInput;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.turn.TurnEngine;
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
 * Writes what is known of the voice at each pause of a corpus, as a call hears it: one line with the clip, when the voice stopped (ms),
 * how far its pitch is lowered, how far it has faded (dB), and how much was said (ms). Clips with the agent's sound are left out.
 */
public final class PauseDump {
    private static final int RATE_HZ = SampleRate.NARROWBAND_HZ;
    private static final int FRAME = SampleRate.frameSamples(RATE_HZ);
    private static final long MS = 1_000_000L;

    /** A gap in speech this long is a pause. */
    private static final long PAUSE_NS = 200 * MS;

    private PauseDump() {}

    /** Writes the pauses of the manifest {@code args[0]} to the file {@code args[1]}. */
    public static void main(String[] args) throws Exception {
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(args[1]), StandardCharsets.UTF_8))) {
            for (Clip clip : Manifest.read(Path.of(args[0]))) {
                if (clip.far() == null) {
                    write(out, clip);
                }
            }
        }
    }

    private static void write(PrintWriter out, Clip clip) throws IOException {
        byte[] received = Files.readAllBytes(clip.near());
        short[] frame = new short[FRAME];
        SpeechInput hearing = new SpeechInput(RATE_HZ, new MockRecognizer(), new LaneMetrics());
        TurnEngine turn = new TurnEngine(TurnPolicy.DEFAULT);
        boolean written = true;
        long spokenMs = 0;
        for (int from = 0; from + FRAME <= received.length; from += FRAME) {
            long nowNs = (from / FRAME + 1L) * SampleRate.FRAME_MS * MS;
            G711.PCMU.decode(received, from, FRAME, frame, 0);
            hearing.sentSilence();
            turn.onFrame(hearing.frame(frame, FRAME, from, 0), nowNs);
            VoiceContour voice = hearing.voice();
            if (turn.speechMs() > spokenMs) {
                spokenMs = turn.speechMs();
                written = false;
            } else if (!written && nowNs - turn.stoppedNs() >= PAUSE_NS) {
                written = true;
                if (voice.known()) {
                    out.printf(
                            Locale.ROOT,
                            "%s %d %.3f %.3f %d%n",
                            clip.id(),
                            turn.stoppedNs() / MS,
                            voice.lowering(),
                            voice.fadingDb(),
                            spokenMs);
                }
            }
        }
    }
}
