package io.sidetone.transport.carrier.hook;

/** Writes a small XML document: elements, attributes and text; escapes all values. */
final class XmlWriter {
    private final StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");

    /** Opens an element. The attributes are names and values in turns; those without a value are left out. */
    XmlWriter open(String element, String... attributes) {
        return begin(element, attributes, ">");
    }

    /** Writes an element without content. */
    XmlWriter empty(String element, String... attributes) {
        return begin(element, attributes, "/>");
    }

    private XmlWriter begin(String element, String[] attributes, String end) {
        text.append('<').append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            if (!attributes[i + 1].isEmpty()) {
                text.append(' ').append(attributes[i]).append("=\"");
                escaped(attributes[i + 1]);
                text.append('"');
            }
        }
        text.append(end);
        return this;
    }

    /** Writes text between elements. */
    XmlWriter text(String content) {
        escaped(content);
        return this;
    }

    /** Closes an element. */
    XmlWriter close(String element) {
        text.append("</").append(element).append('>');
        return this;
    }

    /** XML 1.0 forbids most control characters, even escaped: they become spaces. */
    private void escaped(String value) {
        value.codePoints().forEach(symbol -> {
            switch (symbol) {
                case '&' -> text.append("&amp;");
                case '<' -> text.append("&lt;");
                case '>' -> text.append("&gt;");
                case '"' -> text.append("&quot;");
                case '\'' -> text.append("&apos;");
                default -> text.appendCodePoint(allowed(symbol) ? symbol : ' ');
            }
        });
    }

    private static boolean allowed(int symbol) {
        return symbol >= 0x20 && symbol < 0x7f
                || symbol >= 0xa0 && symbol < 0xd800
                || symbol >= 0xe000 && symbol < 0xfffe
                || symbol >= 0x10000;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
