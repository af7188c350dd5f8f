package io.sidetone.transport.vip.message;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads messages: one JSON object each, within limits of size, depth and number of values. */
public final class VipReader {
    /** The largest message. */
    public static final int MAX_BYTES = 512 * 1024;

    private static final int MAX_DEPTH = 24;
    private static final int MAX_VALUES = 20_000;
    private static final int MAX_NUMBER = 32;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MAX_BYTES)
                    .maxNameLength(256)
                    .maxNumberLength(MAX_NUMBER)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();

    private final JsonParser in;
    private int values;

    private VipReader(JsonParser in) {
        this.in = in;
    }

    /**
     * Reads a message in its envelope {@code {"type": …, "payload": {…}}}.
     *
     * @throws BadMessageException {@code invalid_json}, {@code invalid_message} or {@code unknown_event}
     */
    public static VipMessage message(ByteBuf bytes) throws BadMessageException {
        try (JsonParser parser =
                FACTORY.createParser((java.io.InputStream) new ByteBufInputStream(bytes, bytes.readableBytes()))) {
            return VipMessage.of(new Fields("", new VipReader(parser).whole()));
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Reads one JSON object. */
    public static Fields object(byte[] bytes) throws BadMessageException {
        try (JsonParser parser = FACTORY.createParser(bytes)) {
            return new Fields("", new VipReader(parser).whole());
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static BadMessageException unreadable(IOException e) {
        if (e instanceof JsonParseException parse && parse.getLocation() != null) {
            return new BadMessageException(
                    "invalid_json",
                    "this is no JSON (line " + parse.getLocation().getLineNr() + ", column "
                            + parse.getLocation().getColumnNr() + "): " + Fields.shown(parse.getOriginalMessage())
                            + "; send one JSON object with every name once");
        }
        return new BadMessageException(
                "invalid_json",
                "the message is cut short, or beyond depth " + MAX_DEPTH + " or " + MAX_NUMBER
                        + " digits; send a simpler JSON object");
    }

    private Map<String, Object> whole() throws IOException, BadMessageException {
        JsonToken first = in.nextToken();
        if (first == null) {
            throw new BadMessageException("invalid_json", "the message is empty; send one JSON object");
        }
        if (first != JsonToken.START_OBJECT) {
            throw new BadMessageException(
                    "invalid_message", "the message is no JSON object; send {\"type\": …, \"payload\": {…}}");
        }
        Map<String, Object> object = object();
        if (in.nextToken() != null) {
            throw new BadMessageException(
                    "invalid_json", "something follows the JSON object; send one object in each message");
        }
        return object;
    }

    private Map<String, Object> object() throws IOException, BadMessageException {
        Map<String, Object> members = new LinkedHashMap<>();
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            members.put(name, value(in.nextToken()));
        }
        return members;
    }

    private List<Object> array() throws IOException, BadMessageException {
        List<Object> elements = new ArrayList<>();
        for (JsonToken token = in.nextToken(); token != JsonToken.END_ARRAY; token = in.nextToken()) {
            elements.add(value(token));
        }
        return elements;
    }

    /** Integer, Long or Double: what every reader of parameters and results knows. */
    private Number number() throws IOException, BadMessageException {
        Number number = in.getNumberValue();
        if (number instanceof Integer || number instanceof Long) {
            return number;
        }
        if (!Double.isFinite(number.doubleValue())) {
            throw new BadMessageException("invalid_message", "a number is beyond every measure; send a smaller one");
        }
        return number.doubleValue();
    }

    private Object value(JsonToken token) throws IOException, BadMessageException {
        if (++values > MAX_VALUES) {
            throw new BadMessageException(
                    "invalid_message", "the message has more than " + MAX_VALUES + " values; send a smaller one");
        }
        if (token == null) {
            throw new JsonParseException(in, "unexpected end");
        }
        return switch (token) {
            case VALUE_STRING -> in.getText();
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            case VALUE_NULL -> null;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            default -> throw new JsonParseException(in, "unexpected " + token);
        };
    }
}
