package io.sidetone.tools.softphone.page;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.frame.Level;
import io.sidetone.audio.wav.Wav;

/** Places where the caller's side of a recording is voiced: a turn is known a little after its onset and after its end. */
final class VoicedFrames {
    private static final double FRAME_MS = SampleRate.FRAME_MS;

    /** A pause that does not part two words. */
    private static final int BRIDGED_FRAMES = 10;

    private final boolean[] voiced;

    /** Looks at the left channel. */
    VoicedFrames(Wav wav) {
        short[] pcm = wav.channel(0);
        int frame = SampleRate.frameSamples(wav.sampleRateHz());
        voiced = new boolean[pcm.length / frame];
        for (int i = 0; i < voiced.length; i++) {
            voiced[i] = Level.isAgentAudio(pcm, i * frame, frame);
        }
    }

    /** Returns where the speech began that was noticed at {@code noticedMs}. */
    double onsetMs(double noticedMs) {
        int last = Math.min(voiced.length - 1, (int) (noticedMs / FRAME_MS));
        int onset = -1;
        int quiet = 0;
        for (int i = last; i >= 0 && quiet <= BRIDGED_FRAMES; i--) {
            onset = voiced[i] ? i : onset;
            quiet = voiced[i] ? 0 : quiet + 1;
        }
        return onset < 0 ? noticedMs : onset * FRAME_MS;
    }

    /** Returns where the last speech between two times ended. */
    double endMs(double fromMs, double toMs) {
        for (int i = Math.min(voiced.length - 1, (int) (toMs / FRAME_MS)); i >= 0 && i * FRAME_MS >= fromMs; i--) {
            if (voiced[i]) {
                return (i + 1) * FRAME_MS;
            }
        }
        return toMs;
    }
}
