package io.sidetone.tools.architecture;

import java.util.Locale;

/** A picture of boxes and arrows; it is readable on a light and on a dark page. */
final class Svg {
    static final int BOX_HEIGHT = 44;

    private static final String HEAD =
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" font-family="sans-serif" role="img">
            <title>%s</title>
            <defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">\
            <path d="M0 0L8 4L0 8z" fill="#555"/></marker></defs>
            <rect width="100%%" height="100%%" fill="#fff"/>
            """;

    private final StringBuilder body = new StringBuilder();

    /** A box with a name and a smaller line below it; {@code round} for what is no class of ours. */
    Svg box(int x, int y, int width, String name, String below, String fill, boolean round) {
        body.append(String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\" stroke=\"#555\"/>%n",
                x,
                y,
                width,
                BOX_HEIGHT,
                round ? BOX_HEIGHT / 2 : 4,
                fill));
        text(x + width / 2, below.isEmpty() ? y + 27 : y + 19, 13, name, "middle");
        if (!below.isEmpty()) {
            text(x + width / 2, y + 35, 10, below, "middle");
        }
        return this;
    }

    /** A line of text; {@code anchor} is start, middle or end. */
    Svg text(int x, int y, int size, String text, String anchor) {
        body.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" font-size=\"%d\" text-anchor=\"%s\" fill=\"#111\">%s</text>%n",
                x,
                y,
                size,
                anchor,
                text.replace("&", "&amp;").replace("<", "&lt;")));
        return this;
    }

    Svg arrow(int fromX, int fromY, int toX, int toY) {
        body.append(String.format(
                Locale.ROOT,
                "<path d=\"M%d %dL%d %d\" stroke=\"#555\" fill=\"none\" marker-end=\"url(#end)\"/>%n",
                fromX,
                fromY,
                toX,
                toY));
        return this;
    }

    /** The picture as a file. */
    String drawn(String title, int width, int height) {
        return String.format(Locale.ROOT, HEAD, width, height, width, title) + body + "</svg>\n";
    }
}
