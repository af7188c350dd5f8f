package io.sidetone.speech.deepgram;

import io.sidetone.audio.SampleRate;

/** Settings of Deepgram for a telephone call in English. */
public final class NarrowbandEnglish {
    private NarrowbandEnglish() {}

    /** Returns those of Nova. */
    public static DeepgramRecognizerSettings nova(DeepgramAccount account) {
        return DeepgramRecognizerSettings.of(
                account,
                DeepgramRecognizerSettings.MODEL,
                DeepgramRecognizerSettings.LANGUAGE,
                WireEncoding.MULAW,
                SampleRate.NARROWBAND_HZ);
    }

    /** Returns those of Flux. */
    public static FluxSettings flux(DeepgramAccount account) {
        return FluxSettings.of(account, FluxSettings.MODEL, WireEncoding.MULAW, SampleRate.NARROWBAND_HZ);
    }
}
