package io.sidetone.speech.deepgram;

import io.sidetone.audio.SampleRate;
import io.sidetone.core.setting.Inline;
import io.sidetone.core.setting.Key;
import java.util.Set;

/**
 * Settings of synthesis by Aura.
 *
 * @param account address and credential
 * @param model the voice, for example {@code aura-2-thalia-en}
 * @param encoding of the audio on the wire
 * @param sampleRateHz of the audio: 8000 for telephone calls, so that nothing is resampled
 * @param flushesPerMinute how often the service may be asked to finish its text; when few are left, several clauses
 *     share one flush
 * @param clearMs how long the service may take to drop cancelled audio
 */
public record DeepgramSynthesizerSettings(
        @Inline DeepgramAccount account,
        String model,
        @Key(why = "How audio travels. mulaw is 8000 Hz only and half the bytes.") WireEncoding encoding,
        int sampleRateHz,
        @Key(
                        unit = "flushes",
                        why =
                                "How often the service may be asked to finish what it has, as it allows; clauses are asked for together when they run short.",
                        min = 1,
                        max = 1_000)
                int flushesPerMinute,
        @Key(unit = "ms", why = "How long it may take to drop what was cancelled.", min = 50, max = 10_000)
                int clearMs) {
    /** Parameters of the address that only this side sets. */
    public static final Set<String> OWN_PARAMETERS =
            Set.of("model", "encoding", "sample_rate", "container", "mip_opt_out", "callback", "callback_method");

    /** The default voice. */
    public static final String MODEL = "aura-2-thalia-en";

    /** The service's own limit: 20 in 60 s. */
    public static final int FLUSHES_PER_MINUTE = 20;

    private static final Set<Integer> RATES = Set.of(8_000, 16_000, 24_000, 32_000, 48_000);

    /** Checks for values that the service would refuse. */
    public DeepgramSynthesizerSettings {
        encoding.check(account.service(), sampleRateHz);
        if (!RATES.contains(sampleRateHz)) {
            throw new IllegalArgumentException("engines." + account.service() + ".sample-rate: " + sampleRateHz
                    + " Hz is not offered; set 8000, 16000, 24000, 32000 or 48000");
        }
    }

    /** Returns the settings for a telephone call in English. */
    public static DeepgramSynthesizerSettings of(DeepgramAccount account) {
        return new DeepgramSynthesizerSettings(
                account, MODEL, WireEncoding.LINEAR16, SampleRate.NARROWBAND_HZ, FLUSHES_PER_MINUTE, 1_000);
    }

    /** Returns the query of the stream. */
    DeepgramAccount.Query query() {
        return new DeepgramAccount.Query()
                .put("model", model)
                .put("encoding", encoding.wireName())
                .put("sample_rate", sampleRateHz);
    }
}
