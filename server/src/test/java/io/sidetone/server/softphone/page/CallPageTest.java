package io.sidetone.server.softphone.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.server.softphone.SampleCall;
import java.io.StringReader;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class CallPageTest {
    private final String page =
            CallPage.of("A <call> @@ROWS@@", SampleCall.completed(), Optional.of(SampleCall.server()));

    @Test
    void shouldLoadNothingFromElsewhereWhenItIsOpened() {
        assertThat(page).doesNotContain("http://").doesNotContain("https://").doesNotContain("@import");
        assertThat(page).contains("default-src 'none'").contains("data:audio/wav;base64,");
    }

    @Test
    void shouldShowWhatWasSaidAndNothingElseWhenItHoldsMarkup() {
        assertThat(page).contains("Hello &lt;there&gt;.").doesNotContain("<there>");
        assertThat(page).contains("<title>A &lt;call&gt; @@ROWS@@</title>");
        assertThat(page.split("<tbody>", -1)).hasSize(3);
    }

    @Test
    void shouldDrawALineForEveryFifteenSecondsWhenTheCallIsLonger() {
        assertThat(page.split("<svg class=\"stave\"", -1)).hasSize(3);
        assertThat(page)
                .contains("150 ms")
                .contains("class=\"state listening\"")
                .contains("aria-label=\"Second 14 to 29");
    }

    @Test
    void shouldHoldWellFormedDrawingsWhenTheyAreRead() throws Exception {
        int from = page.indexOf("<svg");
        int to = page.lastIndexOf("</svg>") + "</svg>".length();
        String drawings = "<all>" + page.substring(from, to) + "</all>";

        Document parsed = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(drawings)));

        assertThat(parsed.getElementsByTagName("path").getLength()).isEqualTo(4);
    }

    @Test
    void shouldDrawTheOutlineWhenTheSoundIsKnown() {
        short[] pcm = new short[400];
        pcm[150] = 32_767;
        pcm[350] = -32_767;

        assertThat(new Waveform(pcm).path(0, 100, 2, 10, 50, 20))
                .isEqualTo("M0.0 49.5L2.0 29.5L4.0 49.5L6.0 49.5L6.0 70.5L4.0 50.5L2.0 50.5L0.0 50.5Z");
        assertThat(new Waveform(new short[0]).path(0, 100, 2, 10, 50, 20)).isEmpty();
    }
}
