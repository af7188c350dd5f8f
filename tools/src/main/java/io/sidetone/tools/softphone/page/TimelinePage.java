package io.sidetone.tools.softphone.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts a {@link TimelineDocument} as JSON into the static page that draws it. One file, nothing is loaded from elsewhere. The
 * drawing is the console's own.
 */
final class TimelinePage {
    private static final String CONSOLE = "/io/sidetone/transport/console/";
    private static final Pattern PLACE = Pattern.compile("@@([A-Z]+)@@");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import .*;\\R");
    private static final ObjectMapper JSON = JsonMapper.builder()
            .addModule(new SimpleModule().addSerializer(String.class, new PrintableText()))
            .build();

    private TimelinePage() {}

    /** Returns the page of {@code timeline}. */
    static String of(TimelineDocument timeline) {
        Map<String, String> parts = Map.of(
                "STYLE", resource(CONSOLE + "timeline/timeline.css") + resource("page.css"),
                "TIMELINE", embeddable(json(timeline)),
                "SCRIPT", script());
        // In one pass: what a caller says is never taken for a place to fill.
        return PLACE.matcher(resource("page.html"))
                .replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
    }

    /** Returns {@code timeline} as JSON. */
    static String json(TimelineDocument timeline) {
        try {
            return JSON.writeValueAsString(timeline);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the timeline of a call cannot be written as JSON", e);
        }
    }

    /** In JSON a {@code <} stands in text only. Escaped, it neither ends the element around the JSON nor opens a comment. */
    private static String embeddable(String json) {
        return json.replace("<", "\\u003c");
    }

    /** A page from a file cannot import modules. They stand in one, each after those that it imports. */
    private static String script() {
        String modules = resource(CONSOLE + "shell/dom.js")
                + resource(CONSOLE + "timeline/timeline.js")
                + resource(CONSOLE + "timeline/answer.js")
                + resource("page.js");
        return IMPORT.matcher(modules).replaceAll("");
    }

    private static String resource(String name) {
        try (InputStream in = TimelinePage.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
