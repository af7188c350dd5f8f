package io.sidetone.speech.cartesia;

import io.sidetone.core.setting.Key;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.voice.VoiceEncoding;
import io.sidetone.speech.voice.VoiceProfile;
import java.net.URI;
import java.util.Map;
import java.util.Set;

/**
 * Settings of Cartesia.
 *
 * @param access where the service is, who asks, and for what
 * @param version date of the API version
 * @param encoding of the samples
 * @param contexts what one context contains
 * @param contextIdleMs how long a turn's context waits for its next clause; the service ends a context 1 s after its
 *     audio
 * @param speed factor; 1 is the voice's own speed
 * @param ahead clauses requested at a time
 */
public record CartesiaSettings(
        ServiceAccess access,
        @Key(unit = "YYYY-MM-DD", why = "Date of the interface that is spoken.") String version,
        @Key(why = "How audio comes. pcm-mulaw is 8000 Hz only and half the bytes.") VoiceEncoding encoding,
        @Key(why = "What one context of the service holds. turn carries the melody over from clause to clause.")
                Contexts contexts,
        @Key(
                        unit = "ms",
                        why =
                                "How long a turn's context waits for its next clause; the service ends contexts 1 s after their audio.",
                        min = 0,
                        max = 900)
                int contextIdleMs,
        @Key(unit = "times", why = "1 is the voice's own.", min = 0.6, max = 1.5) double speed,
        @Key(unit = "clauses", why = "Clauses asked for at a time.", min = 1, max = 8) int ahead) {
    /** Request fields that only this side sets. */
    public static final Set<String> OWN_FIELDS = Set.of(
            "model_id",
            "transcript",
            "voice",
            "language",
            "context_id",
            "output_format",
            "add_timestamps",
            "max_buffer_delay_ms",
            "continue",
            "flush",
            "cancel");

    /** Parameters of the address that would replace headers. */
    public static final Set<String> OWN_PARAMETERS = Set.of("api_key", "access_token", "cartesia_version");

    /** The service's address. */
    public static final URI URL = URI.create("wss://api.cartesia.ai/tts/websocket");

    /** The default version. Versions before 2026-03-01 send errors as plain text, which is understood, too. */
    public static final String VERSION = "2026-08-14";

    /** From this version on a voice is named by its id alone. */
    private static final String BARE_VOICE_FROM = "2026-08-14";

    /** The default model. */
    public static final String MODEL = "sonic-3";

    /** The default language. */
    public static final String LANGUAGE = "en";

    /** The default: leaves 400 ms of the service's second for the network. */
    public static final int CONTEXT_IDLE_MS = 600;

    static final String GENERATION = "generation_config";

    /** Content of one context of the service. */
    public enum Contexts {
        /** A turn: the voice carries its melody from clause to clause; a flush marks the end of each clause. */
        TURN,
        /** A clause: each one sounds separate; of the service it needs only the end of a context. */
        CLAUSE
    }

    /** Checks the values that can be checked without the service. */
    public CartesiaSettings {
        Map<String, Object> body = access.body();
        access.require(
                "body." + GENERATION,
                !body.containsKey(GENERATION)
                        || body.get(GENERATION) instanceof Map<?, ?> given && !given.containsKey("speed"),
                "must be an object without speed; set options.speed for that");
        access.require("key", !access.key().isBlank(), "is empty; give the account's API key");
        access.require(
                "options.version",
                version.matches("\\d{4}-\\d\\d-\\d\\d"),
                "'" + version + "' is no date such as " + VERSION);
        access.require("voice", !access.voice().isBlank(), "is empty; give the id of a voice");
        access.require("model", !access.model().isBlank(), "is empty; give for example " + MODEL);
        encoding.require(access.name(), access.sampleRateHz());
    }

    /** Returns the documented defaults. */
    public static CartesiaSettings of(ServiceAccess access) {
        return new CartesiaSettings(
                access.socket(URL, "/tts/websocket", OWN_PARAMETERS)
                        .without(OWN_FIELDS)
                        .usual(MODEL, "", LANGUAGE),
                VERSION,
                VoiceEncoding.PCM_S16LE,
                Contexts.TURN,
                CONTEXT_IDLE_MS,
                1,
                VoiceProfile.AHEAD);
    }

    /** Returns whether requests must state that a voice is named by its id: older versions know other ways. */
    boolean namesVoiceMode() {
        return version.compareTo(BARE_VOICE_FROM) < 0;
    }
}
