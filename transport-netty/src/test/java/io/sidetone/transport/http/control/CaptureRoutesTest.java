package io.sidetone.transport.http.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.capture.CaptureStatus;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.Request;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CaptureRoutesTest {
    private static Answer file(boolean confidential, CaptureStatus.State state, String file) {
        Request request = new Request("GET", "/", Map.of(), Map.of(), "", new byte[0], confidential);
        CaptureStatus status = new CaptureStatus("01A", "01B", null, Instant.EPOCH, state, file, null, 0, 24, "");
        return CaptureRoutes.file(request, status, Runnable::run);
    }

    @Test
    void shouldHandOutAFileWhileItIsWritten() {
        Answer answer = file(true, CaptureStatus.State.RUNNING, "/captures/01B-2.pcap");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.stream()).isNotNull();
        assertThat(answer.headers()).containsEntry("Content-Disposition", "attachment; filename=\"01B-2.pcap\"");
    }

    @Test
    void shouldHandOutNoSoundOverAWayThatOthersCanHear() {
        Answer answer = file(false, CaptureStatus.State.ENDED, "/captures/01B.pcap");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("TLS or loopback", "https");
    }

    @Test
    void shouldSayThatThereIsNoFileWhenNothingCame() {
        Answer answer = file(true, CaptureStatus.State.EXPIRED, "");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("EXPIRED");
    }
}
