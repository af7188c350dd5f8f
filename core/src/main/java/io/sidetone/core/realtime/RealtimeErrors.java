package io.sidetone.core.realtime;

/**
 * Error types and codes of OpenAI's Realtime protocol on which a client decides what to do next.
 */
public final class RealtimeErrors {
    // Types.

    /** {@code invalid_request_error}. */
    public static final String INVALID_REQUEST_ERROR = "invalid_request_error";

    /** {@code server_error}. */
    public static final String SERVER_ERROR = "server_error";

    // Codes.

    /** {@code input_audio_buffer_commit_empty}. */
    public static final String INPUT_AUDIO_BUFFER_COMMIT_EMPTY = "input_audio_buffer_commit_empty";

    /** {@code conversation_already_has_active_response}. */
    public static final String CONVERSATION_ALREADY_HAS_ACTIVE_RESPONSE = "conversation_already_has_active_response";

    /** {@code response_cancel_not_active}. */
    public static final String RESPONSE_CANCEL_NOT_ACTIVE = "response_cancel_not_active";

    private RealtimeErrors() {}
}
