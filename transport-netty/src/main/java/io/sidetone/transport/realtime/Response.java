package io.sidetone.transport.realtime;

import static io.sidetone.core.realtime.RealtimeFields.CACHED_TOKENS;
import static io.sidetone.core.realtime.RealtimeFields.CODE;
import static io.sidetone.core.realtime.RealtimeFields.ERROR;
import static io.sidetone.core.realtime.RealtimeFields.ID;
import static io.sidetone.core.realtime.RealtimeFields.INPUT_TOKENS;
import static io.sidetone.core.realtime.RealtimeFields.INPUT_TOKEN_DETAILS;
import static io.sidetone.core.realtime.RealtimeFields.METADATA;
import static io.sidetone.core.realtime.RealtimeFields.OBJECT;
import static io.sidetone.core.realtime.RealtimeFields.OUTPUT;
import static io.sidetone.core.realtime.RealtimeFields.OUTPUT_TOKENS;
import static io.sidetone.core.realtime.RealtimeFields.REASON;
import static io.sidetone.core.realtime.RealtimeFields.RESPONSE;
import static io.sidetone.core.realtime.RealtimeFields.STATUS;
import static io.sidetone.core.realtime.RealtimeFields.STATUS_DETAILS;
import static io.sidetone.core.realtime.RealtimeFields.TYPE;
import static io.sidetone.core.realtime.RealtimeFields.USAGE;
import static io.sidetone.core.realtime.SessionFields.MAX_OUTPUT_TOKENS;
import static io.sidetone.core.realtime.SessionFields.OUTPUT_MODALITIES;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.core.fence.Token;
import io.sidetone.core.realtime.RealtimeErrors;
import io.sidetone.core.realtime.ResponseStatus;
import io.sidetone.core.usage.CallUsage;
import io.sidetone.core.usage.EngineUsage;
import io.sidetone.core.usage.Measure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** One response: what the agent says and does in one go. Event loop only. */
final class Response {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /**
     * Way in which a client wants it.
     *
     * @param text whether it is text alone
     * @param instructions in place of the session's, or null
     * @param metadata of the client, given back
     */
    record Request(boolean text, String instructions, JsonNode metadata) {}

    final String id;
    final Request request;
    final List<Item> output = new ArrayList<>();

    /** The agent's turn that makes it; none until the floor was granted. */
    long token = Token.NONE;

    String status = ResponseStatus.IN_PROGRESS;
    String reason = "";
    String failureCode = "";

    /** Item that is being said, or null. */
    Item message;

    byte[] audioHead;

    /** Tokens that models reported since the response before. */
    TokenCount used = TokenCount.NONE;

    /** The last audio was written. */
    boolean written;

    /** The turn was played to its end. */
    boolean spoken;

    Response(String id, Request request) {
        this.id = id;
        this.request = request;
    }

    boolean over() {
        return !status.equals(ResponseStatus.IN_PROGRESS);
    }

    void write(JsonGenerator out, String conversationId) throws IOException {
        out.writeObjectFieldStart(RESPONSE);
        out.writeStringField(OBJECT, "realtime.response");
        out.writeStringField(ID, id);
        out.writeStringField(STATUS, status);
        writeDetails(out);
        out.writeArrayFieldStart(OUTPUT);
        for (Item item : output) {
            item.write(out);
        }
        out.writeEndArray();
        out.writeStringField("conversation_id", conversationId);
        out.writeArrayFieldStart(OUTPUT_MODALITIES);
        out.writeString(request.text() ? "text" : "audio");
        out.writeEndArray();
        out.writeStringField(MAX_OUTPUT_TOKENS, "inf");
        if (over()) {
            used.write(out);
        } else {
            out.writeNullField(USAGE);
        }
        out.writeFieldName(METADATA);
        MAPPER.writeTree(out, request.metadata());
        out.writeEndObject();
    }

    private void writeDetails(JsonGenerator out) throws IOException {
        if (!status.equals(ResponseStatus.CANCELLED) && !status.equals(ResponseStatus.FAILED)) {
            out.writeNullField(STATUS_DETAILS);
            return;
        }
        out.writeObjectFieldStart(STATUS_DETAILS);
        out.writeStringField(TYPE, status);
        if (status.equals(ResponseStatus.CANCELLED)) {
            out.writeStringField(REASON, reason);
        } else {
            out.writeObjectFieldStart(ERROR);
            out.writeStringField(TYPE, RealtimeErrors.SERVER_ERROR);
            out.writeStringField(CODE, failureCode);
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    /**
     * Tokens of language models, as these reported them.
     *
     * @param input given, those that were kept included
     * @param cached kept by the service from an earlier request
     * @param output given back
     */
    record TokenCount(long input, long cached, long output) {
        static final TokenCount NONE = new TokenCount(0, 0, 0);

        /** Returns what the models of a call have used so far. */
        static TokenCount of(CallUsage usage) {
            long input = 0;
            long cached = 0;
            long output = 0;
            for (EngineUsage each : usage.engines()) {
                if (each.role().equals("dialogue")) {
                    input += each.of(Measure.INPUT_TOKENS);
                    cached += each.of(Measure.CACHED_TOKENS);
                    output += each.of(Measure.OUTPUT_TOKENS);
                }
            }
            return new TokenCount(input, cached, output);
        }

        /** Returns what came since {@code before}. */
        TokenCount since(TokenCount before) {
            return new TokenCount(input - before.input, cached - before.cached, output - before.output);
        }

        /** Writes the field {@code usage} of a response; to clients all of them are tokens of text. */
        void write(JsonGenerator out) throws IOException {
            out.writeObjectFieldStart(USAGE);
            out.writeNumberField("total_tokens", input + output);
            out.writeNumberField(INPUT_TOKENS, input);
            out.writeNumberField(OUTPUT_TOKENS, output);
            out.writeObjectFieldStart(INPUT_TOKEN_DETAILS);
            out.writeNumberField("text_tokens", input);
            out.writeNumberField("audio_tokens", 0);
            out.writeNumberField(CACHED_TOKENS, cached);
            out.writeEndObject();
            out.writeObjectFieldStart("output_token_details");
            out.writeNumberField("text_tokens", output);
            out.writeNumberField("audio_tokens", 0);
            out.writeEndObject();
            out.writeEndObject();
        }
    }
}
