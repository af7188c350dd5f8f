package io.sidetone.speech.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.UserInput;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.probe.ProbeResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RealtimeSessionTest {
    private final RealtimeRig rig = new RealtimeRig();

    @AfterEach
    void leaveNothing() {
        rig.hangUp();
        assertThat(rig.server.violations()).isEmpty();
        assertThat(rig.log.lines()).noneMatch(line -> line.contains("failed"));
        rig.close();
    }

    private RealtimeSettings lasting(int sessionMs) {
        return rig.service
                .settings()
                .withAudio(WireFormat.PCM, TurnDetection.MANUAL)
                .withLimits(
                        new RealtimeLimits(40, 700, 4_000, 8_000, sessionMs, sessionMs - 300, 60_000),
                        Deadlines.DEFAULT);
    }

    @Test
    void shouldMoveToAnotherSessionAtAQuietMomentBeforeItsEnd() {
        rig.open(lasting(60_000));
        long turn = rig.respond(UserInput.Kind.TEXT, "I am Ann.");
        rig.log.await("done " + turn);
        Eventually.holds("prepared", () -> rig.service.count("session.update") == 2);
        rig.playOut(turn);
        Eventually.holds("told", () -> rig.service.last().texts.size() == 2);
        assertThat(rig.service.last().texts.values()).containsExactly("user: I am Ann.", "assistant: All right.");
        rig.playOut(rig.respond(UserInput.Kind.TEXT, "Who am I?"));
        assertThat(rig.service.last().texts.values()).contains("user: Who am I?");
        Eventually.holds("one connection", () -> rig.server.connections() == 1);
    }

    @Test
    void shouldTakeTheServicesWordForTheEnd() {
        rig.service.expiresAt = System.currentTimeMillis() / 1_000 + 100;
        RealtimeSettings settings = rig.service.settings();
        rig.open(settings.withLimits(
                new RealtimeLimits(40, 700, 4_000, 8_000, 3_600_000, 98_500, 60_000), Deadlines.DEFAULT));
        Eventually.holds("renewed", () -> rig.service.count("session.update") == 2);
    }

    @Test
    void shouldPresentItsKeyAsAzureWantsIt() {
        rig.service.azure = true;
        rig.open(rig.service.settings());
        rig.playOut(rig.respond(UserInput.Kind.TEXT, "Hello?"));
    }

    @Test
    void shouldShareOneConnectionAndCloseItWithTheLastSession() {
        rig.open(rig.service.settings());
        assertThat(rig.server.accepted()).isEqualTo(1);
        rig.lane(() -> rig.stt.close());
        rig.log.await("stt closed");
        rig.lane(() -> rig.voice.close());
        rig.log.await("voice closed");
        assertThat(rig.server.connections()).isEqualTo(1);
    }

    @Test
    void shouldTellWhetherItCouldServe() throws Exception {
        rig.open(rig.service.settings());
        ProbeResult found = rig.model.probe().get();
        assertThat(found.ok()).isTrue();
        assertThat(found.detail()).contains("gpt-realtime");
        rig.service.refusal = 401;
        ProbeResult refused = rig.model.probe().get();
        assertThat(refused.ok()).isFalse();
        assertThat(refused.detail()).contains("check engines.voice.key").doesNotContain(RealtimeService.KEY);
        assertThat(rig.service.count("session.update")).isEqualTo(2);
    }
}
