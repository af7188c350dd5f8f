package io.sidetone.transport.vip.message;

import java.util.HashSet;
import java.util.Set;

/** Event that the server sends to a client, by its name on the wire (VIP-18). */
public enum ServerEvent {
    /** The handshake succeeded. */
    SESSION_CONNECTED("session.connected", Role.SYSTEM),
    /** The session is idle for the first time: input may begin. */
    SERVER_READY("server.ready", Role.SYSTEM),
    /** The agent speaks unasked. */
    SERVER_ANNOUNCE("server.announce", Role.ASSISTANT),
    /** The session is over. */
    SESSION_TERMINATED("session.terminated", Role.SYSTEM),
    /** Description of what the server takes and gives. */
    CONFIG_LOADED("config.loaded", Role.SYSTEM),
    /** The state has changed. */
    STATE("state", Role.SYSTEM),
    /** The server's detector hears speech. */
    INPUT_DETECTED("input.detected", Role.SYSTEM),
    /** Words of the caller so far. */
    TRANSCRIPT_PARTIAL("transcript.partial", Role.USER),
    /** Words that the caller said. */
    TRANSCRIPT_FINAL("transcript.final", Role.USER),
    /** A piece of what the agent says. */
    RESPONSE_TEXT("response.text.delta", Role.ASSISTANT),
    /** Sound of the agent. */
    RESPONSE_AUDIO("response.audio", Role.ASSISTANT),
    /** The model wants an action; {@link #ACTION_INVOKE} follows when it may be carried out. */
    RESPONSE_TOOL("response.tool", Role.ASSISTANT),
    /** Report on how much of the agent's words was heard. */
    CAPTION("caption", Role.ASSISTANT),
    /** The agent's turn is over. */
    AUDIO_COMPLETE("audio.complete", Role.ASSISTANT),
    /** Stand still. */
    PLAYBACK_PAUSE("playback.pause", Role.SYSTEM),
    /** Go on. */
    PLAYBACK_RESUME("playback.resume", Role.SYSTEM),
    /** Stop and forget. */
    PLAYBACK_STOP("playback.stop", Role.SYSTEM),
    /** Carry out an action. */
    ACTION_INVOKE("action.invoke", Role.ASSISTANT),
    /** An action is not wanted any more. */
    ACTION_CANCEL("action.cancel", Role.SYSTEM),
    /** The actions are registered. */
    ACTIONS_REGISTERED("actions.registered", Role.SYSTEM),
    /** The model knows what the caller sees. */
    NARRATED_APPLIED("narrated_state.applied", Role.SYSTEM),
    /** The model will know it when the floor is free. */
    NARRATED_DEFERRED("narrated_state.deferred", Role.SYSTEM),
    /** Something could not be taken or done. */
    ERROR("error", Role.SYSTEM),
    /** Nothing more can be done in this session. */
    ERROR_FATAL("error.fatal", Role.SYSTEM);

    private static final Set<String> NAMES = new HashSet<>(Set.of("action.invoke", "invoke_action"));

    static {
        for (ServerEvent event : values()) {
            NAMES.add(event.wireName);
        }
    }

    /** To whom a message is attributed (VIP 5.6). */
    public enum Role {
        /** The caller. */
        USER("user"),
        /** The agent. */
        ASSISTANT("assistant"),
        /** The protocol. */
        SYSTEM("system");

        private final String wireName;

        Role(String wireName) {
            this.wireName = wireName;
        }

        /** Returns the name on the wire. */
        public String wireName() {
            return wireName;
        }
    }

    private final String wireName;
    private final Role role;

    ServerEvent(String wireName, Role role) {
        this.wireName = wireName;
        this.role = role;
    }

    /** Returns the name on the wire. */
    public String wireName() {
        return wireName;
    }

    /** Returns whose message it is. */
    public Role role() {
        return role;
    }

    static boolean named(String name) {
        return NAMES.contains(name);
    }
}
