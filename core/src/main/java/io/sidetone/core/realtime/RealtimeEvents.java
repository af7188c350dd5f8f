package io.sidetone.core.realtime;

import java.util.Map;

/**
 * Names of the events of OpenAI's Realtime protocol, general release. The server's dialect {@code /v1/realtime} and the client
 * of realtime models read and write the same names.
 */
public final class RealtimeEvents {
    // From the client.

    /** {@code session.update}. */
    public static final String SESSION_UPDATE = "session.update";

    /** {@code input_audio_buffer.append}. */
    public static final String INPUT_AUDIO_BUFFER_APPEND = "input_audio_buffer.append";

    /** {@code input_audio_buffer.commit}. */
    public static final String INPUT_AUDIO_BUFFER_COMMIT = "input_audio_buffer.commit";

    /** {@code input_audio_buffer.clear}. */
    public static final String INPUT_AUDIO_BUFFER_CLEAR = "input_audio_buffer.clear";

    /** {@code conversation.item.create}. */
    public static final String CONVERSATION_ITEM_CREATE = "conversation.item.create";

    /** {@code conversation.item.retrieve}. */
    public static final String CONVERSATION_ITEM_RETRIEVE = "conversation.item.retrieve";

    /** {@code conversation.item.truncate}. */
    public static final String CONVERSATION_ITEM_TRUNCATE = "conversation.item.truncate";

    /** {@code conversation.item.delete}. */
    public static final String CONVERSATION_ITEM_DELETE = "conversation.item.delete";

    /** {@code response.create}. */
    public static final String RESPONSE_CREATE = "response.create";

    /** {@code response.cancel}. */
    public static final String RESPONSE_CANCEL = "response.cancel";

    // From the server.

    /** {@code session.created}. */
    public static final String SESSION_CREATED = "session.created";

    /** {@code session.updated}. */
    public static final String SESSION_UPDATED = "session.updated";

    /** {@code conversation.created}. */
    public static final String CONVERSATION_CREATED = "conversation.created";

    /** {@code conversation.item.added}. */
    public static final String CONVERSATION_ITEM_ADDED = "conversation.item.added";

    /** {@code conversation.item.done}. */
    public static final String CONVERSATION_ITEM_DONE = "conversation.item.done";

    /** {@code conversation.item.retrieved}. */
    public static final String CONVERSATION_ITEM_RETRIEVED = "conversation.item.retrieved";

    /** {@code conversation.item.truncated}. */
    public static final String CONVERSATION_ITEM_TRUNCATED = "conversation.item.truncated";

    /** {@code conversation.item.deleted}. */
    public static final String CONVERSATION_ITEM_DELETED = "conversation.item.deleted";

    /** {@code conversation.item.input_audio_transcription.delta}. */
    public static final String CONVERSATION_ITEM_INPUT_AUDIO_TRANSCRIPTION_DELTA =
            "conversation.item.input_audio_transcription.delta";

    /** {@code conversation.item.input_audio_transcription.completed}. */
    public static final String CONVERSATION_ITEM_INPUT_AUDIO_TRANSCRIPTION_COMPLETED =
            "conversation.item.input_audio_transcription.completed";

    /** {@code conversation.item.input_audio_transcription.failed}. */
    public static final String CONVERSATION_ITEM_INPUT_AUDIO_TRANSCRIPTION_FAILED =
            "conversation.item.input_audio_transcription.failed";

    /** {@code input_audio_buffer.speech_started}. */
    public static final String INPUT_AUDIO_BUFFER_SPEECH_STARTED = "input_audio_buffer.speech_started";

    /** {@code input_audio_buffer.speech_stopped}. */
    public static final String INPUT_AUDIO_BUFFER_SPEECH_STOPPED = "input_audio_buffer.speech_stopped";

    /** {@code input_audio_buffer.timeout_triggered}. */
    public static final String INPUT_AUDIO_BUFFER_TIMEOUT_TRIGGERED = "input_audio_buffer.timeout_triggered";

    /** {@code input_audio_buffer.committed}. */
    public static final String INPUT_AUDIO_BUFFER_COMMITTED = "input_audio_buffer.committed";

    /** {@code input_audio_buffer.cleared}. */
    public static final String INPUT_AUDIO_BUFFER_CLEARED = "input_audio_buffer.cleared";

    /** {@code response.created}. */
    public static final String RESPONSE_CREATED = "response.created";

    /** {@code response.done}. */
    public static final String RESPONSE_DONE = "response.done";

    /** {@code response.output_item.added}. */
    public static final String RESPONSE_OUTPUT_ITEM_ADDED = "response.output_item.added";

    /** {@code response.output_item.done}. */
    public static final String RESPONSE_OUTPUT_ITEM_DONE = "response.output_item.done";

    /** {@code response.content_part.added}. */
    public static final String RESPONSE_CONTENT_PART_ADDED = "response.content_part.added";

    /** {@code response.content_part.done}. */
    public static final String RESPONSE_CONTENT_PART_DONE = "response.content_part.done";

    /** {@code response.output_text.delta}. */
    public static final String RESPONSE_OUTPUT_TEXT_DELTA = "response.output_text.delta";

    /** {@code response.output_text.done}. */
    public static final String RESPONSE_OUTPUT_TEXT_DONE = "response.output_text.done";

    /** {@code response.output_audio.delta}. */
    public static final String RESPONSE_OUTPUT_AUDIO_DELTA = "response.output_audio.delta";

    /** {@code response.output_audio.done}. */
    public static final String RESPONSE_OUTPUT_AUDIO_DONE = "response.output_audio.done";

    /** {@code response.output_audio_transcript.delta}. */
    public static final String RESPONSE_OUTPUT_AUDIO_TRANSCRIPT_DELTA = "response.output_audio_transcript.delta";

    /** {@code response.output_audio_transcript.done}. */
    public static final String RESPONSE_OUTPUT_AUDIO_TRANSCRIPT_DONE = "response.output_audio_transcript.done";

    /** {@code response.function_call_arguments.delta}. */
    public static final String RESPONSE_FUNCTION_CALL_ARGUMENTS_DELTA = "response.function_call_arguments.delta";

    /** {@code response.function_call_arguments.done}. */
    public static final String RESPONSE_FUNCTION_CALL_ARGUMENTS_DONE = "response.function_call_arguments.done";

    /** {@code rate_limits.updated}. */
    public static final String RATE_LIMITS_UPDATED = "rate_limits.updated";

    private static final Map<String, String> BETA = Map.of(
            "response.audio.delta", RESPONSE_OUTPUT_AUDIO_DELTA,
            "response.audio.done", RESPONSE_OUTPUT_AUDIO_DONE,
            "response.audio_transcript.delta", RESPONSE_OUTPUT_AUDIO_TRANSCRIPT_DELTA,
            "response.audio_transcript.done", RESPONSE_OUTPUT_AUDIO_TRANSCRIPT_DONE,
            "response.text.delta", RESPONSE_OUTPUT_TEXT_DELTA,
            "response.text.done", RESPONSE_OUTPUT_TEXT_DONE,
            "conversation.item.created", CONVERSATION_ITEM_ADDED);

    private RealtimeEvents() {}

    /** Returns the name that {@code type} has in the general release, where the beta named it otherwise. */
    public static String generalName(String type) {
        return BETA.getOrDefault(type, type);
    }
}
