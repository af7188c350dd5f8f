package io.sidetone.core.floor;

/** Events that can happen to the floor. Wire names are those of VIP section 7.3 where VIP has one. */
public enum FloorTrigger {
    /** A client connects, an INVITE or a media stream arrives. */
    CONNECT("client.connect"),
    /** Engines and media are ready. */
    READY("server.ready"),
    /** The caller takes the floor: voice, key, push-to-talk, text. */
    INPUT_START("input.start"),
    /** The agent speaks unasked. */
    ANNOUNCE("server.announce"),
    /** The caller's input is complete. */
    INPUT_END("input.end"),
    /** The caller's input is withdrawn. */
    INPUT_CANCEL("input.cancel"),
    /** The caller's input took too long. */
    INPUT_TIMEOUT("input.timeout"),
    /** A client cancels whatever the agent does. */
    RESPONSE_CANCEL("response.cancel"),
    /** The final transcript is here and not empty. */
    FINAL_TRANSCRIPT("transcript.final"),
    /** The first playable audio of a response. */
    RESPONSE_AUDIO("response.audio"),
    /** The model wants an action. */
    RESPONSE_TOOL("response.tool"),
    /** Nothing to say: no speech, no match, an error, an empty transcript or response. */
    NO_RESPONSE("response.none"),
    /** The caller interrupts. */
    BARGE_IN("input.barge_in"),
    /** A client asks the agent to stop speaking and listens for the caller. */
    YIELD("assistant.yield"),
    /** Playback is complete. */
    AUDIO_COMPLETE("audio.complete"),
    /** An interrupted turn is cleaned up; the caller has the floor. */
    CLEANED_TO_LISTENING("cleanup.listening"),
    /** A cancelled turn is cleaned up; the floor is free. */
    CLEANED_TO_IDLE("cleanup.idle"),
    /** An action ended; the model goes on. */
    ACTION_RESULT("action.result"),
    /** An action ended; nothing more is to be said. */
    ACTION_DONE("action.done"),
    /** A client asks for the state again. */
    SESSION_START("session.start"),
    /** Somebody hangs up, or the call cannot go on. */
    SESSION_CLOSE("session.close"),
    /** The call could not be set up. */
    SETUP_FAILED("setup.failed"),
    /** Every resource is released. */
    RELEASED("session.released");

    private final String wireName;

    FloorTrigger(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name used on the wire and in logs. */
    public String wireName() {
        return wireName;
    }
}
