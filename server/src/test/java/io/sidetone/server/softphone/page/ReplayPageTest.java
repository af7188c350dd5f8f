package io.sidetone.server.softphone.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.replay.Replay;
import io.sidetone.core.replay.ReplayResult;
import io.sidetone.server.replay.JournaledCall;
import io.sidetone.server.replay.ReplayedCall;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

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

    /** A failure names the piece, not the page. */
    private static void has(String page, String... pieces) {
        for (String piece : pieces) {
            assertThat(page.contains(piece)).as(piece).isTrue();
        }
    }

    private static Document drawings(String page) throws Exception {
        int from = page.indexOf("<svg");
        int to = page.lastIndexOf("</svg>") + "</svg>".length();
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader("<all>" + page.substring(from, to) + "</all>")));
    }

    @Test
    void shouldShowEachOfManyInterruptionsWithItsLatency() throws Exception {
        JournaledCall call = new JournaledCall(folder, null, "sip:caller@127.0.0.1", MockBehavior.DEFAULT);
        for (int i = 0; i < 8; i++) {
            call.quiet(1_700).talk(900).quiet(100);
        }
        String page = page(call.end());
        int cuts = page.split("class=\"cut-label\"", -1).length - 1;
        assertThat(cuts).as("interruptions").isBetween(5, 8);
        has(
                page,
                "interruptions</dt><dd>" + cuts + "</dd>",
                "barge-in, detector",
                "<th scope=\"col\">latency, ms</th>",
                "class=\"state listening\"",
                "class=\"pause\"");
        Matcher latency = Pattern.compile("agent's last packet (\\d+) ms").matcher(page);
        while (latency.find()) {
            assertThat(Integer.parseInt(latency.group(1))).isBetween(20, 1_000);
        }
        Document drawn = drawings(page);
        assertThat(drawn.getElementsByTagName("title").getLength()).isGreaterThan(24);
        assertThat(drawn.getElementsByTagName("path").getLength())
                .isEqualTo(2 * drawn.getElementsByTagName("svg").getLength());
    }

    @Test
    void shouldSayThatAPauseWasAFalseAlarm() throws Exception {
        JournaledCall call = new JournaledCall(folder, null, "sip:caller@127.0.0.1", MockBehavior.DEFAULT);
        String page = page(call.quiet(1_500).talk(140).quiet(2_500).end());
        assertThat(Pattern.compile("<title>agent paused for \\d+ ms, then the agent went on</title>")
                        .matcher(page)
                        .find())
                .isTrue();
        has(page, "resume: nothing followed for", "interruptions</dt><dd>0</dd>", "false alarms</dt><dd>1</dd>");
    }

    @Test
    void shouldShowWhatWasWrittenAndRunNoneOfIt() throws Exception {
        MockBehavior model = new MockBehavior(HOSTILE, "You wrote " + HOSTILE, "", "", 0);
        JournaledCall call = new JournaledCall(folder, null, HOSTILE, model);
        String page = page(call.quiet(6_000).type(HOSTILE).quiet(8_000).end());
        assertThat(page.contains("\u202e")).as("marks that turn the text").isFalse();
        has(page, "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;", "default-src 'none'");
        assertThat(page.contains("<script>alert")).isFalse();
        assertThat(page.split("@@SCRIPT@@", -1))
                .as("what was written, as written")
                .hasSizeGreaterThan(3);
        assertThat(page.split("<script>", -1)).as("the page's own script").hasSize(2);
        assertThat(page.split("</table>", -1)).as("its own tables").hasSize(3);
        drawings(page);
    }

    @Test
    void shouldLeaveOutTheSoundOfALongCall() throws Exception {
        JournaledCall call = new JournaledCall(folder, null, "sip:caller@127.0.0.1", MockBehavior.DEFAULT);
        for (int i = 0; i < 90; i++) {
            call.quiet(7_000).type("go on");
        }
        String page = page(call.quiet(1_000).end());
        assertThat(page.split("<p class=\"words caller\" title=\"go on\"", -1).length - 1)
                .as("words of the first turns too")
                .isEqualTo(90);
        has(page, "calls longer than 10 minutes is not in the page", "aria-label=\"Second 615 to 630");
        assertThat(page.contains("<audio")).isFalse();
        assertThat(page.length()).isLessThan(3_000_000);
    }
}
