package io.sidetone.speech.deepgram;

import io.sidetone.core.setting.Key;
import io.sidetone.speech.net.ServiceAccess;
import java.util.List;
import java.util.Set;

/**
 * Settings of recognition by Nova.
 *
 * @param access where the service is, who asks, and for what
 * @param mipOptOut whether the service is asked not to learn from the data it receives
 * @param encoding of the audio on the wire
 * @param messageMs audio of one message, 20 to 250
 * @param endpointingMs silence after which the service calls a stretch of speech finished; 0 turns it off
 * @param utteranceEndMs gap between words after which it calls an utterance ended, 1000 or more; 0 turns it off
 * @param smartFormat whether the service formats numbers, dates and punctuation
 * @param numerals whether the service writes numbers as digits
 * @param keyterms words that the service should expect (nova-3)
 * @param keepAliveMs longest time without a message from this side; the service hangs up after 10 s
 * @param finalizeMs how long an ended utterance waits for its first words; the limit for its last words
 * @param finalP99Ms assumed 99th percentile of the time to a final, until it was measured: known words wait 1.5 times
 *     as long at most
 */
public record DeepgramRecognizerSettings(
        ServiceAccess access,
        @Key(why = "Asks Deepgram not to train on what it is sent.") boolean mipOptOut,
        @Key(why = "How audio travels. mulaw is 8000 Hz only and half the bytes.") WireEncoding encoding,
        @Key(unit = "ms", why = "Audio in one message.", min = 20, max = 250) int messageMs,
        @Key(
                        unit = "ms",
                        why = "Silence after which the service calls a stretch of speech finished; 0 turns it off.",
                        min = 0,
                        max = 10_000)
                int endpointingMs,
        @Key(
                        unit = "ms",
                        why =
                                "Gap between words after which it calls an utterance ended, 1000 or more; 0 turns it off.",
                        min = 0,
                        max = 5_000)
                int utteranceEndMs,
        @Key(why = "Numbers, dates and punctuation as people write them.") boolean smartFormat,
        @Key(why = "Numbers as digits.") boolean numerals,
        @Key(why = "Words to expect (nova-3).") List<String> keyterms,
        @Key(unit = "ms", why = "It hears from us at least this often; it hangs up after 10 s.", min = 100, max = 8_000)
                int keepAliveMs,
        @Key(
                        unit = "ms",
                        why = "How long an ended utterance waits for its first words; for its last at most.",
                        min = 50,
                        max = 10_000)
                int finalizeMs,
        @Key(
                        unit = "ms",
                        why =
                                "What 99 of 100 finals need, until 100 were measured. Words that are known wait no longer than half as much again.",
                        min = 50,
                        max = 10_000)
                int finalP99Ms) {
    /** Parameters of the address that only this side sets. */
    public static final Set<String> OWN_PARAMETERS = Set.of(
            "model",
            "language",
            "encoding",
            "sample_rate",
            "channels",
            "multichannel",
            "interim_results",
            "endpointing",
            "utterance_end_ms",
            "vad_events",
            "smart_format",
            "numerals",
            "keyterm",
            "mip_opt_out",
            "callback",
            "callback_method");

    /** The default model. */
    public static final String MODEL = "nova-3";

    /** The default language. */
    public static final String LANGUAGE = "en";

    private static final int MIN_UTTERANCE_END_MS = 1_000;

    /** Checks for values that the service would refuse, or would wrongly accept. */
    public DeepgramRecognizerSettings {
        keyterms = List.copyOf(keyterms);
        encoding.check(access.name(), access.sampleRateHz());
        if (utteranceEndMs != 0) {
            access.requireWithin("options.utterance-end-ms", utteranceEndMs, MIN_UTTERANCE_END_MS, 5_000, "ms");
        }
    }

    /** Returns the documented defaults. */
    public static DeepgramRecognizerSettings of(ServiceAccess access) {
        return new DeepgramRecognizerSettings(
                access.socket(DeepgramQuery.URL, "", OWN_PARAMETERS).usual(MODEL, "", LANGUAGE),
                false,
                WireEncoding.ofCall(access.sampleRateHz()),
                20,
                300,
                1_000,
                true,
                false,
                List.of(),
                4_000,
                1_000,
                350);
    }

    /** Returns the query of the stream. */
    DeepgramQuery query() {
        DeepgramQuery query = new DeepgramQuery()
                .put("model", access.model())
                .put("language", access.language())
                .put("encoding", encoding.wireName())
                .put("sample_rate", access.sampleRateHz())
                .put("channels", 1)
                .put("interim_results", true)
                .put("endpointing", endpointingMs == 0 ? "false" : String.valueOf(endpointingMs))
                .put("vad_events", true);
        if (utteranceEndMs > 0) {
            query.put("utterance_end_ms", utteranceEndMs);
        }
        return query.on("smart_format", smartFormat)
                .on("numerals", numerals)
                .all("keyterm", keyterms)
                .on("mip_opt_out", mipOptOut);
    }
}
