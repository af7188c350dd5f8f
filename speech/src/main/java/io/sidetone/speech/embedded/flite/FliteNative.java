package io.sidetone.speech.embedded.flite;

import com.sun.jna.Callback;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.sidetone.speech.embedded.parts.CFunctions;

/**
 * The C functions of flite 2.2 for synthesis, mapped one to one. Only {@link FliteVoice} calls them.
 *
 * <p>flite ends the process when a relation or feature does not exist, so every read first checks that it exists.
 */
final class FliteNative {
    /** {@code cst_voice.features}. */
    static final long VOICE_FEATURES = 8;
    /** {@code cst_wave.sample_rate}, {@code .num_samples}, {@code .samples}. */
    static final long WAVE_RATE = 8;

    static final long WAVE_COUNT = 12;
    static final long WAVE_SAMPLES = 24;
    /** {@code cst_audio_streaming_info.min_buffsize}, {@code .asc}, {@code .utt}. */
    static final long STREAM_MIN_SAMPLES = 0;

    static final long STREAM_CALLBACK = 8;
    static final long STREAM_UTTERANCE = 16;
    static final int STREAM_CONTINUE = 0;
    static final int STREAM_STOP = -1;

    private FliteNative() {}

    static {
        Native.register(FliteNative.class, CFunctions.of("libflite.so.1"));
        CFunctions.of("libflite_usenglish.so.1");
        CFunctions.of("libflite_cmulex.so.1");
        fliteInit();
    }

    static native int fliteInit();

    static native Pointer fliteSynthText(String text, Pointer voice);

    static native void deleteUtterance(Pointer utterance);

    static native int uttRelationPresent(Pointer utterance, String relation);

    static native Pointer uttRelation(Pointer utterance, String relation);

    static native Pointer relationHead(Pointer relation);

    static native Pointer itemNext(Pointer item);

    static native Pointer itemPrev(Pointer item);

    static native Pointer itemParent(Pointer item);

    static native Pointer itemDaughter(Pointer item);

    static native Pointer itemLastDaughter(Pointer item);

    static native Pointer itemAs(Pointer item, String relation);

    static native int itemFeatPresent(Pointer item, String name);

    static native float itemFeatFloat(Pointer item, String name);

    static native int itemFeatInt(Pointer item, String name);

    static native Pointer newAudioStreamingInfo();

    static native Pointer audioStreamingInfoVal(Pointer info);

    /** Keeps {@code name} itself, not a copy: the memory must outlive the features. */
    static native void featSet(Pointer features, Pointer name, Pointer value);

    /** Receives audio while flite produces it. */
    interface Stream extends Callback {
        /** Samples {@code start … start + size} of {@code wave} are ready; returns whether to go on. */
        int invoke(Pointer wave, int start, int size, int last, Pointer info);
    }
}
