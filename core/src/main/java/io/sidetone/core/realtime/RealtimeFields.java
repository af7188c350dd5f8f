package io.sidetone.core.realtime;

/**
 * Names of the fields of events, items and responses in OpenAI's Realtime protocol. {@link SessionFields} adds those that
 * only a session has; no name is in both.
 */
public final class RealtimeFields {
    // Of events.

    /** {@code type}. */
    public static final String TYPE = "type";

    /** {@code event_id}. */
    public static final String EVENT_ID = "event_id";

    /** {@code session}. */
    public static final String SESSION = "session";

    /** {@code item}. */
    public static final String ITEM = "item";

    /** {@code response}. */
    public static final String RESPONSE = "response";

    /** {@code error}. */
    public static final String ERROR = "error";

    /** {@code item_id}. */
    public static final String ITEM_ID = "item_id";

    /** {@code previous_item_id}. */
    public static final String PREVIOUS_ITEM_ID = "previous_item_id";

    /** {@code response_id}. */
    public static final String RESPONSE_ID = "response_id";

    /** {@code output_index}. */
    public static final String OUTPUT_INDEX = "output_index";

    /** {@code content_index}. */
    public static final String CONTENT_INDEX = "content_index";

    /** {@code delta}. */
    public static final String DELTA = "delta";

    /** {@code audio_start_ms}. */
    public static final String AUDIO_START_MS = "audio_start_ms";

    /** {@code audio_end_ms}. */
    public static final String AUDIO_END_MS = "audio_end_ms";

    // Of items and their content parts.

    /** {@code id}. */
    public static final String ID = "id";

    /** {@code object}. */
    public static final String OBJECT = "object";

    /** {@code role}. */
    public static final String ROLE = "role";

    /** {@code content}. */
    public static final String CONTENT = "content";

    /** {@code text}. */
    public static final String TEXT = "text";

    /** {@code audio}. */
    public static final String AUDIO = "audio";

    /** {@code transcript}. */
    public static final String TRANSCRIPT = "transcript";

    /** {@code call_id}. */
    public static final String CALL_ID = "call_id";

    /** {@code name}. */
    public static final String NAME = "name";

    /** {@code arguments}. */
    public static final String ARGUMENTS = "arguments";

    /** {@code input}. */
    public static final String INPUT = "input";

    /** {@code output}. */
    public static final String OUTPUT = "output";

    // Of responses.

    /** {@code status}. */
    public static final String STATUS = "status";

    /** {@code status_details}. */
    public static final String STATUS_DETAILS = "status_details";

    /** {@code reason}. */
    public static final String REASON = "reason";

    /** {@code metadata}. */
    public static final String METADATA = "metadata";

    /** {@code conversation}. */
    public static final String CONVERSATION = "conversation";

    /** {@code usage}. */
    public static final String USAGE = "usage";

    /** {@code input_tokens}. */
    public static final String INPUT_TOKENS = "input_tokens";

    /** {@code output_tokens}. */
    public static final String OUTPUT_TOKENS = "output_tokens";

    /** {@code input_token_details}. */
    public static final String INPUT_TOKEN_DETAILS = "input_token_details";

    /** {@code cached_tokens}. */
    public static final String CACHED_TOKENS = "cached_tokens";

    // Of errors.

    /** {@code code}. */
    public static final String CODE = "code";

    /** {@code message}. */
    public static final String MESSAGE = "message";

    /** {@code param}. */
    public static final String PARAM = "param";

    private RealtimeFields() {}
}
