package io.sidetone.speech.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.embedded.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RealtimeSessionTest {
    /** A session is renewed 5 s after its begin: before connections are taken for silent. */
    private static final int SESSION_MS = 60_000;

    private static final int RENEWED_BEFORE_MS = 55_000;

    private final RealtimeRig rig = new RealtimeRig();

    @AfterEach
    void leaveNothing() {
        rig.hangUp();
        assertThat(rig.server.violations()).isEmpty();
        assertThat(rig.log.lines()).noneMatch(line -> line.contains("failed"));
        rig.close();
    }

    @Test
    void shouldMoveToAnotherSessionAtAQuietMomentBeforeItsEnd() {
        rig.open(Altered.with(
                Altered.with(rig.service.settings(), "format", WireFormat.PCM, "turnDetection", TurnDetection.MANUAL),
                "limits",
                new RealtimeLimits(40, 700, 4_000, 8_000, SESSION_MS, RENEWED_BEFORE_MS, 60_000)));
        long turn = rig.respond(UserInput.Kind.TEXT, "I am Ann.");
        rig.log.await("done " + turn);
        assertThat(rig.service.count("session.update")).isEqualTo(1);
        rig.time.pass(SESSION_MS - RENEWED_BEFORE_MS);
        Eventually.holds("prepared", () -> rig.service.count("session.update") == 2);
        rig.playOut(turn);
        FakeSession second = rig.service.sessions.get(1);
        Eventually.holds("told", () -> second.texts.size() == 2);
        assertThat(second.texts.values()).containsExactly("user: I am Ann.", "assistant: All right.");
        rig.playOut(rig.respond(UserInput.Kind.TEXT, "Who am I?"));
        assertThat(second.texts.values()).contains("user: Who am I?");
        Eventually.holds("one connection", () -> rig.server.connections() == 1);
    }

    @Test
    void shouldTakeTheServicesWordForTheEnd() {
        rig.service.expiresAt = System.currentTimeMillis() / 1_000 + 100;
        RealtimeSettings settings = rig.service.settings();
        rig.open(
                Altered.with(settings, "limits", new RealtimeLimits(40, 700, 4_000, 8_000, 3_600_000, 98_500, 60_000)));
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
        EngineHealth found = rig.model.probe().get();
        assertThat(found.up()).isTrue();
        assertThat(found.detail()).contains("gpt-realtime");
        rig.service.refusal = 401;
        EngineHealth refused = rig.model.probe().get();
        assertThat(refused.up()).isFalse();
        assertThat(refused.detail()).contains("check engines.voice.key").doesNotContain(RealtimeService.KEY);
        assertThat(rig.service.count("session.update")).isEqualTo(2);
    }
}
