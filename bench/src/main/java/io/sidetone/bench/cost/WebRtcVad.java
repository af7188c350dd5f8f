package io.sidetone.bench.cost;

import com.sun.jna.FunctionMapper;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.util.Map;

/**
 * WebRTC's detector in C (Debian libwebrtc-audio-processing1), from which libfvad was extracted. It takes one frame per
 * call, so its time includes the cost of a native call; {@link #emptyCalls} measures that cost.
 */
final class WebRtcVad {
    private static final String LIBRARY = "webrtc_audio_processing";

    /** A middle mode between quality and very aggressive; all modes do the same work. */
    private static final int MODE = 2;

    private static final Map<String, String> NAMES = Map.of(
            "create", "WebRtcVad_Create",
            "initialise", "WebRtcVad_Init",
            "setMode", "WebRtcVad_set_mode",
            "process", "WebRtcVad_Process",
            "isValid", "WebRtcVad_ValidRateAndFrameLength");

    static {
        FunctionMapper names = (library, method) -> NAMES.get(method.getName());
        Native.register(
                WebRtcVad.class, NativeLibrary.getInstance(LIBRARY, Map.of(Library.OPTION_FUNCTION_MAPPER, names)));
    }

    private final Pointer state;
    private final int sampleRateHz;
    private final Memory[] frames;
    private final int samples;
    private int at;

    WebRtcVad(int sampleRateHz, short[][] pcm) {
        this.sampleRateHz = sampleRateHz;
        state = create();
        if (initialise(state) != 0 || setMode(state, MODE) != 0) {
            throw new IllegalStateException(LIBRARY + " gives no detector of mode " + MODE);
        }
        samples = pcm[0].length;
        frames = new Memory[pcm.length];
        for (int i = 0; i < pcm.length; i++) {
            frames[i] = new Memory(2L * samples);
            frames[i].write(0, pcm[i], 0, samples);
        }
    }

    long second() {
        long speech = 0;
        for (int i = 0; i < frames.length; i++) {
            speech += next();
        }
        return speech;
    }

    /** Takes the next frame; returns whether it is speech. */
    int next() {
        int verdict = process(state, sampleRateHz, frames[at], samples);
        if (verdict < 0) {
            throw new IllegalStateException(LIBRARY + " refuses a frame of " + samples + " samples");
        }
        at = at == frames.length - 1 ? 0 : at + 1;
        return verdict;
    }

    /** Makes as many calls that do nothing. */
    long emptyCalls() {
        long known = 0;
        for (int i = 0; i < frames.length; i++) {
            known += isValid(sampleRateHz, samples);
        }
        return known;
    }

    private static native Pointer create();

    private static native int initialise(Pointer state);

    private static native int setMode(Pointer state, int mode);

    private static native int process(Pointer state, int sampleRateHz, Pointer frame, long samples);

    private static native int isValid(int sampleRateHz, long samples);
}
