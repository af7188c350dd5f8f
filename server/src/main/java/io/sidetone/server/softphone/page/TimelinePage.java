package io.sidetone.server.softphone.page;

import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page around a {@link CallTimeline}: one file, nothing is loaded from elsewhere; light and dark. */
final class TimelinePage {
    private static final double MS_PER_S = 1_000;
    static final double MAX_SOUND_MS = 600_000;
    private static final Pattern PLACE = Pattern.compile("@@([A-Z]+)@@");

    private TimelinePage() {}

    /**
     * What differs from page to page.
     *
     * @param title heading
     * @param lead line below it
     * @param tiles figures, made with {@link #tile}
     * @param cut what the mark of an interruption means
     * @param heading above the measurements
     * @param measured the measurements
     * @param more HTML below them
     * @param zero what time is counted from
     */
    record Words(
            String title,
            String lead,
            String tiles,
            String cut,
            String heading,
            String measured,
            String more,
            String zero) {}

    /** Returns the page of {@code score} with its sound, two channels at 8 kHz. */
    static String of(Words words, CallTimeline score, Wav wav) {
        Map<String, String> parts = Map.ofEntries(
                Map.entry("TITLE", HtmlText.escape(words.title())),
                Map.entry("STYLE", resource("page.css")),
                Map.entry("SCRIPT", resource("page.js")),
                Map.entry("LEAD", HtmlText.escape(words.lead())),
                Map.entry("TILES", words.tiles()),
                Map.entry("SOUND", sound(wav)),
                Map.entry("CUT", HtmlText.escape(words.cut())),
                Map.entry("STAVES", staves(score, wav)),
                Map.entry("ROWS", rows(score)),
                Map.entry("HEADING", HtmlText.escape(words.heading())),
                Map.entry("MEASURED", words.measured()),
                Map.entry("SERVER", words.more()),
                Map.entry("ZERO", HtmlText.escape(words.zero())));
        // In one pass: what a caller says is never taken for a place to fill.
        return PLACE.matcher(resource("page.html"))
                .replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
    }

    private static String resource(String name) {
        try (InputStream in = TimelinePage.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void tile(StringBuilder out, String what, String value) {
        out.append("<div class=\"tile\"><dt>")
                .append(what)
                .append("</dt><dd>")
                .append(value)
                .append("</dd></div>\n");
    }

    static String ms(Double value) {
        return value == null ? "–" : Long.toString(Math.round(value));
    }

    static String seconds(double ms) {
        return String.format(Locale.ROOT, "%.3f", ms / MS_PER_S);
    }

    /** A page of hours would be larger than browsers open. */
    private static String sound(Wav wav) {
        if (wav.durationMs() > MAX_SOUND_MS) {
            return String.format(
                    Locale.ROOT,
                    "<p class=\"silent\">The sound of calls longer than %.0f minutes is not in the page; it can be"
                            + " written to a file of its own.</p>",
                    MAX_SOUND_MS / MS_PER_S / 60);
        }
        return "<audio id=\"sound\" controls preload=\"metadata\" src=\"data:audio/wav;base64,"
                + Base64.getEncoder().encodeToString(WavWriter.toBytes(wav)) + "\"></audio>";
    }

    private static String staves(CallTimeline score, Wav wav) {
        Waveform caller = new Waveform(wav.channel(0));
        Waveform agent = new Waveform(wav.channel(1));
        StringBuilder out = new StringBuilder();
        double fromMs = score.fromMs();
        do {
            out.append(new TimelineRow(score, caller, agent, fromMs).svg());
            fromMs += TimelineRow.LENGTH_MS;
        } while (fromMs < score.toMs());
        return out.toString();
    }

    private static String rows(CallTimeline score) {
        StringBuilder out = new StringBuilder();
        for (CallTimeline.Row row : score.rows()) {
            out.append("<tr class=\"").append(row.who()).append("\"><td>").append(seconds(row.atMs()));
            out.append("</td><td>").append(row.untilMs() == null ? "" : seconds(row.untilMs()));
            out.append("</td><th scope=\"row\">").append(row.who()).append("</th><td>");
            out.append(HtmlText.escape(row.what())).append("</td></tr>\n");
        }
        return out.toString();
    }
}
