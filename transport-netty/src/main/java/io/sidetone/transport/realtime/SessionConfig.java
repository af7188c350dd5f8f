package io.sidetone.transport.realtime;

import static io.sidetone.core.realtime.RealtimeFields.AUDIO;
import static io.sidetone.core.realtime.RealtimeFields.ID;
import static io.sidetone.core.realtime.RealtimeFields.INPUT;
import static io.sidetone.core.realtime.RealtimeFields.OBJECT;
import static io.sidetone.core.realtime.RealtimeFields.OUTPUT;
import static io.sidetone.core.realtime.RealtimeFields.TYPE;
import static io.sidetone.core.realtime.SessionFields.AUTO;
import static io.sidetone.core.realtime.SessionFields.EXPIRES_AT;
import static io.sidetone.core.realtime.SessionFields.FORMAT;
import static io.sidetone.core.realtime.SessionFields.INCLUDE;
import static io.sidetone.core.realtime.SessionFields.INSTRUCTIONS;
import static io.sidetone.core.realtime.SessionFields.MAX_OUTPUT_TOKENS;
import static io.sidetone.core.realtime.SessionFields.MODEL;
import static io.sidetone.core.realtime.SessionFields.NOISE_REDUCTION;
import static io.sidetone.core.realtime.SessionFields.OUTPUT_MODALITIES;
import static io.sidetone.core.realtime.SessionFields.PROMPT;
import static io.sidetone.core.realtime.SessionFields.REALTIME;
import static io.sidetone.core.realtime.SessionFields.SPEED;
import static io.sidetone.core.realtime.SessionFields.TOOLS;
import static io.sidetone.core.realtime.SessionFields.TOOL_CHOICE;
import static io.sidetone.core.realtime.SessionFields.TRACING;
import static io.sidetone.core.realtime.SessionFields.TRANSCRIPTION;
import static io.sidetone.core.realtime.SessionFields.TRUNCATION;
import static io.sidetone.core.realtime.SessionFields.TURN_DETECTION;
import static io.sidetone.core.realtime.SessionFields.VOICE;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.Instructions;
import java.util.List;

/**
 * Settings of a session. Immutable; {@code shown} is never written to again.
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
        SessionTurnDetection turns,
        boolean transcribes,
        boolean text,
        String instructions,
        List<ActionDefinition> tools) {
    /** Returns what a session begins with. */
    static SessionConfig initial(String id, String model, long expiresAtS) {
        ObjectNode session = JsonNodeFactory.instance.objectNode();
        session.put(TYPE, REALTIME).put(OBJECT, "realtime.session").put(ID, id);
        session.put(MODEL, model);
        session.putArray(OUTPUT_MODALITIES).add(AUDIO);
        session.put(INSTRUCTIONS, "");
        session.putArray(TOOLS);
        session.put(TOOL_CHOICE, AUTO).put(MAX_OUTPUT_TOKENS, "inf");
        session.putNull(TRACING).putNull(PROMPT);
        session.put(TRUNCATION, AUTO).put(EXPIRES_AT, expiresAtS);
        ObjectNode audio = session.putObject(AUDIO);
        ObjectNode input = audio.putObject(INPUT);
        input.set(FORMAT, AudioFormat.PCM.json());
        input.putNull(TRANSCRIPTION).putNull(NOISE_REDUCTION);
        input.set(TURN_DETECTION, SessionTurnDetection.DEFAULT.json());
        ObjectNode output = audio.putObject(OUTPUT);
        output.set(FORMAT, AudioFormat.PCM.json());
        output.put(VOICE, "default").put(SPEED, 1.0);
        session.putNull(INCLUDE);
        return new SessionConfig(
                session, AudioFormat.PCM, AudioFormat.PCM, SessionTurnDetection.DEFAULT, false, false, "", List.of());
    }

    /** Returns the instructions of the dialogue; {@code override} in place of the session's instructions unless null. */
    Instructions briefing(String override) {
        return new Instructions(override == null ? instructions : override, tools);
    }

    boolean manual() {
        return turns == null;
    }
}
