package io.sidetone.bench.scale;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Bencode, in which rtpengine is spoken to (ng protocol): integers are {@link Long}, strings {@link String} with a character
 * for each byte (ISO 8859-1), lists {@link List}, dictionaries {@link Map} with string keys.
 */
final class Bencode {
    private static final int MAX_DEPTH = 64;

    private final byte[] bytes;
    private int at;

    private Bencode(byte[] bytes, int from) {
        this.bytes = bytes;
        this.at = from;
    }

    /** Returns {@code value} in bencode; numbers may be any whole ones. */
    static byte[] encode(Object value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        write(value, out);
        return out.toByteArray();
    }

    private static void write(Object value, ByteArrayOutputStream out) {
        if (value instanceof Number number) {
            out.writeBytes(latin("i" + number.longValue() + "e"));
        } else if (value instanceof String text) {
            out.writeBytes(latin(text.length() + ":" + text));
        } else if (value instanceof List<?> list) {
            out.write('l');
            list.forEach(one -> write(one, out));
            out.write('e');
        } else if (value instanceof Map<?, ?> map) {
            out.write('d');
            // Keys are in order: so says the format.
            Map<String, Object> sorted = new TreeMap<>();
            map.forEach((key, one) -> sorted.put((String) key, one));
            sorted.forEach((key, one) -> {
                write(key, out);
                write(one, out);
            });
            out.write('e');
        } else {
            throw new IllegalArgumentException("bencode has no " + (value == null ? "null" : value.getClass())
                    + "; it has whole numbers, strings, lists and maps");
        }
    }

    private static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns the one value that {@code bytes} hold from {@code from} to their end. */
    static Object decode(byte[] bytes, int from) {
        Bencode input = new Bencode(bytes, from);
        Object value = input.value(0);
        if (input.at != bytes.length) {
            throw input.wrong("ends at byte " + input.at + " of " + bytes.length);
        }
        return value;
    }

    private Object value(int depth) {
        if (depth > MAX_DEPTH) {
            throw wrong("is nested more than " + MAX_DEPTH + " deep");
        }
        int kind = next();
        switch (kind) {
            case 'i':
                return number('e');
            case 'l':
                List<Object> list = new ArrayList<>();
                while (!ended()) {
                    list.add(value(depth + 1));
                }
                return list;
            case 'd':
                Map<String, Object> map = new LinkedHashMap<>();
                while (!ended()) {
                    Object key = value(depth + 1);
                    if (!(key instanceof String name)) {
                        throw wrong("has a key that is no string: " + key);
                    }
                    map.put(name, value(depth + 1));
                }
                return map;
            default:
                at--;
                long length = number(':');
                if (length < 0 || length > bytes.length - at) {
                    throw wrong("has a string of " + length + " bytes where " + (bytes.length - at) + " are left");
                }
                at += (int) length;
                return new String(bytes, at - (int) length, (int) length, StandardCharsets.ISO_8859_1);
        }
    }

    private int next() {
        if (at >= bytes.length) {
            throw wrong("is cut off");
        }
        return bytes[at++];
    }

    private boolean ended() {
        if (next() == 'e') {
            return true;
        }
        at--;
        return false;
    }

    private long number(char end) {
        int from = at;
        while (next() != end) {
            // The number is what goes before.
        }
        String digits = new String(bytes, from, at - 1 - from, StandardCharsets.ISO_8859_1);
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw wrong("has '" + digits + "' where a number belongs");
        }
    }

    private IllegalArgumentException wrong(String why) {
        return new IllegalArgumentException("the bencoded message " + why);
    }
}
