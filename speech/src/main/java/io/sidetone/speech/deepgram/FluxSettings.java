package io.sidetone.speech.deepgram;

import io.sidetone.audio.SampleRate;
import io.sidetone.speech.net.Setting;
import java.util.List;
import java.util.Set;

/**
 * Settings of recognition by Flux.
 *
 * @param account address and credential
 * @param model {@code flux-general-en} or {@code flux-general-multi}
 * @param languageHints languages to expect; {@code flux-general-multi} only
 * @param encoding of the audio on the wire
 * @param sampleRateHz of the audio on the wire
 * @param messageMs audio of one message; the service recommends 80
 * @param eotThreshold confidence at which Flux ends a turn, 0.5 to 1; at 1 this side ends it
 * @param eagerEotThreshold confidence at which Flux announces an early end, 0.3 to 0.9; 0 turns it off
 * @param eotTimeoutMs silence after which Flux ends a turn in any case
 * @param forceEnd whether this side sends {@code ForceEndTurn} at the end of an utterance; self-hosted installations do
 *     not support it
 * @param keyterms words that the service should expect
 * @param idleMs longest time without silence being sent: Flux knows no other keep-alive
 * @param finalizeMs how long an ended utterance waits for its first words; the limit for its last words
 * @param finalP99Ms assumed 99th percentile of the time to a final, until it was measured: known words wait 1.5 times
 *     as long at most
 */
public record FluxSettings(
        DeepgramAccount account,
        String model,
        List<String> languageHints,
        WireEncoding encoding,
        int sampleRateHz,
        int messageMs,
        double eotThreshold,
        double eagerEotThreshold,
        int eotTimeoutMs,
        boolean forceEnd,
        List<String> keyterms,
        int idleMs,
        int finalizeMs,
        int finalP99Ms) {
    /** Parameters of the address that only this side sets. */
    public static final Set<String> OWN_PARAMETERS = Set.of(
            "model",
            "encoding",
            "sample_rate",
            "eot_threshold",
            "eager_eot_threshold",
            "eot_timeout_ms",
            "keyterm",
            "language_hint",
            "mip_opt_out");

    /** The default model. */
    public static final String MODEL = "flux-general-en";

    private static final int MAX_IDLE_MS = 8_000;

    /** Checks for values that the service would refuse. */
    public FluxSettings {
        languageHints = List.copyOf(languageHints);
        keyterms = List.copyOf(keyterms);
        encoding.check(account.service(), sampleRateHz);
        String engine = "engines." + account.service();
        if (!model.startsWith("flux-")) {
            throw new IllegalArgumentException(engine + ".model: " + model
                    + " is no Flux model; set one that begins with flux-, or the engine's type to deepgram");
        }
        Setting.within(account.service(), "options.message-ms", messageMs, SampleRate.FRAME_MS, 250, "ms");
        Setting.within(account.service(), "options.eot-threshold", eotThreshold, 0.5, 1, "");
        Setting.within(account.service(), "options.eot-timeout-ms", eotTimeoutMs, 500, 60_000, "ms");
        Setting.within(account.service(), "options.idle-ms", idleMs, 100, MAX_IDLE_MS, "ms");
        Setting.within(account.service(), "options.finalize-ms", finalizeMs, 50, 10_000, "ms");
        Setting.within(account.service(), "options.final-p99-ms", finalP99Ms, 50, 10_000, "ms");
        if (eagerEotThreshold != 0) {
            Setting.within(account.service(), "options.eager-eot-threshold", eagerEotThreshold, 0.3, 0.9, "");
        }
    }

    /** Returns the settings for a telephone call in English. */
    public static FluxSettings of(DeepgramAccount account) {
        return new FluxSettings(
                account,
                MODEL,
                List.of(),
                WireEncoding.MULAW,
                SampleRate.NARROWBAND_HZ,
                80,
                0.7,
                0,
                5_000,
                true,
                List.of(),
                4_000,
                1_500,
                1_000);
    }

    /** Returns the query of the stream. */
    DeepgramAccount.Query query() {
        DeepgramAccount.Query query = new DeepgramAccount.Query()
                .put("model", model)
                .put("encoding", encoding.wireName())
                .put("sample_rate", sampleRateHz)
                .put("eot_threshold", eotThreshold)
                .put("eot_timeout_ms", eotTimeoutMs);
        if (eagerEotThreshold != 0) {
            query.put("eager_eot_threshold", eagerEotThreshold);
        }
        return query.all("keyterm", keyterms).all("language_hint", languageHints);
    }
}
