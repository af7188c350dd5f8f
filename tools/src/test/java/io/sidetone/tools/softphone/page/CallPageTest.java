package io.sidetone.tools.softphone.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.audio.wav.Wav;
import io.sidetone.tools.softphone.SampleCall;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CallPageTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The name of a language, not an address that is opened. */
    private static final String SVG = "http://www.w3.org/2000/svg";

    private final String page =
            CallPage.of("A <call> @@ROWS@@", SampleCall.completed(), Optional.of(SampleCall.server()));

    @Test
    void shouldLoadNothingFromElsewhereWhenItIsOpened() {
        assertThat(page.replace(SVG, ""))
                .doesNotContain("http://")
                .doesNotContain("https://")
                .doesNotContain("@import")
                .doesNotContainPattern("(?m)^import ")
                .doesNotContain("src=")
                .doesNotContain("href=");
        assertThat(page).contains("default-src 'none'").contains("\"sound\":\"data:audio/wav;base64,");
    }

    @Test
    void shouldShowWhatWasSaidAndNothingElseWhenItHoldsMarkup() throws IOException {
        assertThat(page).contains("Hello \\u003cthere>.").doesNotContain("<there>");
        assertThat(page).doesNotContain("<call>");
        JsonNode timeline = PageJson.of(page);
        assertThat(timeline.path("title").asText()).isEqualTo("A <call> @@ROWS@@");
        assertThat(timeline.path("spans").path(0).path("text").asText()).isEqualTo("Hello <there>.");
        assertThat(page.split("<tbody>", -1)).hasSize(2);
    }

    @Test
    void shouldSayWhatItIsWhenScriptsAreForbidden() {
        assertThat(page).contains("<title>Timeline of a call</title>").contains("<noscript>");
    }

    /** The recorded sound is compared by its beginning only. */
    @Test
    void shouldWriteTheRecordedDocumentWhenTheCallIsTheSame() throws IOException {
        ObjectNode timeline = (ObjectNode) JSON.readTree(TimelinePage.json(
                CallPage.document("A call", SampleCall.completed(), Optional.of(SampleCall.server()))));
        timeline.put("sound", timeline.path("sound").asText().substring(0, 32));
        String written = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(timeline);

        try (InputStream golden = CallPageTest.class.getResourceAsStream("timeline.json")) {
            assertThat(written).isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8).strip());
        }
    }

    @Test
    void shouldMeasureBothSidesOfTheSoundWhenItIsKnown() {
        short[] pcm = new short[400];
        pcm[150] = 32_767;
        pcm[350] = -32_767;

        VoiceLevels.Voice voice = VoiceLevels.voice(pcm, 100);
        assertThat(voice.high()).containsExactly(0, 100, 0, 0);
        assertThat(voice.low()).containsExactly(0, 0, 0, 100);
        assertThat(VoiceLevels.voice(new short[0], 100).high()).isEmpty();
    }

    @Test
    void shouldNotBlowUpAQuietVoiceWhenItIsMeasured() {
        short[] quiet = {650, -1_300};

        VoiceLevels levels = VoiceLevels.of(Wav.stereo(8_000, quiet, new short[2]), -5);
        assertThat(levels.fromMs()).isEqualTo(-5);
        assertThat(levels.caller().high()).containsExactly(10);
        assertThat(levels.caller().low()).containsExactly(20);
        assertThat(levels.agent().high()).containsExactly(0);
    }
}
