package io.sidetone.transport.realtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** The names that the beta protocol had for what is in a session. Stateless. */
final class BetaSession {
    private static final Map<String, String> INPUT = Map.of(
            "input_audio_format", "format",
            "input_audio_transcription", "transcription",
            "input_audio_noise_reduction", "noise_reduction",
            "turn_detection", "turn_detection");
    private static final Map<String, String> OUTPUT =
            Map.of("output_audio_format", "format", "voice", "voice", "speed", "speed");
    private static final Map<String, String> TOP =
            Map.of("modalities", "output_modalities", "max_response_output_tokens", "max_output_tokens");

    private BetaSession() {}

    /**
     * Returns {@code session} with old names put in their new places.
     *
     * @param beta whether the client asked for the beta protocol, which had no {@code type}
     */
    static Fields renamed(Fields session, boolean beta) {
        ObjectNode renamed = session.node().deepCopy();
        boolean old = false;
        for (Map.Entry<String, String> name : TOP.entrySet()) {
            JsonNode value = renamed.remove(name.getKey());
            if (value != null) {
                old = true;
                renamed.set(name.getValue(), value);
            }
        }
        old |= moved(renamed, INPUT, "input");
        old |= moved(renamed, OUTPUT, "output");
        // No engine of ours has a temperature; the protocol has none any more.
        old |= renamed.remove("temperature") != null;
        if ((old || beta) && !renamed.has("type")) {
            renamed.put("type", "realtime");
        }
        return new Fields(renamed, session.path());
    }

    private static boolean moved(ObjectNode session, Map<String, String> names, String direction) {
        boolean any = false;
        for (Map.Entry<String, String> name : names.entrySet()) {
            JsonNode value = session.remove(name.getKey());
            if (value == null) {
                continue;
            }
            any = true;
            JsonNode audio = session.path("audio").isObject() ? session.get("audio") : session.putObject("audio");
            JsonNode part =
                    audio.path(direction).isObject() ? audio.get(direction) : ((ObjectNode) audio).putObject(direction);
            ((ObjectNode) part).set(name.getValue(), value);
        }
        return any;
    }
}
