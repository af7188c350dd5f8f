package io.sidetone.speech.elevenlabs;

import io.sidetone.core.setting.Flatten;
import io.sidetone.core.setting.Key;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.voice.VoiceEncoding;
import io.sidetone.speech.voice.VoiceProfile;
import java.net.URI;
import java.util.Set;

/**
 * Settings of ElevenLabs.
 *
 * @param access where the service is, who asks, and for what
 * @param encoding of the samples
 * @param tone how the voice speaks
 * @param inactivityS time after which the service closes a connection without work; at most 180
 * @param keepAliveMs time between keep-alive messages; 0 for none
 * @param maxContexts contexts at a time, including cancelled ones that the service has not ended yet
 * @param ahead clauses requested at a time
 */
public record ElevenLabsSettings(
        ServiceAccess access,
        @Key(why = "How audio comes. pcm-mulaw is 8000 Hz only and half the bytes.") VoiceEncoding encoding,
        @Flatten Tone tone,
        @Key(unit = "s", why = "After which the service closes a connection without work.", min = 1, max = 180)
                int inactivityS,
        @Key(unit = "ms", why = "How often a message says that the call goes on; 0 for never.", min = 0, max = 600_000)
                int keepAliveMs,
        @Key(
                        unit = "contexts",
                        why = "Contexts at a time, cancelled ones that are not yet closed included.",
                        min = 1,
                        max = 5)
                int maxContexts,
        @Key(unit = "clauses", why = "Clauses asked for at a time.", min = 1, max = 4) int ahead) {
    /** Parameters of the address that only this side sets. */
    public static final Set<String> OWN_PARAMETERS = Set.of(
            "model_id",
            "output_format",
            "inactivity_timeout",
            "sync_alignment",
            "auto_mode",
            "language_code",
            "authorization",
            "single_use_token");

    /** The service's address. */
    public static final URI URL = URI.create("wss://api.elevenlabs.io");

    /** The default model: the quickest. */
    public static final String MODEL = "eleven_flash_v2_5";

    /** The most contexts that the service allows. */
    public static final int MAX_CONTEXTS = 5;

    /** The longest time that the service allows. */
    public static final int INACTIVITY_S = 180;

    /** The default, well within {@link #INACTIVITY_S}. */
    public static final int KEEP_ALIVE_MS = 60_000;

    private static final Set<Integer> PCM_RATES = Set.of(8_000, 16_000, 22_050, 24_000, 44_100);

    /**
     * The expression of a voice.
     *
     * @param stability 0 to 1
     * @param similarityBoost 0 to 1
     * @param style 0 to 1
     * @param speakerBoost closer to the original speaker; adds latency
     * @param speed 0.7 to 1.2
     */
    public record Tone(
            @Key(unit = "share", why = "How steady the voice is.", min = 0, max = 1) double stability,
            @Key(unit = "share", why = "How close it stays to its model.", min = 0, max = 1) double similarityBoost,
            @Key(unit = "share", why = "How much style it has.", min = 0, max = 1) double style,
            @Key(why = "Closer to the speaker; costs time.") boolean speakerBoost,
            @Key(unit = "times", why = "1 is the voice's own.", min = 0.7, max = 1.2) double speed) {
        /** The service's own defaults. */
        public static final Tone DEFAULT = new Tone(0.5, 0.75, 0, false, 1);
    }

    /** Checks the values that can be checked without the service. */
    public ElevenLabsSettings {
        access.require("key", !access.key().isBlank(), "is empty; give the account's API key");
        access.require(
                "voice", access.voice().matches("[A-Za-z0-9_-]+"), "'" + access.voice() + "' is no id of a voice");
        access.require("model", !access.model().isBlank(), "is empty; give for example " + MODEL);
        encoding.require(access.name(), access.sampleRateHz());
        access.require(
                "sample-rate",
                encoding == VoiceEncoding.PCM_MULAW || PCM_RATES.contains(access.sampleRateHz()),
                access.sampleRateHz() + " Hz is not offered; give one of 8000, 16000, 22050, 24000, 44100");
    }

    /** Returns the documented defaults. */
    public static ElevenLabsSettings of(ServiceAccess access) {
        return new ElevenLabsSettings(
                access.socket(URL, "", OWN_PARAMETERS).usual(MODEL, "", ""),
                VoiceEncoding.PCM_S16LE,
                Tone.DEFAULT,
                INACTIVITY_S,
                KEEP_ALIVE_MS,
                MAX_CONTEXTS,
                VoiceProfile.AHEAD);
    }
}
