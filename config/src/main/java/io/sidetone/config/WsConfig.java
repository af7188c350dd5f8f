package io.sidetone.config;

import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.Section;
import io.sidetone.config.schema.ValueType;
import io.sidetone.core.setting.Key;

/**
 * Settings of what {@code /ws} offers.
 *
 * @param mockedTurns who may trigger turns without engines
 * @param resumeWindowMs the longest a session may wait for a lost connection, in ms; 0 for none
 */
@Section("What clients of the Vela protocol at /ws may do (docs/ws.md).")
public record WsConfig(
        @Key(
                        unit = "who",
                        why = "Who may trigger a deterministic turn that no engine takes part in. auto: on agents with"
                                + " the mock recognizer, and clients on this machine.",
                        byDefault = "auto")
                MockedTurns mockedTurns,
        @FileType(ValueType.DURATION)
                @Key(
                        name = "resume-window",
                        why = "The longest a session waits for a client that lost its connection and had asked for it;"
                                + " its call counts among max-calls meanwhile. 0s: no session waits.",
                        min = 0,
                        max = 600_000,
                        byDefault = "60s")
                int resumeWindowMs) {
    /** Parties that may trigger turns without engines. */
    public enum MockedTurns {
        /** On the mock engines, and for clients on this machine. */
        AUTO,
        /** Everybody. */
        ON,
        /** No client. */
        OFF
    }
}
