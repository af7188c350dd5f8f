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

import io.sidetone.audio.SampleRate;
import io.sidetone.core.setting.Altered;
import io.sidetone.core.setting.Flatten;
import io.sidetone.core.setting.Key;
import io.sidetone.speech.net.KeyHeader;
import io.sidetone.speech.net.ServiceAccess;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Settings of a realtime service.
 *
 * @param access where the service is, who asks, and for what; its address may name the model ({@code model=}, {@code
 *     deployment=}) in its query
 * @param speed of speech, 0.25…1.5
 * @param format format of audio in both directions
 * @param turnDetection who detects the caller's speech
 * @param transcriptionModel model that transcribes the caller's speech; empty for none
 * @param noiseReduction {@code near_field}, {@code far_field}, or empty for none
 * @param maxOutputTokens of one response, 1…4096; 0 for no limit
 * @param eager whether a response is requested as soon as the utterance is over, before its words are known
 * @param placeholder text for words that were heard but not transcribed in time
 * @param limits time limits
 * @param keyHeader header of the key; for Azure without {@code api-key} the key is an Entra token
 * @param reasoningEffort how much the model thinks, in the provider's words; empty for the service's default
 * @param parallelToolCalls whether it may ask for several actions at once; empty for the service's default
 */
public record RealtimeSettings(
        ServiceAccess access,
        @Key(unit = "times", why = "1 is the voice's own.", min = 0.25, max = 1.5) double speed,
        @Key(why = "How audio travels both ways.") WireFormat format,
        @Flatten TurnDetection turnDetection,
        @Key(why = "Writes down what the caller said; empty for none.") String transcriptionModel,
        @Key(why = "What the service takes out of the sound: near_field, far_field; empty for nothing.")
                String noiseReduction,
        @Key(unit = "tokens", why = "Longest response; 0 for no limit.", min = 0, max = 4_096) int maxOutputTokens,
        @Key(why = "Asks for a response as soon as the utterance is over, before its words are known.") boolean eager,
        String placeholder,
        @Flatten RealtimeLimits limits,
        @Flatten KeyHeader keyHeader,
        @Key(why = "How much the model thinks, by the provider's words.", derived = "the service's own")
                String reasoningEffort,
        @Key(why = "Whether the model may ask for several actions at once.", derived = "the service's own")
                Optional<Boolean> parallelToolCalls) {
    /** Session fields that only this side sets. */
    public static final Set<String> OWN_FIELDS = Set.of(
            TYPE, ID, OBJECT, MODEL, INSTRUCTIONS, TOOLS, TOOL_CHOICE, OUTPUT_MODALITIES, AUDIO, MAX_OUTPUT_TOKENS);

    private static final Set<String> OWN_PARAMETERS = Set.of("model", "deployment", "call_id", "api-key");

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
        access.require(
                "options.key-header",
                keyHeader.bearer() || keyHeader.name().equalsIgnoreCase(KeyHeader.API_KEY.name()),
                "'" + keyHeader.name() + "' is not what a realtime service takes; write Authorization or api-key");
        if (!noiseReduction.matches("|near_field|far_field")) {
            throw new IllegalArgumentException("engine " + access.name() + ": noise-reduction '" + noiseReduction
                    + "' must be near_field, far_field or empty");
        }
    }

    /** Returns the documented defaults of OpenAI. */
    public static RealtimeSettings openAi(ServiceAccess access) {
        return of(access, "/v1/realtime", KeyHeader.BEARER);
    }

    /** Returns the documented defaults of Azure. */
    public static RealtimeSettings azure(ServiceAccess access) {
        return of(access, "/openai/v1/realtime", KeyHeader.API_KEY);
    }

    private static RealtimeSettings of(ServiceAccess access, String path, KeyHeader header) {
        return new RealtimeSettings(
                access.socket(OPENAI_URL, path, OWN_PARAMETERS)
                        .without(OWN_FIELDS)
                        .usual(OPENAI_MODEL, VOICE, ""),
                1,
                access.sampleRateHz() == SampleRate.NARROWBAND_HZ ? WireFormat.PCMU : WireFormat.PCM,
                TurnDetection.SERVER,
                TRANSCRIPTION_MODEL,
                "",
                0,
                true,
                "…",
                Altered.with(
                        RealtimeLimits.DEFAULT, "answerMs", access.deadlines().firstByteMs()),
                header,
                "",
                Optional.empty());
    }

    /** Returns further fields of the session by the service's names; none of {@link #OWN_FIELDS}. */
    public Map<String, Object> session() {
        Map<String, Object> session = new LinkedHashMap<>(access.body());
        if (!reasoningEffort.isEmpty()) {
            session.put("reasoning", Map.of("effort", reasoningEffort));
        }
        parallelToolCalls.ifPresent(several -> session.put("parallel_tool_calls", several));
        return session;
    }

    URI address() {
        URI url = access.url();
        String query = url.getRawQuery();
        if (access.model().isEmpty() || query != null && query.matches("(.*&)?(model|deployment)=.*")) {
            return url;
        }
        String encoded = "model=" + ServiceAccess.encoded(access.model());
        return URI.create(url + (query == null ? "?" : query.isEmpty() ? "" : "&") + encoded);
    }
}
