package io.sidetone.speech.openai.voice;

import io.sidetone.core.setting.Flatten;
import io.sidetone.core.setting.Key;
import io.sidetone.speech.net.KeyHeader;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.voice.VoiceProfile;
import java.net.URI;
import java.util.Set;

/**
 * Settings of OpenAI's voices, or of a compatible server.
 *
 * @param access where the service is, who asks, and for what
 * @param keyHeader header that carries the key
 * @param instructions how to speak, for models that accept instructions; or empty
 * @param speed factor; 1 is the voice's own speed
 * @param sampleRateHz rate of the service's audio, which the service does not report: 24000 for OpenAI
 * @param ahead clauses requested at a time, each over its own connection
 */
public record OpenAiVoiceSettings(
        ServiceAccess access,
        @Flatten KeyHeader keyHeader,
        @Key(why = "How to speak, for models that take it.") String instructions,
        @Key(unit = "times", why = "1 is the voice's own.", min = 0.25, max = 4) double speed,
        @Key(
                        name = "pcm-rate",
                        unit = "Hz",
                        why =
                                "What the service sends as pcm, which it does not say: 24000 for OpenAI; a multiple of 50.",
                        min = 8_000,
                        max = 48_000)
                int sampleRateHz,
        @Key(unit = "clauses", why = "Clauses asked for at a time, each over its own connection.", min = 1, max = 8)
                int ahead) {
    /** Request fields that only this side sets. */
    public static final Set<String> OWN_FIELDS =
            Set.of("model", "input", "voice", "instructions", "response_format", "stream_format", "speed");

    /** The service's address. */
    public static final URI URL = URI.create("https://api.openai.com/v1");

    /** The default model. OpenAI switches it off on 2027-01-06 and offers no other for this interface. */
    public static final String MODEL = "gpt-4o-mini-tts";

    /** The default voice. */
    public static final String VOICE = "marin";

    /** The rate of the service's {@code pcm} format. */
    public static final int SAMPLE_RATE_HZ = 24_000;

    /** Checks the values that can be checked without the service. */
    public OpenAiVoiceSettings {
        access.require("voice", !access.voice().isBlank(), "is empty; give for example " + VOICE);
        access.require("model", !access.model().isBlank(), "is empty; give for example " + MODEL);
        access.require(
                "options.instructions",
                instructions.isEmpty() || !access.model().startsWith("tts-1"),
                "are not taken by " + access.model() + "; leave them out, or use " + MODEL);
        access.require(
                "options.pcm-rate",
                sampleRateHz % 50 == 0,
                sampleRateHz + " Hz cannot be played; give what the server sends, for example 24000");
    }

    /** Returns the documented defaults. */
    public static OpenAiVoiceSettings of(ServiceAccess access) {
        return new OpenAiVoiceSettings(
                access.web(URL, "/v1", Set.of()).without(OWN_FIELDS).usual(MODEL, VOICE, ""),
                KeyHeader.BEARER,
                "",
                1,
                SAMPLE_RATE_HZ,
                VoiceProfile.AHEAD);
    }

    /** Returns the model's instructions for the voice. The older models take only the text. */
    String spokenInstructions() {
        boolean named = access.oneLanguage() && !access.model().startsWith("tts-1");
        return named
                ? (instructions.strip() + " Speak " + ServiceAccess.languageName(access.language()) + ".").strip()
                : instructions;
    }
}
