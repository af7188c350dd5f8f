package io.sidetone.core.realtime;

/**
 * Names of the fields and values of {@code turn_detection} in a session of OpenAI's Realtime protocol.
 */
public final class TurnDetectionFields {
    // Kinds.

    /** {@code server_vad}. */
    public static final String SERVER_VAD = "server_vad";

    /** {@code semantic_vad}. */
    public static final String SEMANTIC_VAD = "semantic_vad";

    // Of both kinds.

    /** {@code create_response}. */
    public static final String CREATE_RESPONSE = "create_response";

    /** {@code interrupt_response}. */
    public static final String INTERRUPT_RESPONSE = "interrupt_response";

    // Of detection by loudness.

    /** {@code threshold}. */
    public static final String THRESHOLD = "threshold";

    /** {@code prefix_padding_ms}. */
    public static final String PREFIX_PADDING_MS = "prefix_padding_ms";

    /** {@code silence_duration_ms}. */
    public static final String SILENCE_DURATION_MS = "silence_duration_ms";

    /** {@code idle_timeout_ms}. */
    public static final String IDLE_TIMEOUT_MS = "idle_timeout_ms";

    // Of detection by meaning; {@link SessionFields#AUTO} is the fourth eagerness.

    /** {@code eagerness}. */
    public static final String EAGERNESS = "eagerness";

    /** {@code low}. */
    public static final String LOW = "low";

    /** {@code medium}. */
    public static final String MEDIUM = "medium";

    /** {@code high}. */
    public static final String HIGH = "high";

    private TurnDetectionFields() {}
}
