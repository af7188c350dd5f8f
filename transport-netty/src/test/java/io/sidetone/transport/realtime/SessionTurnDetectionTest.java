package io.sidetone.transport.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.PolicyProfiles;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.TurnStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionTurnDetectionTest {
    private static SessionTurnDetection server(double threshold, int silenceMs, boolean interrupt) {
        return new SessionTurnDetection(false, threshold, 300, silenceMs, 0, "auto", true, interrupt);
    }

    @Test
    void shouldInterruptInOneStageAndStayWithinThePolicysRules() {
        TurnPolicy policy = SessionTurnDetection.policy(SessionTurnDetection.DEFAULT, TurnPolicy.DEFAULT);
        assertThat(policy.checked()).isEqualTo(policy);
        assertThat(policy.yieldMs(TurnStage.SPEAKING)).isEqualTo(policy.minSpeechMs(TurnStage.SPEAKING));
        assertThat(policy.allowBargeIn(TurnStage.SPEAKING)).isTrue();
        assertThat(policy.noInputMs()).isZero();
        assertThat(policy.bounds().maxCallNoticeMs()).isZero();
        assertThat(policy.speechThreshold()).isEqualTo(0.7f);
        assertThat(policy.profile()).isEqualTo("custom-realtime");
    }

    @Test
    void shouldEndTurnsBySilenceAlone() {
        TurnPolicy policy = SessionTurnDetection.policy(server(0.5, 250, true), TurnPolicy.DEFAULT);
        assertThat(policy.endSilenceMs()).isEqualTo(250);
        assertThat(policy.number(PolicyNumber.END_SILENCE_LATER)).isZero();
        assertThat(policy.number(PolicyNumber.END_SILENCE_SOONER)).isZero();
        assertThat(policy.number(PolicyNumber.SPEECH_STOP_DEBOUNCE)).isEqualTo(250);
    }

    @ParameterizedTest
    @CsvSource({"0, 0.1", "0.25, 0.4", "0.5, 0.7", "0.75, 0.845", "1, 0.99"})
    void shouldMapTheThreshold(double threshold, float score) {
        TurnPolicy policy = SessionTurnDetection.policy(server(threshold, 500, true), TurnPolicy.DEFAULT);
        assertThat(policy.speechThreshold()).isCloseTo(score, org.assertj.core.data.Offset.offset(0.001f));
    }

    @ParameterizedTest
    @CsvSource({"high, 500", "medium, 700", "auto, 700", "low, 1200"})
    void shouldWaitAsLongAsItIsEager(String eagerness, int silenceMs) {
        SessionTurnDetection detection = new SessionTurnDetection(true, 0.5, 300, 500, 0, eagerness, true, true);
        TurnPolicy policy = SessionTurnDetection.policy(detection, TurnPolicy.DEFAULT);
        assertThat(policy.endSilenceMs()).isEqualTo(silenceMs);
        assertThat(policy.number(PolicyNumber.END_SILENCE_LATER)).isPositive();
    }

    @Test
    void shouldHearTheAgentOutWhereSpeechMayNotInterrupt() {
        TurnPolicy policy = SessionTurnDetection.policy(server(0.5, 500, false), TurnPolicy.DEFAULT);
        for (TurnStage stage : new TurnStage[] {TurnStage.SPEAKING, TurnStage.GREETING, TurnStage.THINKING}) {
            assertThat(policy.allowBargeIn(stage)).as("%s", stage).isFalse();
        }
    }

    @Test
    void shouldDropWhatTheAgentsOwnStagesSay() {
        TurnPolicy base = PolicyProfiles.of("assertive")
                .with(TurnStage.SPEAKING, "minSpeechMs", 900)
                .with(TurnStage.GREETING, "allowBargeIn", false)
                .with(PolicyNumber.PROTECTION, 2_000);
        TurnPolicy policy = SessionTurnDetection.policy(SessionTurnDetection.DEFAULT, base);
        assertThat(policy.minSpeechMs(TurnStage.SPEAKING)).isEqualTo(SessionTurnDetection.INTERRUPTING_MS);
        assertThat(policy.allowBargeIn(TurnStage.GREETING)).isTrue();
        assertThat(policy.protectionMs(TurnStage.SPEAKING)).isZero();
        assertThat(policy.cooldown()).isFalse();
    }

    @Test
    void shouldLetAClientCommitAnHour() {
        TurnPolicy policy = SessionTurnDetection.policy(null, TurnPolicy.DEFAULT);
        assertThat(policy.maxTurnMs()).isEqualTo(3_600_000);
        assertThat(policy.allowBargeIn(TurnStage.SPEAKING)).isFalse();
    }

    @Test
    void shouldAskAgainAfterTheIdleTime() {
        SessionTurnDetection detection = new SessionTurnDetection(false, 0.5, 300, 500, 6_000, "auto", true, true);
        assertThat(SessionTurnDetection.policy(detection, TurnPolicy.DEFAULT).noInputMs())
                .isEqualTo(6_000);
    }
}
