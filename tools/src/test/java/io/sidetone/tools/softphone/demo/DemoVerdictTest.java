package io.sidetone.tools.softphone.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.tools.softphone.SampleCall;
import io.sidetone.tools.softphone.api.ServerCall;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class DemoVerdictTest {
    private static ServerCall server(Predicate<ServerCall.Event> kept, Map<String, Number> metrics) {
        ServerCall all = SampleCall.server();
        return new ServerCall(
                all.callId(),
                all.agent(),
                all.startedAt(),
                all.answeredAtMs(),
                true,
                all.timeline().stream().filter(kept).toList(),
                all.history(),
                metrics,
                all.sip(),
                all.answers());
    }

    private static List<String> missing(ServerCall server) {
        return DemoVerdict.missing(SampleCall.completed(), server);
    }

    @Test
    void shouldFindNothingMissingWhenItWasBookedBySpeechAndInterrupted() {
        assertThat(missing(SampleCall.server())).isEmpty();
    }

    @Test
    void shouldSayWhatWasNotShownWhenTheServerDidNotSeeIt() {
        assertThat(missing(server(event -> !event.kind().equals("action"), Map.of("bargeIns", 1))))
                .containsExactly("no appointment was booked: the server's timeline has no 'book_appointment -> ok'");
        assertThat(missing(server(event -> !event.kind().equals("transcript"), Map.of("bargeIns", 1))))
                .containsExactly("the appointment was not booked by speech alone");
        assertThat(missing(server(event -> true, Map.of())))
                .containsExactly("the server saw no interruption by speech");
    }
}
