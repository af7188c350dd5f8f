package io.sidetone.transport.http.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class KeptDocumentTest {
    private static final String KEPT = "{\"callId\":\"A\",\"timeline\":[{\"kind\":\"yield\"},{\"kind\":\"agent\"}],"
            + "\"history\":[{\"text\":\"a\",\"interruptedAt\":\"2026-04-01T10:00:00Z\"}],"
            + "\"turns\":[{\"turnId\":\"turn-1\",\"interruption\":{\"type\":\"barge-in\"}}],\"interruptions\":[{\"turnId\":\"turn-1\"}],"
            + "\"alerts\":[{\"kind\":\"interruptions\"},{\"kind\":\"thinking\"}],\"entry\":{\"interruptions\":3,\"turns\":1},"
            + "\"sip\":[{\"summary\":\"BYE\",\"message\":\"BYE sip:x\"}],\"levels\":{\"caller\":\"0\"}}";

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8);
    }

    @Test
    void shouldShowNothingOfInterruptionsOnAWayThatIsNotConfidential() throws Exception {
        assertThat(text(KeptDocument.of(KEPT.getBytes(StandardCharsets.UTF_8))
                        .forOpenNetwork()
                        .json()))
                .isEqualTo("{\"callId\":\"A\",\"timeline\":[{\"kind\":\"agent\"}],\"history\":[{\"text\":\"a\"}],"
                        + "\"turns\":[{\"turnId\":\"turn-1\"}],\"interruptions\":[],\"alerts\":[{\"kind\":\"thinking\"}],"
                        + "\"entry\":{\"turns\":1},\"sip\":[{\"summary\":\"BYE\"}],\"levels\":{\"caller\":\"0\"}}");
    }

    @Test
    void shouldGiveADrawingWhatItNeedsAndNothingElse() {
        assertThat(text(KeptDocument.timeline(KEPT.getBytes(StandardCharsets.UTF_8))))
                .contains("\"callId\"", "\"levels\"", "\"turns\"")
                .doesNotContain("\"sip\"", "\"history\"", "\"entry\"");
    }

    @Test
    void shouldSayThatAKeptDocumentIsNone() {
        assertThatThrownBy(() -> KeptDocument.of("[1]".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> KeptDocument.of("{".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class);
    }
}
