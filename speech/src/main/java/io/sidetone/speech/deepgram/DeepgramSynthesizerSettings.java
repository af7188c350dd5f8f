package io.sidetone.speech.deepgram;

import io.sidetone.core.setting.Key;
import io.sidetone.speech.net.ServiceAccess;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Settings of synthesis by Aura.
 *
 * @param access where the service is, who asks, and for what
 * @param mipOptOut whether the service is asked not to learn from the data it receives
 * @param encoding of the audio on the wire
 * @param flushesPerMinute how often the service may be asked to finish its text; when few are left, several clauses
 *     share one flush
 * @param clearMs how long the service may take to drop cancelled audio
 */
public record DeepgramSynthesizerSettings(
        ServiceAccess access,
        @Key(why = "Asks Deepgram not to train on what it is sent.") boolean mipOptOut,
        @Key(why = "How audio travels. mulaw is 8000 Hz only and half the bytes.") WireEncoding encoding,
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

    private static final Pattern ENDS_WITH_LANGUAGE = Pattern.compile("^aura.*-([a-z]{2})$");

    private static final Set<Integer> RATES = Set.of(8_000, 16_000, 24_000, 32_000, 48_000);

    /** Checks for values that the service would refuse. */
    public DeepgramSynthesizerSettings {
        encoding.check(access.name(), access.sampleRateHz());
        access.require(
                "sample-rate",
                RATES.contains(access.sampleRateHz()),
                access.sampleRateHz() + " Hz is not offered; set 8000, 16000, 24000, 32000 or 48000");
    }

    /** Returns the documented defaults. A model is the voice, unless it is the recognizer's. */
    public static DeepgramSynthesizerSettings of(ServiceAccess access) {
        String named = access.model().startsWith("aura") ? access.model() : MODEL;
        ServiceAccess usual =
                access.socket(DeepgramQuery.URL, "", OWN_PARAMETERS).usual("", named, "");
        requireSpoken(usual);
        return new DeepgramSynthesizerSettings(usual, false, WireEncoding.LINEAR16, FLUSHES_PER_MINUTE, 1_000);
    }

    /** Each Aura voice speaks one language: the one that its name ends with. */
    private static void requireSpoken(ServiceAccess access) {
        Matcher named = ENDS_WITH_LANGUAGE.matcher(access.voice());
        if (access.oneLanguage() && named.find()) {
            access.require(
                    "voice",
                    named.group(1).equals(access.languageCode()),
                    access.voice() + " speaks " + ServiceAccess.languageName(named.group(1)) + ", and language is '"
                            + access.language() + "'; name a voice that ends with -" + access.languageCode());
        }
    }

    /** Returns the query of the stream. */
    DeepgramQuery query() {
        return new DeepgramQuery()
                .put("model", access.voice())
                .put("encoding", encoding.wireName())
                .put("sample_rate", access.sampleRateHz())
                .on("mip_opt_out", mipOptOut);
    }
}
