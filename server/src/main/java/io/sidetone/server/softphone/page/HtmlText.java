package io.sidetone.server.softphone.page;

/** Text inside HTML. */
final class HtmlText {
    private HtmlText() {}

    /**
     * Returns {@code text} so that a browser shows it and nothing else happens; control characters become spaces, marks that
     * turn the direction of what follows become visible.
     */
    static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&':
                    out.append("&amp;");
                    break;
                case '<':
                    out.append("&lt;");
                    break;
                case '>':
                    out.append("&gt;");
                    break;
                case '"':
                    out.append("&quot;");
                    break;
                case '\'':
                    out.append("&#39;");
                    break;
                default:
                    out.append(Character.isISOControl(c) ? ' ' : turns(c) ? '\ufffd' : c);
            }
        }
        return out.toString();
    }

    private static boolean turns(char c) {
        return c >= '\u202a' && c <= '\u202e' || c >= '\u2066' && c <= '\u2069';
    }
}
