package io.sidetone.speech.openai.voice;

import io.sidetone.core.setting.Altered;
import io.sidetone.core.setting.Inline;
import io.sidetone.core.setting.Key;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.KeyHeader;
import io.sidetone.speech.net.Setting;
import io.sidetone.speech.voice.VoiceProfile;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * Settings of OpenAI's voices, or of a compatible server.
 *
 * @param service name of the engine in the configuration
 * @param url address of the speech endpoint itself
 * @param key API key; sent in a header, never shown; empty for servers without one
 * @param keyHeader header that carries the key
 * @param model for example {@code gpt-4o-mini-tts}
 * @param voice for example {@code marin}
 * @param instructions how to speak, for models that accept instructions; or empty
 * @param speed factor; 1 is the voice's own speed
 * @param sampleRateHz rate of the service's audio, which the service does not report: 24000 for OpenAI
 * @param ahead clauses requested at a time, each over its own connection
 * @param body further fields of each request; none of {@link #OWN_FIELDS}
 * @param deadlines for connecting, for the first audio, and for silence within a clause
 * @param trust certificates (PEM) in place of the JVM's; null for the JVM's
 */
public record OpenAiVoiceSettings(
        String service,
        URI url,
        String key,
        @Inline KeyHeader keyHeader,
        String model,
        String voice,
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
                int ahead,
        Map<String, Object> body,
        Deadlines deadlines,
        Path trust) {
    /** Request fields that only this side sets. */
    public static final Set<String> OWN_FIELDS =
            Set.of("model", "input", "voice", "instructions", "response_format", "stream_format", "speed");

    /** The service's address. */
    public static final URI URL = URI.create("https://api.openai.com/v1/audio/speech");

    /** The default model. OpenAI switches it off on 2027-01-06 and offers no other for this interface. */
    public static final String MODEL = "gpt-4o-mini-tts";

    /** The default voice. */
    public static final String VOICE = "marin";

    /** The rate of the service's {@code pcm} format. */
    public static final int SAMPLE_RATE_HZ = 24_000;

    /** Checks the values that can be checked without the service. */
    public OpenAiVoiceSettings {
        body = Map.copyOf(body);
        Setting.require(service, "voice", !voice.isBlank(), "is empty; give for example " + VOICE);
        Setting.require(service, "model", !model.isBlank(), "is empty; give for example " + MODEL);
        Setting.require(
                service,
                "options.instructions",
                instructions.isEmpty() || !model.startsWith("tts-1"),
                "are not taken by " + model + "; leave them out, or use " + MODEL);
        Setting.require(
                service,
                "options.pcm-rate",
                sampleRateHz % 50 == 0,
                sampleRateHz + " Hz cannot be played; give what the server sends, for example 24000");
    }

    /** Returns the documented defaults. */
    public static OpenAiVoiceSettings of(String service, URI url, String key) {
        return new OpenAiVoiceSettings(
                service,
                url,
                key,
                KeyHeader.BEARER,
                MODEL,
                VOICE,
                "",
                1,
                SAMPLE_RATE_HZ,
                VoiceProfile.AHEAD,
                Map.of(),
                Deadlines.DEFAULT,
                null);
    }

    /** The same, with other instructions. */
    public OpenAiVoiceSettings instructed(String other) {
        return Altered.with(this, "instructions", other);
    }

    /** Returns everything but the key. */
    @Override
    public String toString() {
        return "OpenAiVoiceSettings[" + service + ", " + url.getHost() + ", " + model + ", " + voice + ", "
                + sampleRateHz + "]";
    }
}
