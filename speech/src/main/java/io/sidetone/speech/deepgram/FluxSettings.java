package io.sidetone.speech.deepgram;

import io.sidetone.core.setting.Key;
import io.sidetone.speech.net.ServiceAccess;
import java.util.List;
import java.util.Set;

/**
 * Settings of recognition by Flux.
 *
 * @param access where the service is, who asks, and for what
 * @param mipOptOut whether the service is asked not to learn from the data it receives
 * @param languageHints languages to expect; {@code flux-general-multi} only
 * @param encoding of the audio on the wire
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
        ServiceAccess access,
        @Key(why = "Asks Deepgram not to train on what it is sent.") boolean mipOptOut,
        @Key(why = "Languages to expect; flux-general-multi only.") List<String> languageHints,
        @Key(why = "How audio travels. mulaw is 8000 Hz only and half the bytes.") WireEncoding encoding,
        @Key(unit = "ms", why = "Audio in one message; the service recommends 80.", min = 20, max = 250) int messageMs,
        @Key(
                        unit = "share of certainty",
                        why = "How sure Flux must be that a turn is over; 1 leaves it to this side.",
                        min = 0.5,
                        max = 1)
                double eotThreshold,
        @Key(
                        unit = "share of certainty",
                        why = "How sure it must be to say so early, 0.3 or more; 0 turns it off.",
                        min = 0,
                        max = 0.9)
                double eagerEotThreshold,
        @Key(unit = "ms", why = "Silence after which it ends a turn in any case.", min = 500, max = 60_000)
                int eotTimeoutMs,
        @Key(
                        why =
                                "ForceEndTurn announces the end of an utterance. An installation that ends the connection over it is not sent it again.")
                boolean forceEnd,
        @Key(why = "Words to expect.") List<String> keyterms,
        @Key(
                        unit = "ms",
                        why = "It gets silence at least this often: it knows no other sign of life.",
                        min = 100,
                        max = 8_000)
                int idleMs,
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

    /** Checks for values that the service would refuse. */
    public FluxSettings {
        languageHints = List.copyOf(languageHints);
        keyterms = List.copyOf(keyterms);
        encoding.check(access.name(), access.sampleRateHz());
        access.require(
                "model",
                access.model().startsWith("flux-"),
                access.model() + " is no Flux model; set one that begins with flux-, or the engine's type to deepgram");
        access.require(
                "language",
                multilingual(access)
                        || !access.oneLanguage()
                        || access.languageCode().equals("en"),
                "'" + access.language() + "' is not what " + access.model()
                        + " hears; use the model flux-general-multi, or leave it out");
        if (eagerEotThreshold != 0) {
            access.requireWithin("options.eager-eot-threshold", eagerEotThreshold, 0.3, 0.9, "");
        }
    }

    /** Returns the documented defaults. */
    public static FluxSettings of(ServiceAccess access) {
        return new FluxSettings(
                access.socket(DeepgramQuery.URL, "", OWN_PARAMETERS).usual(MODEL, "", ""),
                false,
                List.of(),
                WireEncoding.ofCall(access.sampleRateHz()),
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

    /** Returns whether the model takes hints of languages: the English one takes none. */
    private static boolean multilingual(ServiceAccess access) {
        return access.model().endsWith("-multi");
    }

    /** Returns the query of the stream. */
    DeepgramQuery query() {
        DeepgramQuery query = new DeepgramQuery()
                .put("model", access.model())
                .put("encoding", encoding.wireName())
                .put("sample_rate", access.sampleRateHz())
                .put("eot_threshold", eotThreshold)
                .put("eot_timeout_ms", eotTimeoutMs);
        if (eagerEotThreshold != 0) {
            query.put("eager_eot_threshold", eagerEotThreshold);
        }
        boolean byLanguage = languageHints.isEmpty() && multilingual(access) && access.oneLanguage();
        return query.all("keyterm", keyterms)
                .all("language_hint", byLanguage ? List.of(access.language()) : languageHints)
                .on("mip_opt_out", mipOptOut);
    }
}
