package io.sidetone.transport.vela;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.netty.buffer.ByteBuf;
import io.sidetone.core.turn.TurnHints;
import java.io.IOException;
import java.util.Iterator;

/** Reads one message: a strict envelope, then the payload of its type. Stateless; any thread. */
final class VelaReader {
    /** Containers within one another, the envelope being the first. */
    static final int MAX_DEPTH = 8;

    /** Characters of a typed input. */
    static final int MAX_TEXT = 4_000;

    /** Characters of a reason or a request's name. */
    static final int MAX_NAME = 200;

    static final String TYPES = "session.start, mocked.turn.trigger, input_audio.append, input_audio.commit,"
            + " response.cancel, input_text, turn.yield, turn.grant, session.close";

    private static final int MAX_NUMBER = 20;
    private static final int MAX_KEY = 64;

    private final ObjectMapper json;

    /** Creates a reader of messages up to {@code maxBytes}. */
    VelaReader(int maxBytes) {
        StreamReadConstraints limits = StreamReadConstraints.builder()
                .maxNestingDepth(MAX_DEPTH)
                .maxStringLength(maxBytes)
                .maxNumberLength(MAX_NUMBER)
                .maxNameLength(MAX_KEY)
                .build();
        json = new ObjectMapper(
                        JsonFactory.builder().streamReadConstraints(limits).build())
                .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
    }

    /**
     * Reads {@code message}, which stays its owner's.
     *
     * @throws BadVelaMessageException with the code and the words for the client
     */
    VelaMessage read(ByteBuf message) throws BadVelaMessageException {
        JsonNode envelope = tree(message);
        if (!envelope.isObject()) {
            throw bad("a message is an object {\"type\": ..., \"payload\": {...}}, not " + kind(envelope));
        }
        JsonNode type = envelope.get("type");
        JsonNode payload = envelope.get("payload");
        if (type == null || !type.isTextual()) {
            throw bad("type: " + kind(type) + " is no event name; it is a string, one of " + TYPES);
        }
        if (payload == null || !payload.isObject()) {
            throw bad("payload: " + kind(payload) + " is no object; send {} where an event carries nothing");
        }
        for (Iterator<String> names = envelope.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!"type".equals(name) && !"payload".equals(name)) {
                throw bad("'" + cut(name) + "' does not belong in the envelope, which is exactly type and payload");
            }
        }
        return message(type.asText(), payload);
    }

    private JsonNode tree(ByteBuf message) throws BadVelaMessageException {
        byte[] bytes = new byte[message.readableBytes()];
        message.getBytes(message.readerIndex(), bytes);
        try (JsonParser parser = json.createParser(bytes)) {
            JsonNode tree = json.readTree(parser);
            if (tree == null || tree.isMissingNode()) {
                throw BadVelaMessageException.json("the message is empty; send one JSON object");
            }
            if (parser.nextToken() != null) {
                throw BadVelaMessageException.json("something follows the JSON object; send one object per message");
            }
            return tree;
        } catch (StreamConstraintsException beyond) {
            throw bad("a limit was passed: " + beyond.getOriginalMessage() + "; messages are at most " + MAX_DEPTH
                    + " levels deep");
        } catch (MismatchedInputException wrong) {
            throw bad(wrong.getOriginalMessage());
        } catch (JsonProcessingException notJson) {
            throw BadVelaMessageException.json("the message is not JSON: " + cut(notJson.getOriginalMessage()));
        } catch (IOException notJson) {
            throw BadVelaMessageException.json("the message is not JSON: " + cut(notJson.getMessage()));
        }
    }

    private static VelaMessage message(String type, JsonNode payload) throws BadVelaMessageException {
        return switch (type) {
            case "session.start" -> new VelaMessage.Start(SessionOptionsReader.options(payload));
            case "mocked.turn.trigger" -> new VelaMessage.Trigger();
            case "input_audio.append" -> new VelaMessage.Append(text(payload, "chunk", Integer.MAX_VALUE));
            case "input_audio.commit" -> new VelaMessage.Commit();
            case "response.cancel" -> new VelaMessage.Cancel();
            case "input_text" -> typed(text(payload, "text", MAX_TEXT));
            case "turn.yield" -> new VelaMessage.Yield(optional(payload, "reason"));
            case "turn.grant" -> grant(payload);
            case "session.close" -> new VelaMessage.Close();
            default -> throw bad("type: '" + cut(type) + "' is no event of this protocol; use one of " + TYPES);
        };
    }

    private static VelaMessage typed(String text) throws BadVelaMessageException {
        if (text.isBlank()) {
            throw bad("payload.text is blank; send what the caller typed");
        }
        return new VelaMessage.Text(text);
    }

    private static VelaMessage grant(JsonNode payload) throws BadVelaMessageException {
        JsonNode expect = payload.path("expectResponse");
        JsonNode delay = payload.path("autoResponseDelayMs");
        if (!expect.isMissingNode() && !expect.isBoolean()) {
            throw bad("payload.expectResponse: " + kind(expect) + " is not true or false");
        }
        if (!delay.isMissingNode() && !delay.isInt()) {
            throw bad("payload.autoResponseDelayMs: " + kind(delay) + " is no whole number of ms");
        }
        try {
            return new VelaMessage.Grant(
                    new TurnHints(expect.asBoolean(true), delay.asInt(0), optional(payload, "requestId")));
        } catch (IllegalArgumentException outside) {
            throw bad("payload." + outside.getMessage());
        }
    }

    private static String optional(JsonNode payload, String name) throws BadVelaMessageException {
        return payload.has(name) ? text(payload, name, MAX_NAME) : "";
    }

    private static String text(JsonNode payload, String name, int most) throws BadVelaMessageException {
        JsonNode value = payload.get(name);
        if (value == null || !value.isTextual()) {
            throw bad("payload." + name + ": " + kind(value) + " is no string");
        }
        if (value.textValue().length() > most) {
            throw bad("payload." + name + ": " + value.textValue().length() + " characters are more than " + most);
        }
        return value.textValue();
    }

    static BadVelaMessageException bad(String message) {
        return BadVelaMessageException.message(message);
    }

    /** Returns what a value is, for people; its content may be long or private. */
    static String kind(JsonNode value) {
        if (value == null || value.isMissingNode()) {
            return "nothing";
        }
        return value.isNumber() || value.isBoolean()
                ? cut(value.asText())
                : "a value of type " + value.getNodeType().name().toLowerCase(java.util.Locale.ROOT);
    }

    static String cut(String text) {
        String line = text == null ? "" : text.lines().findFirst().orElse("");
        return line.length() > MAX_NAME ? line.substring(0, MAX_NAME) + "…" : line;
    }
}
