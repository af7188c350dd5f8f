package io.sidetone.transport.sip.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Writes messages: headers in their order, one per line, then Content-Length as it really is. */
public final class SipEncoder {
    private SipEncoder() {}

    /** The message as bytes for the wire (UTF-8 headers, CR LF, body). */
    public static byte[] encode(SipMessage message) {
        StringBuilder out = new StringBuilder(768);
        message.appendStartLine(out);
        out.append("\r\n");
        List<SipHeader> headers = message.headers();
        for (int i = 0; i < headers.size(); i++) {
            SipHeader header = headers.get(i);
            if (!header.name().equals(HeaderNames.CONTENT_LENGTH)) {
                out.append(header.name()).append(": ").append(header.value()).append("\r\n");
            }
        }
        byte[] body = message.body();
        out.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        byte[] head = out.toString().getBytes(StandardCharsets.UTF_8);
        if (body.length == 0) {
            return head;
        }
        byte[] whole = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, whole, head.length, body.length);
        return whole;
    }
}
