package io.sidetone.tools.softphone.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.replay.Replay;
import io.sidetone.core.replay.ReplayResult;
import io.sidetone.tools.replay.JournaledCall;
import io.sidetone.tools.replay.ReplayedCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a replayed call says what happened, in words too, and is no place for what callers write. */
@Tag("ITE-GUD-003")
class ReplayPageTest {
    private static final String HOSTILE = "</p></table><script>alert('x')</script> \" ' & @@SCRIPT@@ \u202e";

    @TempDir
    private Path folder;

    private String page(Path journal) throws IOException {
        ReplayedCall call = new ReplayedCall();
        try (JournalFileReader reader = new JournalFileReader(Files.newInputStream(journal), null)) {
            ReplayResult result = Replay.run(reader, call);
            assertThat(result.identical()).isTrue();
            return ReplayPage.of(call, result);
        }
    }

    private static List<String> texts(JsonNode items, String field) {
        return StreamSupport.stream(items.spliterator(), false)
                .map(item -> item.path(field).asText())
                .toList();
    }

    @Test
    void shouldShowEachOfManyInterruptionsWithItsLatency() throws Exception {
        JournaledCall call = new JournaledCall(folder, null, "sip:caller@127.0.0.1", MockBehavior.DEFAULT);
        for (int i = 0; i < 8; i++) {
            call.quiet(1_700).talk(900).quiet(100);
        }
        String page = page(call.end());
        JsonNode timeline = PageJson.of(page);
        List<JsonNode> cuts = PageJson.spans(timeline, "interruption").toList();
        assertThat(cuts.size()).as("interruptions").isBetween(5, 8);
        assertThat(PageJson.figure(timeline, "interruptions")).isEqualTo(Integer.toString(cuts.size()));
        assertThat(texts(timeline.path("turns"), "interruptedBy")).contains("barge-in, detector");
        assertThat(timeline.path("turns").findValues("latencyMs")).hasSameSizeAs(cuts);
        assertThat(PageJson.spans(timeline, "state")
                        .map(span -> span.path("kind").asText()))
                .contains("listening");
        assertThat(PageJson.spans(timeline, "pause")).isNotEmpty();
        for (JsonNode cut : cuts) {
            assertThat(cut.path("endMs").asDouble() - cut.path("startMs").asDouble())
                    .isBetween(20.0, 1_000.0);
        }
        assertThat(PageJson.spans(timeline, "agent")
                        .map(span -> span.path("kind").asText()))
                .contains("cut");
        for (String voice : List.of("caller", "agent")) {
            int[] high = new ObjectMapper()
                    .convertValue(timeline.path("levels").path(voice).path("high"), int[].class);
            assertThat(high.length)
                    .isEqualTo(timeline.path("levels").path(voice).path("low").size());
            assertThat(Arrays.stream(high).max().getAsInt()).as(voice).isEqualTo(100);
        }
    }

    @Test
    void shouldSayThatAPauseWasAFalseAlarm() throws Exception {
        JournaledCall call = new JournaledCall(folder, null, "sip:caller@127.0.0.1", MockBehavior.DEFAULT);
        String page = page(call.quiet(1_500).talk(140).quiet(2_500).end());
        JsonNode timeline = PageJson.of(page);
        assertThat(PageJson.spans(timeline, "pause")
                        .map(span -> span.path("text").asText()))
                .contains("the agent went on");
        assertThat(texts(timeline.path("rows"), "text"))
                .anyMatch(text -> text.contains("resume: nothing followed for"));
        assertThat(PageJson.figure(timeline, "interruptions")).isEqualTo("0");
        assertThat(PageJson.figure(timeline, "false alarms")).isEqualTo("1");
    }

    @Test
    void shouldShowWhatWasWrittenAndRunNoneOfIt() throws Exception {
        MockBehavior model = new MockBehavior(HOSTILE, "You wrote " + HOSTILE, "", "", 0);
        JournaledCall call = new JournaledCall(folder, null, HOSTILE, model);
        String page = page(call.quiet(6_000).type(HOSTILE).quiet(8_000).end());
        assertThat(page.contains("\u202e")).as("marks that turn the text").isFalse();
        assertThat(page.contains("default-src 'none'")).isTrue();
        assertThat(page.contains("<script>alert")).isFalse();
        assertThat(page.split("<script", -1)).as("its own script and its data").hasSize(3);
        assertThat(page.split("</script>", -1))
                .as("its own script and its data")
                .hasSize(3);
        assertThat(page.split("</table>", -1)).as("its own table").hasSize(2);
        String shown = HOSTILE.replace('\u202e', '\ufffd');
        JsonNode timeline = PageJson.of(page);
        assertThat(timeline.path("lead").asText()).contains(shown);
        assertThat(texts(timeline.path("turns"), "text")).anyMatch(text -> text.contains(shown));
        assertThat(texts(timeline.path("rows"), "text").stream().filter(text -> text.contains("@@SCRIPT@@")))
                .as("what was written, as written")
                .hasSizeGreaterThan(1);
    }

    @Test
    void shouldLeaveOutTheSoundOfALongCall() throws Exception {
        JournaledCall call = new JournaledCall(folder, null, "sip:caller@127.0.0.1", MockBehavior.DEFAULT);
        for (int i = 0; i < 90; i++) {
            call.quiet(7_000).type("go on");
        }
        String page = page(call.quiet(1_000).end());
        JsonNode timeline = PageJson.of(page);
        assertThat(PageJson.spans(timeline, "caller")
                        .map(span -> span.path("text").asText()))
                .as("words of the first turns too")
                .hasSize(90)
                .containsOnly("go on");
        assertThat(timeline.path("silence").asText()).contains("calls longer than 10 minutes is not in the page");
        assertThat(timeline.path("toMs").asDouble()).isGreaterThan(615_000);
        assertThat(timeline.has("sound")).isFalse();
        assertThat(page.length()).isLessThan(3_000_000);
    }
}
