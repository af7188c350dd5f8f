package io.sidetone.transport.sip.ua;

import io.sidetone.transport.capture.SipSecrets;
import io.sidetone.transport.sip.message.SipEncoder;
import io.sidetone.transport.sip.message.SipMessage;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Text of a whole SIP message for people: secrets are blackened, it is bounded, and no terminal obeys it. Any thread. */
final class MessageText {
    static final int MOST_CHARS = 8_192;

    private static final Pattern ODD = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}&&[^\\r\\n\\t]]");

    private MessageText() {}

    /** Returns the text of {@code message}; {@code hidden} says whether the caller asked to stay unnamed. */
    static String of(SipMessage message, boolean hidden) {
        byte[] bytes = SipEncoder.encode(message);
        SipSecrets.blacken(bytes, hidden);
        String read = new String(bytes, StandardCharsets.UTF_8);
        // What is no UTF-8 is shown byte by byte.
        String text = read.indexOf('\uFFFD') < 0 ? read : new String(bytes, StandardCharsets.ISO_8859_1);
        String visible = ODD.matcher(text.substring(0, Math.min(text.length(), MOST_CHARS)))
                .replaceAll(odd -> "\\\\x{" + Integer.toHexString(odd.group().codePointAt(0)) + "}");
        return text.length() <= MOST_CHARS && visible.length() <= MOST_CHARS
                ? visible
                : visible.substring(0, MOST_CHARS) + "\r\n[cut off; the whole message has " + bytes.length + " bytes]";
    }
}
