package io.sidetone.transport.realtime;

import static io.sidetone.core.realtime.RealtimeFields.AUDIO;
import static io.sidetone.core.realtime.RealtimeFields.INPUT;
import static io.sidetone.core.realtime.RealtimeFields.OUTPUT;
import static io.sidetone.core.realtime.RealtimeFields.TYPE;
import static io.sidetone.core.realtime.SessionFields.FORMAT;
import static io.sidetone.core.realtime.SessionFields.MAX_OUTPUT_TOKENS;
import static io.sidetone.core.realtime.SessionFields.NOISE_REDUCTION;
import static io.sidetone.core.realtime.SessionFields.OUTPUT_MODALITIES;
import static io.sidetone.core.realtime.SessionFields.REALTIME;
import static io.sidetone.core.realtime.SessionFields.SPEED;
import static io.sidetone.core.realtime.SessionFields.TRANSCRIPTION;
import static io.sidetone.core.realtime.SessionFields.TURN_DETECTION;
import static io.sidetone.core.realtime.SessionFields.VOICE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** The names that the beta protocol had for what is in a session. Stateless. */
final class BetaSession {
    private static final Map<String, String> BETA_INPUT = Map.of(
            "input_audio_format",
            FORMAT,
            "input_audio_transcription",
            TRANSCRIPTION,
            "input_audio_noise_reduction",
            NOISE_REDUCTION,
            TURN_DETECTION,
            TURN_DETECTION);
    private static final Map<String, String> BETA_OUTPUT =
            Map.of("output_audio_format", FORMAT, VOICE, VOICE, SPEED, SPEED);
    private static final Map<String, String> BETA_TOP =
            Map.of("modalities", OUTPUT_MODALITIES, "max_response_output_tokens", MAX_OUTPUT_TOKENS);

    private BetaSession() {}

    /**
     * Returns {@code session} with old names put in their new places.
     *
     * @param beta whether the client asked for the beta protocol, which had no {@code type}
     */
    static EventFields renamed(EventFields session, boolean beta) {
        ObjectNode renamed = session.node().deepCopy();
        boolean old = false;
        for (Map.Entry<String, String> name : BETA_TOP.entrySet()) {
            JsonNode value = renamed.remove(name.getKey());
            if (value != null) {
                old = true;
                renamed.set(name.getValue(), value);
            }
        }
        old |= moved(renamed, BETA_INPUT, INPUT);
        old |= moved(renamed, BETA_OUTPUT, OUTPUT);
        // No engine of ours has a temperature; the protocol has none any more.
        old |= renamed.remove("temperature") != null;
        if ((old || beta) && !renamed.has(TYPE)) {
            renamed.put(TYPE, REALTIME);
        }
        return new EventFields(renamed, session.path());
    }

    private static boolean moved(ObjectNode session, Map<String, String> names, String direction) {
        boolean any = false;
        for (Map.Entry<String, String> name : names.entrySet()) {
            JsonNode value = session.remove(name.getKey());
            if (value == null) {
                continue;
            }
            any = true;
            JsonNode audio = session.path(AUDIO).isObject() ? session.get(AUDIO) : session.putObject(AUDIO);
            JsonNode part =
                    audio.path(direction).isObject() ? audio.get(direction) : ((ObjectNode) audio).putObject(direction);
            ((ObjectNode) part).set(name.getValue(), value);
        }
        return any;
    }
}
