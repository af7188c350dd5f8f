package io.sidetone.core.realtime;

/**
 * Types of items and of their content, and who says them, in OpenAI's Realtime protocol, general release.
 */
public final class ItemTypes {
    // Items.

    /** {@code message}. */
    public static final String MESSAGE = "message";

    /** {@code function_call}. */
    public static final String FUNCTION_CALL = "function_call";

    /** {@code function_call_output}. */
    public static final String FUNCTION_CALL_OUTPUT = "function_call_output";

    // Roles of a message.

    /** {@code user}. */
    public static final String USER = "user";

    /** {@code assistant}. */
    public static final String ASSISTANT = "assistant";

    /** {@code system}. */
    public static final String SYSTEM = "system";

    // Content of a message.

    /** {@code input_text}. */
    public static final String INPUT_TEXT = "input_text";

    /** {@code input_audio}. */
    public static final String INPUT_AUDIO = "input_audio";

    /** {@code output_text}. */
    public static final String OUTPUT_TEXT = "output_text";

    /** {@code output_audio}. */
    public static final String OUTPUT_AUDIO = "output_audio";

    private ItemTypes() {}
}
