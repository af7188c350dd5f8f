package io.sidetone.tools.softphone.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The JSON inside a page, read as a browser reads it: up to the next tag that ends a script. */
final class PageJson {
    private static final String BEGIN = "<script type=\"application/json\" id=\"timeline\">";

    private PageJson() {}

    static JsonNode of(String page) throws IOException {
        int from = page.indexOf(BEGIN) + BEGIN.length();
        return new ObjectMapper().readTree(page.substring(from, page.indexOf("</script", from)));
    }

    static Stream<JsonNode> spans(JsonNode timeline, String lane) {
        return StreamSupport.stream(timeline.path("spans").spliterator(), false)
                .filter(span -> span.path("lane").asText().equals(lane));
    }

    static String figure(JsonNode timeline, String what) {
        return StreamSupport.stream(timeline.path("figures").spliterator(), false)
                .filter(figure -> figure.path("what").asText().endsWith(what))
                .map(figure -> figure.path("value").asText())
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no figure " + what));
    }
}
