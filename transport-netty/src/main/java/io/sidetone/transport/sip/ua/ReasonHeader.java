package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipResponse;
import java.util.List;

/** The Reason header (RFC 3326) of BYE and CANCEL, and what a refusal says in words. */
final class ReasonHeader {
    private static final String NORMAL_CLEARING = "Q.850;cause=16";

    private static final int MAX_WORDS = 500;

    private ReasonHeader() {}

    /** Returns the header for a text of ours. */
    static String of(String text) {
        StringBuilder header = new StringBuilder(NORMAL_CLEARING).append(";text=\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                header.append('\\');
            }
            header.append(c < 0x20 || c == 0x7f ? ' ' : c);
        }
        return header.append('"').toString();
    }

    /** Returns the end cause a peer's message stands for: its first Reason, read as far as it is readable. */
    static SipEndCause causeOf(SipEndCause.Kind kind, SipMessage message) {
        List<String> values = message.headerValues("Reason");
        return values.isEmpty()
                ? SipEndCause.of(kind)
                : new SipEndCause(kind, cause(values.get(0)), text(values.get(0)));
    }

    /** Returns the phrase of a refusal with its Warning and Reason behind it, as one line of {@value #MAX_WORDS} characters at most. */
    static String words(SipResponse response) {
        StringBuilder words = new StringBuilder(response.reasonPhrase());
        for (String name : List.of("Warning", "Reason")) {
            for (String value : response.headerValues(name)) {
                words.append("; ").append(name).append(": ").append(value.replaceAll("\\p{Cntrl}", " "));
            }
        }
        return words.length() > MAX_WORDS ? words.substring(0, MAX_WORDS) : words.toString();
    }

    private static int cause(String value) {
        int start = value.indexOf("cause=");
        int cause = 0;
        for (int i = start + 6; start >= 0 && i < value.length() && cause < 100_000; i++) {
            char c = value.charAt(i);
            if (c < '0' || c > '9') {
                break;
            }
            cause = cause * 10 + (c - '0');
        }
        return cause;
    }

    private static String text(String value) {
        int start = value.indexOf("text=\"");
        StringBuilder text = new StringBuilder();
        for (int i = start + 6; start >= 0 && i < value.length() && value.charAt(i) != '"'; i++) {
            char c = value.charAt(i);
            if (c == '\\' && i + 1 < value.length()) {
                c = value.charAt(++i);
            }
            text.append(c < 0x20 || c == 0x7f ? ' ' : c);
        }
        return text.toString();
    }
}
