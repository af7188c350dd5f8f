package io.sidetone.transport.sip.ua;

import io.sidetone.transport.capture.SipSecrets;
import io.sidetone.transport.sip.message.SipEncoder;
import io.sidetone.transport.sip.message.SipMessage;
import java.nio.charset.StandardCharsets;

/** Text of a whole SIP message for people: secrets are blackened, it is bounded, and no terminal obeys it. Any thread. */
final class MessageText {
    static final int MOST_CHARS = 8_192;

    private static final char REPLACEMENT = '\uFFFD';

    private MessageText() {}

    /**
     * Returns the text of {@code message}.
     *
     * @param hidden whether the caller asked to stay unnamed
     */
    static String of(SipMessage message, boolean hidden) {
        byte[] bytes = SipEncoder.encode(message);
        SipSecrets.blacken(bytes, hidden);
        String read = new String(bytes, StandardCharsets.UTF_8);
        String text = read.indexOf(REPLACEMENT) < 0 ? read : new String(bytes, StandardCharsets.ISO_8859_1);
        StringBuilder visible = new StringBuilder(Math.min(text.length(), MOST_CHARS));
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            append(visible, text.codePointAt(i));
            if (visible.length() > MOST_CHARS) {
                visible.setLength(MOST_CHARS);
                return visible.append("\r\n[cut off; the whole message has ")
                        .append(bytes.length)
                        .append(" bytes]")
                        .toString();
            }
        }
        return visible.toString();
    }

    private static void append(StringBuilder out, int character) {
        boolean shown = character == '\r' || character == '\n' || character == '\t';
        switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> {
                if (shown) {
                    out.append((char) character);
                } else {
                    out.append("\\x{").append(Integer.toHexString(character)).append('}');
                }
            }
            default -> out.appendCodePoint(character);
        }
    }
}
