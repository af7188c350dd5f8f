package io.sidetone.speech.transcription;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.NetFailures;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The answer of a service to one upload: JSON, or events as they arrive. One thread. */
final class TranscriptAnswer {
    /** No transcript is longer. */
    private static final int MAX_BYTES = 1 << 20;

    private static final int GARBAGE_RUN = 3;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final TranscriptionSettings settings;
    private final EngineMeter meter;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final StringBuilder heard = new StringBuilder();
    private int status;
    private HttpHeaders headers;
    private ServerSentEvents events;
    private String whole;
    private EngineFailure failure;
    private long bytes;
    private int garbage;

    TranscriptAnswer(TranscriptionSettings settings, EngineMeter meter) {
        this.settings = settings;
        this.meter = meter;
    }

    void head(int answered, HttpHeaders given) {
        status = answered;
        headers = given.copy();
        String type = String.valueOf(given.get("content-type"));
        events = answered < 400 && type.startsWith("text/event-stream") ? new ServerSentEvents(this::event) : null;
    }

    /** Takes a piece; returns a failure when the rest is useless, else null. */
    EngineFailure body(ByteBuf piece) {
        bytes += piece.readableBytes();
        if (bytes > MAX_BYTES) {
            return NetFailures.broken(
                    settings.access().name(), "sent a transcript of more than " + MAX_BYTES + " bytes");
        }
        if (events != null) {
            events.add(piece);
            return failure;
        }
        byte[] part = new byte[piece.readableBytes()];
        piece.readBytes(part);
        body.writeBytes(part);
        return null;
    }

    private void event(String data) {
        if (failure != null || data.equals("[DONE]")) {
            return;
        }
        JsonNode json = json(data);
        if (json == null) {
            meter.unexpected.increment();
            if (++garbage >= GARBAGE_RUN) {
                failure = NetFailures.broken(settings.access().name(), "sent events that are no JSON");
            }
            return;
        }
        garbage = 0;
        switch (json.path("type").asText(json.has("error") ? "error" : "")) {
            case "transcript.text.delta" -> heard.append(json.path("delta").asText(""));
            case "transcript.text.done" -> {
                if (whole == null) {
                    whole = json.path("text").asText(heard.toString());
                    tokens(json);
                }
            }
            case "error" ->
                failure = NetFailures.broken(settings.access().name(), settings.masked("says: " + message(json)));
            default -> meter.unexpected.increment();
        }
    }

    private static String message(JsonNode json) {
        return json.path("error").path("message").asText(json.path("message").asText("no reason"));
    }

    private void tokens(JsonNode json) {
        meter.inputTokens.add(json.path("usage").path("input_tokens").asLong(0));
        meter.outputTokens.add(json.path("usage").path("output_tokens").asLong(0));
    }

    private static JsonNode json(String text) {
        try {
            JsonNode json = JSON.readTree(text);
            return json.isObject() ? json : null;
        } catch (JsonProcessingException notJson) {
            return null;
        }
    }

    /** Ends the answer; returns a failure when it is useless, else null. */
    EngineFailure end() {
        String text = body.toString(StandardCharsets.UTF_8);
        if (status >= 400) {
            return NetFailures.status(settings.access().name(), status, headers, settings.masked(text));
        }
        if (events != null) {
            events.finish();
            if (whole == null && heard.length() > 0) {
                whole = heard.toString();
            }
        } else {
            JsonNode json = json(text);
            if (json != null && json.path("text").isTextual()) {
                whole = json.path("text").textValue();
                tokens(json);
            }
        }
        return failure != null || whole != null
                ? failure
                : NetFailures.broken(
                        settings.access().name(),
                        "sent no transcript; check engines." + settings.access().name() + ".url");
    }

    /** Returns the words so far, or all of them. */
    String text() {
        return (whole == null ? heard.toString() : whole).strip();
    }
}
