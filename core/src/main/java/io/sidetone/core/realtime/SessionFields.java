package io.sidetone.core.realtime;

/**
 * Names of the fields that only a session has in OpenAI's Realtime protocol, general release.
 */
public final class SessionFields {
    // Of the session.

    /** {@code model}. */
    public static final String MODEL = "model";

    /** {@code instructions}. */
    public static final String INSTRUCTIONS = "instructions";

    /** {@code tools}. */
    public static final String TOOLS = "tools";

    /** {@code tool_choice}. */
    public static final String TOOL_CHOICE = "tool_choice";

    /** {@code output_modalities}. */
    public static final String OUTPUT_MODALITIES = "output_modalities";

    /** {@code max_output_tokens}. */
    public static final String MAX_OUTPUT_TOKENS = "max_output_tokens";

    /** {@code include}. */
    public static final String INCLUDE = "include";

    /** {@code parallel_tool_calls}. */
    public static final String PARALLEL_TOOL_CALLS = "parallel_tool_calls";

    /** {@code prompt}. */
    public static final String PROMPT = "prompt";

    /** {@code reasoning}. */
    public static final String REASONING = "reasoning";

    /** {@code tracing}. */
    public static final String TRACING = "tracing";

    /** {@code truncation}. */
    public static final String TRUNCATION = "truncation";

    /** {@code expires_at}. */
    public static final String EXPIRES_AT = "expires_at";

    // Of its audio.

    /** {@code format}. */
    public static final String FORMAT = "format";

    /** {@code rate}. */
    public static final String RATE = "rate";

    /** {@code noise_reduction}. */
    public static final String NOISE_REDUCTION = "noise_reduction";

    /** {@code transcription}. */
    public static final String TRANSCRIPTION = "transcription";

    /** {@code turn_detection}. */
    public static final String TURN_DETECTION = "turn_detection";

    /** {@code voice}. */
    public static final String VOICE = "voice";

    /** {@code speed}. */
    public static final String SPEED = "speed";

    // Of a tool.

    /** {@code description}. */
    public static final String DESCRIPTION = "description";

    /** {@code parameters}. */
    public static final String PARAMETERS = "parameters";

    // Values.

    /** {@code realtime}. */
    public static final String REALTIME = "realtime";

    /** {@code function}. */
    public static final String FUNCTION = "function";

    /** {@code auto}. */
    public static final String AUTO = "auto";

    /** {@code none}. */
    public static final String NONE = "none";

    private SessionFields() {}
}
