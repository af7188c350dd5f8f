package io.sidetone.transport.realtime;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.core.fence.Token;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** One response: what the agent says and does in one go. Event loop only. */
final class Response {
    static final String IN_PROGRESS = "in_progress";
    static final String COMPLETED = "completed";
    static final String CANCELLED = "cancelled";
    static final String FAILED = "failed";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /**
     * How a client wants it.
     *
     * @param text whether it is text alone
     * @param instructions in place of the session's, or null
     * @param metadata of the client, given back
     */
    record Wish(boolean text, String instructions, JsonNode metadata) {}

    final String id;
    final Wish wish;
    final List<Item> output = new ArrayList<>();

    /** The agent's turn that makes it; none until the floor was granted. */
    long token = Token.NONE;

    String status = IN_PROGRESS;
    String reason = "";
    String failureCode = "";

    /** What is being said, or null. */
    Item message;

    byte[] audioHead;

    /** The last audio was written. */
    boolean written;

    /** The turn was played to its end. */
    boolean spoken;

    Response(String id, Wish wish) {
        this.id = id;
        this.wish = wish;
    }

    boolean over() {
        return !status.equals(IN_PROGRESS);
    }

    void write(JsonGenerator out, String conversationId) throws IOException {
        out.writeObjectFieldStart("response");
        out.writeStringField("object", "realtime.response");
        out.writeStringField("id", id);
        out.writeStringField("status", status);
        writeDetails(out);
        out.writeArrayFieldStart("output");
        for (Item item : output) {
            item.write(out);
        }
        out.writeEndArray();
        out.writeStringField("conversation_id", conversationId);
        out.writeArrayFieldStart("output_modalities");
        out.writeString(wish.text() ? "text" : "audio");
        out.writeEndArray();
        out.writeStringField("max_output_tokens", "inf");
        if (over()) {
            writeUsage(out);
        } else {
            out.writeNullField("usage");
        }
        out.writeFieldName("metadata");
        MAPPER.writeTree(out, wish.metadata());
        out.writeEndObject();
    }

    private void writeDetails(JsonGenerator out) throws IOException {
        if (!status.equals(CANCELLED) && !status.equals(FAILED)) {
            out.writeNullField("status_details");
            return;
        }
        out.writeObjectFieldStart("status_details");
        out.writeStringField("type", status);
        if (status.equals(CANCELLED)) {
            out.writeStringField("reason", reason);
        } else {
            out.writeObjectFieldStart("error");
            out.writeStringField("type", RealtimeError.SERVER_ERROR);
            out.writeStringField("code", failureCode);
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    /** A pipeline of our own counts no tokens; clients read the numbers all the same. */
    private static void writeUsage(JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("usage");
        out.writeNumberField("total_tokens", 0);
        out.writeNumberField("input_tokens", 0);
        out.writeNumberField("output_tokens", 0);
        out.writeObjectFieldStart("input_token_details");
        out.writeNumberField("text_tokens", 0);
        out.writeNumberField("audio_tokens", 0);
        out.writeNumberField("cached_tokens", 0);
        out.writeEndObject();
        out.writeObjectFieldStart("output_token_details");
        out.writeNumberField("text_tokens", 0);
        out.writeNumberField("audio_tokens", 0);
        out.writeEndObject();
        out.writeEndObject();
    }
}
