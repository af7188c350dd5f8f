package io.sidetone.transport.realtime;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.Instructions;
import java.util.List;

/**
 * What a session is set to. Immutable; {@code shown} is never written to again.
 *
 * @param shown the session object as the client sees it
 * @param in how the client's audio comes
 * @param out how ours goes
 * @param turns who detects turns; null: the client itself
 * @param transcribes whether the client wants to read what the caller said
 * @param text whether responses are text alone
 * @param instructions for the dialogue
 * @param tools what the client can carry out; empty where it does not want to
 */
record SessionConfig(
        ObjectNode shown,
        AudioFormat in,
        AudioFormat out,
        TurnDetection turns,
        boolean transcribes,
        boolean text,
        String instructions,
        List<ActionDefinition> tools) {
    /** What a session begins with. */
    static SessionConfig initial(String id, String model, long expiresAtS) {
        ObjectNode session = JsonNodeFactory.instance.objectNode();
        session.put("type", "realtime").put("object", "realtime.session").put("id", id);
        session.put("model", model);
        session.putArray("output_modalities").add("audio");
        session.put("instructions", "");
        session.putArray("tools");
        session.put("tool_choice", "auto").put("max_output_tokens", "inf");
        session.putNull("tracing").putNull("prompt");
        session.put("truncation", "auto").put("expires_at", expiresAtS);
        ObjectNode audio = session.putObject("audio");
        ObjectNode input = audio.putObject("input");
        input.set("format", AudioFormat.PCM.json());
        input.putNull("transcription").putNull("noise_reduction");
        input.set("turn_detection", TurnDetection.DEFAULT.json());
        ObjectNode output = audio.putObject("output");
        output.set("format", AudioFormat.PCM.json());
        output.put("voice", "default").put("speed", 1.0);
        session.putNull("include");
        return new SessionConfig(
                session, AudioFormat.PCM, AudioFormat.PCM, TurnDetection.DEFAULT, false, false, "", List.of());
    }

    /** Returns the instructions of the dialogue; {@code override} in place of the session's instructions unless null. */
    Instructions briefing(String override) {
        return new Instructions(override == null ? instructions : override, tools);
    }

    boolean manual() {
        return turns == null;
    }
}
