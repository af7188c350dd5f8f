package io.sidetone.speech.realtime;

import static io.sidetone.core.realtime.RealtimeFields.AUDIO;
import static io.sidetone.core.realtime.RealtimeFields.ID;
import static io.sidetone.core.realtime.RealtimeFields.OBJECT;
import static io.sidetone.core.realtime.RealtimeFields.TYPE;
import static io.sidetone.core.realtime.SessionFields.INSTRUCTIONS;
import static io.sidetone.core.realtime.SessionFields.MAX_OUTPUT_TOKENS;
import static io.sidetone.core.realtime.SessionFields.MODEL;
import static io.sidetone.core.realtime.SessionFields.OUTPUT_MODALITIES;
import static io.sidetone.core.realtime.SessionFields.TOOLS;
import static io.sidetone.core.realtime.SessionFields.TOOL_CHOICE;

import io.sidetone.core.setting.Altered;
import io.sidetone.core.setting.Inline;
import io.sidetone.core.setting.Key;
import io.sidetone.speech.net.Deadlines;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * Settings of a realtime service.
 *
 * @param service name of the engine in the configuration
 * @param url {@code wss} address without the model, or with it ({@code model=}, {@code deployment=}) in its query
 * @param key the account's secret; for Azure without {@code azureKey} an Entra token
 * @param azureKey whether the key goes into {@code api-key} (Azure) instead of {@code Authorization: Bearer}
 * @param model name of the model; for Azure name of the deployment
 * @param voice a voice of the service; cannot change during a call
 * @param speed of speech, 0.25…1.5
 * @param format format of audio in both directions
 * @param turnDetection who detects the caller's speech
 * @param transcriptionModel model that transcribes the caller's speech; empty for none
 * @param language of the caller, ISO 639-1; empty: the service detects it
 * @param noiseReduction {@code near_field}, {@code far_field}, or empty for none
 * @param maxOutputTokens of one response, 1…4096; 0 for no limit
 * @param eager whether a response is requested as soon as the utterance is over, before its words are known
 * @param placeholder text for words that were heard but not transcribed in time
 * @param session further fields of the session by the service's names, such as {@code reasoning}; none of {@link
 *     #OWN_FIELDS}
 * @param limits time limits
 * @param deadlines deadlines of the connection
 * @param trust certificates (PEM) in place of the JVM's; null for the JVM's
 */
public record RealtimeSettings(
        String service,
        URI url,
        String key,
        boolean azureKey,
        String model,
        String voice,
        @Key(unit = "times", why = "1 is the voice's own.", min = 0.25, max = 1.5) double speed,
        @Key(why = "How audio travels both ways.") WireFormat format,
        @Inline TurnDetection turnDetection,
        @Key(why = "Writes down what the caller said; empty for none.") String transcriptionModel,
        String language,
        @Key(why = "What the service takes out of the sound: near_field, far_field; empty for nothing.")
                String noiseReduction,
        @Key(unit = "tokens", why = "Longest response; 0 for no limit.", min = 0, max = 4_096) int maxOutputTokens,
        @Key(why = "Asks for a response as soon as the utterance is over, before its words are known.") boolean eager,
        String placeholder,
        Map<String, Object> session,
        @Inline RealtimeLimits limits,
        Deadlines deadlines,
        Path trust) {
    /** Session fields that only this side sets. */
    public static final Set<String> OWN_FIELDS = Set.of(
            TYPE, ID, OBJECT, MODEL, INSTRUCTIONS, TOOLS, TOOL_CHOICE, OUTPUT_MODALITIES, AUDIO, MAX_OUTPUT_TOKENS);

    /** OpenAI's address. */
    public static final URI OPENAI_URL = URI.create("wss://api.openai.com/v1/realtime");

    /** OpenAI's model. */
    public static final String OPENAI_MODEL = "gpt-realtime-2.1";

    /** The default voice. */
    public static final String VOICE = "marin";

    /** The default model for the caller's words. */
    public static final String TRANSCRIPTION_MODEL = "gpt-transcribe";

    /** Checks the fields. */
    public RealtimeSettings {
        session = Map.copyOf(session);
        for (String field : session.keySet()) {
            if (OWN_FIELDS.contains(field)) {
                throw new IllegalArgumentException(
                        "engine " + service + ": session field '" + field + "' is set by the engine itself");
            }
        }
        if (url.getScheme() == null || !url.getScheme().matches("wss?") || url.getHost() == null) {
            throw new IllegalArgumentException("engine " + service + ": url '" + url
                    + "' must be an address like wss://api.openai.com/v1/realtime");
        }
        if (!noiseReduction.matches("|near_field|far_field")) {
            throw new IllegalArgumentException("engine " + service + ": noise-reduction '" + noiseReduction
                    + "' must be near_field, far_field or empty");
        }
    }

    /** Returns settings of OpenAI with the documented defaults. */
    public static RealtimeSettings openAi(String service, String key) {
        return of(service, OPENAI_URL, key, false, OPENAI_MODEL);
    }

    private static RealtimeSettings of(String service, URI url, String key, boolean azureKey, String model) {
        return new RealtimeSettings(
                service,
                url,
                key,
                azureKey,
                model,
                VOICE,
                1,
                WireFormat.PCMU,
                TurnDetection.SERVER,
                TRANSCRIPTION_MODEL,
                "",
                "",
                0,
                true,
                "…",
                Map.of(),
                RealtimeLimits.DEFAULT,
                Deadlines.DEFAULT,
                null);
    }

    /** Returns the same with the key in another header and with other further fields of the session. */
    public RealtimeSettings asked(boolean azure, Map<String, Object> fields) {
        return Altered.with(this, "azureKey", azure, "session", fields);
    }

    URI address() {
        String query = url.getRawQuery();
        if (model.isEmpty() || query != null && query.matches("(.*&)?(model|deployment)=.*")) {
            return url;
        }
        String encoded = "model=" + URLEncoder.encode(model, StandardCharsets.UTF_8);
        return URI.create(url + (query == null ? "?" : query.isEmpty() ? "" : "&") + encoded);
    }

    Map<String, String> headers() {
        return azureKey ? Map.of("api-key", key) : Map.of("Authorization", "Bearer " + key);
    }

    /** Omits the key. */
    @Override
    public String toString() {
        return "RealtimeSettings[" + service + ", " + url.getHost() + ", " + model + ", " + voice + ", " + format + "]";
    }
}
