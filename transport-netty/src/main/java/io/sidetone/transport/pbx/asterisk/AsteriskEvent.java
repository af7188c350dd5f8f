package io.sidetone.transport.pbx.asterisk;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.netty.buffer.ByteBuf;
import io.sidetone.transport.pbx.ControlText;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * A control message of Asterisk in one of its two formats: words with {@code name:value} (the older one), or JSON.
 *
 * @param name of the event; empty when the message names none
 * @param fields fields by their names in JSON; {@code correlation_id} is the last word of the older format's answers
 * @param json whether the format is JSON
 */
record AsteriskEvent(String name, Map<String, String> fields, boolean json) {
    private static final String CORRELATION = "correlation_id";
    private static final String ERROR_TEXT = "error_text:";
    private static final int MAX_WORDS = 256;

    static AsteriskEvent of(ByteBuf message) throws JsonProcessingException {
        if (ControlText.looksLikeObject(message)) {
            Map<String, String> fields = ControlText.fields(message);
            return new AsteriskEvent(fields.getOrDefault("event", ""), fields, true);
        }
        String text = message.toString(StandardCharsets.UTF_8).strip();
        String[] words = text.split(" +", MAX_WORDS);
        Map<String, String> fields = new HashMap<>();
        switch (words[0]) {
            case "MEDIA_MARK_PROCESSED", "MEDIA_BUFFERING_COMPLETED" -> correlation(words, fields);
            case "ERROR" -> {
                int from = text.indexOf(ERROR_TEXT);
                fields.put("error_text", from < 0 ? text : text.substring(from + ERROR_TEXT.length()));
            }
            default -> {
                for (int i = 1; i < words.length; i++) {
                    int colon = words[i].indexOf(':');
                    if (colon > 0) {
                        fields.put(words[i].substring(0, colon), words[i].substring(colon + 1));
                    }
                }
            }
        }
        return new AsteriskEvent(words[0], fields, false);
    }

    /** Our own ids contain a colon, too, so a colon does not mark a word as a named value. */
    private static void correlation(String[] words, Map<String, String> fields) {
        for (int i = 1; i < words.length; i++) {
            if (words[i].startsWith(CORRELATION + ":")) {
                fields.put(CORRELATION, words[i].substring(CORRELATION.length() + 1));
            } else if (!words[i].startsWith("channel_id:")) {
                fields.putIfAbsent(CORRELATION, words[i]);
            }
        }
    }

    String field(String key) {
        return fields.getOrDefault(key, "");
    }
}
