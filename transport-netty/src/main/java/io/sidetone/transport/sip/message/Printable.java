package io.sidetone.transport.sip.message;

/** Makes foreign text fit for an error message: short, one line, nothing a terminal would obey. */
final class Printable {
    private static final int MAX_CHARS = 80;

    private Printable() {}

    static String of(String text) {
        return of(text, 0, text.length());
    }

    static String of(String text, int from, int to) {
        StringBuilder out = new StringBuilder();
        int end = Math.min(to, from + MAX_CHARS);
        for (int i = from; i < end; i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c >= 0x7f) {
                out.append('?');
            } else {
                out.append(c);
            }
        }
        if (end < to) {
            out.append("...");
        }
        return out.toString();
    }
}
