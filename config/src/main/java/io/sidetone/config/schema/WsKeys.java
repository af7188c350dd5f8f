package io.sidetone.config.schema;

import static io.sidetone.config.schema.ValueType.DURATION;
import static io.sidetone.config.schema.ValueType.SECTION;
import static io.sidetone.config.schema.ValueType.WORD;

import java.util.List;

/** The keys of /ws. */
final class WsKeys {
    private WsKeys() {}

    static void addTo(List<ConfigKey> keys) {
        keys.add(ConfigKey.of("ws", SECTION, "-", "What clients of the Vela protocol at /ws may do (docs/ws.md)."));
        keys.add(ConfigKey.of(
                        "ws.mocked-turns",
                        WORD,
                        "who",
                        "Who may trigger a deterministic turn that no engine takes part in. auto: on agents with the mock"
                                + " recogniser, and clients on this machine.")
                .oneOf("auto", "on", "off")
                .byDefault("auto"));
        keys.add(ConfigKey.of(
                        "ws.resume-window",
                        DURATION,
                        "duration",
                        "The longest a session waits for a client that lost its connection and had asked for it; its call"
                                + " counts among max-calls meanwhile. 0s: no session waits.")
                .range(0, 600_000)
                .byDefault("60s"));
    }
}
