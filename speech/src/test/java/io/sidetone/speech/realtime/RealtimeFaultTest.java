package io.sidetone.speech.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.UserInput;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.ServiceAccess;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever a service does: every session ends with a word, nothing stale is heard, no connection stays, no secret is told. */
@Tag("real-time")
class RealtimeFaultTest {
    private static final RealtimeLimits SHORT = new RealtimeLimits(40, 200, 5_000, 1_000, 3_600_000, 300_000, 5_000);
    private static final RealtimeLimits IMPATIENT = new RealtimeLimits(40, 200, 300, 1_000, 3_600_000, 300_000, 5_000);

    private final RealtimeRig rig = new RealtimeRig();

    private RealtimeSettings settings() {
        return Altered.with(
                rig.service.settings(),
                "access",
                access(new Deadlines(3_000, 1_000, 5_000)),
                "format",
                WireFormat.PCM,
                "turnDetection",
                TurnDetection.MANUAL,
                "limits",
                SHORT);
    }

    private ServiceAccess access(Deadlines deadlines) {
        return Altered.with(rig.service.settings().access(), "deadlines", deadlines);
    }

    @AfterEach
    void leaveNothing() {
        rig.hangUp();
        assertThat(rig.server.violations()).isEmpty();
        assertThat(rig.log.lines())
                .noneMatch(line -> line.startsWith("stale") || line.startsWith("stray") || line.equals("SECRET"));
        assertThat(rig.model.calls()).isZero();
        rig.close();
    }

    private void allFail(String code) {
        assertThat(rig.log.await("stt failed 0 ")).contains(code);
        assertThat(rig.log.await("llm failed 0 ")).contains(code);
        assertThat(rig.log.await("voice failed 0 ")).contains(code);
    }

    @Test
    void shouldFailAllThreeWhenTheConnectionIsRefused() {
        rig.begin(Altered.with(
                settings(),
                "access",
                Altered.with(settings().access(), "url", URI.create("ws://127.0.0.1:1/v1/realtime"))));
        allFail("unavailable");
    }

    @Test
    void shouldSayWhatToDoAboutARefusedKey() {
        rig.service.refusal = 401;
        rig.begin(settings());
        allFail("rejected");
        assertThat(rig.log.await("llm failed")).contains("check engines.voice.key");
    }

    @Test
    void shouldSayThatTheLimitIsReached() {
        rig.service.refusal = 429;
        rig.service.retryAfter = "2";
        rig.begin(settings());
        allFail("rate_limited");
    }

    @Test
    void shouldFailWhenTheServiceIsBroken() {
        rig.service.refusal = 500;
        rig.begin(settings());
        allFail("unavailable");
    }

    @Test
    void shouldNotWaitForeverForASession() {
        rig.service.mute = true;
        rig.begin(Altered.with(settings(), "limits", IMPATIENT, "access", access(Deadlines.DEFAULT)));
        allFail("timeout");
    }

    @Test
    void shouldNotWaitForeverForTheSessionToBeAgreedOn() {
        rig.service.neverUpdates = true;
        rig.begin(Altered.with(settings(), "limits", IMPATIENT, "access", access(Deadlines.DEFAULT)));
        allFail("timeout");
    }

    @Test
    void shouldCloseWhileConnecting() {
        rig.service.mute = true;
        rig.begin(settings());
        rig.hangUp();
        rig.sessions();
    }

    @Test
    void shouldFailATurnWhoseResponseNeverComes() {
        rig.service.answers.add(Answer.silent().hanging());
        rig.open(settings());
        long turn = rig.respond(UserInput.Kind.TEXT, "Hello?");
        assertThat(rig.log.await("llm failed " + turn)).contains("timeout");
        rig.playOut(rig.respond(UserInput.Kind.TEXT, "Again?"));
        assertThat(rig.text()).isEqualTo("All right.");
    }

    @Test
    void shouldPlayWhatCameBeforeAResponseHangs() {
        rig.service.answers.add(Answer.say("This is half. And the rest ", 0).hanging());
        rig.open(settings());
        long turn = rig.respond(UserInput.Kind.TEXT, "Hello?");
        assertThat(rig.log.await("llm failed " + turn)).contains("timeout");
        rig.play(2_000);
        assertThat(rig.played.size()).isGreaterThan(24 * 1_000);
        Eventually.holds("complete", () -> {
            rig.play(100);
            return rig.onLane(() -> rig.speaking.complete());
        });
    }

    @Test
    void shouldTakeAResponseThatDripsAlong() {
        rig.service.answers.add(Answer.say("Slow but sure, word by word.", 60));
        rig.open(settings());
        rig.playOut(rig.respond(UserInput.Kind.TEXT, "Hello?"));
        assertThat(rig.text()).isEqualTo("Slow but sure, word by word.");
    }

    @Test
    void shouldAskAgainOnANewConnectionWhenItBreaksBeforeTheFirstWord() {
        rig.service.answers.add(Answer.silent().dropping());
        rig.open(settings());
        rig.playOut(rig.respond(UserInput.Kind.TEXT, "Are you there?"));
        assertThat(rig.text()).isEqualTo("All right.");
        assertThat(rig.service.sessions).hasSize(2);
        assertThat(rig.service.last().texts.values()).containsExactly("user: Are you there?");
        assertThat(rig.log.lines()).noneMatch(line -> line.contains("failed"));
    }

    @Test
    void shouldFailTheTurnWhenItBreaksInTheMiddleOfAWord() {
        rig.service.answers.add(Answer.say("We are open from nine to fi", 0).dropping());
        rig.open(settings());
        long turn = rig.respond(UserInput.Kind.TEXT, "When?");
        assertThat(rig.log.await("llm failed " + turn)).contains("unavailable");
        rig.play(1_000);
        rig.interrupt(turn);
        rig.playOut(rig.respond(UserInput.Kind.TEXT, "When?"));
        assertThat(rig.text()).isEqualTo("All right.");
        assertThat(rig.service.last().texts.values()).anyMatch(text -> text.startsWith("assistant: We are"));
    }

    @Test
    void shouldFailAnUtteranceWhoseConnectionBreaksAndHearTheNext() {
        rig.open(settings());
        long utterance = rig.start();
        rig.talk(10);
        Eventually.holds("appended", () -> rig.service.last().appendedBytes > 0);
        rig.server.dropAll();
        assertThat(rig.log.await("stt failed " + utterance)).contains("unavailable");
        Eventually.holds("connected again", () -> rig.service.sessions.size() == 2);
        long[] next = new long[1];
        assertThat(rig.utter(next)).endsWith("What time is it?");
        rig.playOut(rig.respond(UserInput.Kind.SPEECH, "What time is it?"));
    }

    @Test
    void shouldFailAllThreeWhenTheKeyIsRevokedDuringTheCall() {
        rig.open(settings());
        rig.service.refusal = 401;
        rig.server.dropAll();
        allFail("rejected");
        rig.lane(() -> {
            rig.stt.close();
            rig.llm.close();
            rig.voice.close();
        });
        rig.log.await("voice closed");
        rig.service.refusal = 0;
        rig.log.clear();
        rig.sessions();
        rig.log.await("voice ready");
        rig.playOut(rig.respond(UserInput.Kind.TEXT, "Back?"));
    }

    @Test
    void shouldGiveUpOnAServiceThatSendsGarbage() {
        rig.open(settings());
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 3; j++) {
                rig.service.last().raw(j == 0 ? "{" : j == 1 ? "[]" : "{\"x\":1}");
            }
            int requested = i + 2;
            Eventually.holds("noticed", () -> rig.service.sessions.size() == requested || requested == 5);
            Eventually.holds("agreed", () -> rig.service.count("session.update") >= Math.min(requested, 4));
        }
        allFail("broken");
        assertThat(rig.meters.dialogue().unexpected.sum()).isGreaterThanOrEqualTo(12);
    }

    @Test
    void shouldOverlookAStrangeMessageAndBinaryOnes() {
        rig.open(settings());
        rig.service.last().raw("{\"type\":\"party.started\"}");
        rig.service.last().run(() -> rig.service.last().peer.binary(new byte[] {1, 2, 3}));
        rig.service.last().raw("nonsense");
        rig.playOut(rig.respond(UserInput.Kind.TEXT, "Hello?"));
        assertThat(rig.meters.dialogue().unexpected.sum()).isEqualTo(3);
        assertThat(rig.service.sessions).hasSize(1);
    }

    @Test
    void shouldLeaveOutHalfASample() {
        rig.service.answers.add(Answer.say("Odd bytes at the end of it.", 0).odd());
        rig.open(settings());
        rig.playOut(rig.respond(UserInput.Kind.TEXT, "Hello?"));
        assertThat(rig.text()).isEqualTo("Odd bytes at the end of it.");
    }

    @Test
    void shouldTakeTheSecondEndOfAResponseForNothing() {
        rig.service.doubleDone = true;
        rig.service.keepsMetadata = false;
        rig.service.bareErrors = true;
        rig.open(settings());
        long turn = rig.respond(UserInput.Kind.TEXT, "Hello?");
        rig.playOut(turn);
        rig.playOut(rig.respond(UserInput.Kind.TEXT, "Hello?"));
        assertThat(rig.log.lines().stream().filter(("done " + turn)::equals)).hasSize(1);
    }

    @Test
    void shouldSurviveAMessageOfTenMegabytes() {
        rig.open(settings());
        rig.service.last().raw("{\"type\":\"x\",\"y\":\"" + "z".repeat(10 << 20) + "\"}");
        Eventually.holds("connected again", () -> rig.service.count("session.update") == 2);
        rig.playOut(rig.respond(UserInput.Kind.TEXT, "Hello?"));
    }

    @Test
    void shouldCutOffAResponseThatNeverEnds() {
        rig.service.answers.add(Answer.silent()
                .words("On and on. ")
                .audio(4_000)
                .audio(4_000)
                .audio(4_000)
                .hanging());
        rig.open(settings());
        long turn = rig.respond(UserInput.Kind.TEXT, "Hello?");
        rig.log.await("done " + turn);
        assertThat(rig.service.count("response.cancel")).isEqualTo(1);
        rig.playOut(turn);
    }

    @Test
    void shouldPassOnWhyAResponseFailed() {
        rig.service.answers.add(Answer.silent().failed("rate_limit_exceeded"));
        rig.open(settings());
        long turn = rig.respond(UserInput.Kind.TEXT, "Hello?");
        assertThat(rig.log.await("llm failed " + turn)).contains("rate_limited");
        rig.lane(() -> rig.llm.respond(
                turn, new UserInput(UserInput.Kind.TEXT, "Hello?"), new io.sidetone.core.dialogue.History().recent()));
        rig.log.await("done " + turn);
        assertThat(rig.service.last().texts).hasSize(1);
    }

    @Test
    void shouldFailASentenceOfTheCallsOwnThatCannotBeSpoken() {
        rig.service.answers.add(Answer.silent().failed("server_error"));
        rig.open(settings());
        long turn = rig.say("One moment, please.");
        assertThat(rig.log.await("voice failed " + turn + " 0")).contains("unavailable");
    }

    @Test
    void shouldCancelAResponseNobodyAskedFor() {
        rig.open(settings());
        rig.service.last().run(() -> rig.service
                .last()
                .begin("uninvited", Answer.say("Surprise!", 0).hanging()));
        Eventually.holds("cancelled", () -> rig.service.count("response.cancel") == 1);
        rig.playOut(rig.respond(UserInput.Kind.TEXT, "Hello?"));
        assertThat(rig.log.lines()).noneMatch(line -> line.contains("Surprise"));
    }

    @Test
    @Tag("ITE-AC-002")
    void shouldWaitAndAskAgainWhenTheServiceSaysThatAResponseExists() {
        rig.service.busy = 2;
        rig.service.bareErrors = true;
        rig.open(settings());
        rig.playOut(rig.respond(UserInput.Kind.TEXT, "Hello?"));
        assertThat(rig.text()).isEqualTo("All right.");
        assertThat(rig.service.count("response.create")).isEqualTo(3);
    }

    @Test
    void shouldKeepWhatIsSaidWhileItConnectsAnew() {
        rig.open(settings());
        rig.service.neverUpdates = true;
        rig.server.dropAll();
        Eventually.holds("connecting", () -> rig.service.count("session.update") == 2);
        long utterance = rig.start();
        rig.talk(20);
        rig.end(utterance);
        rig.service.last().raw("{\"type\":\"session.updated\",\"session\":{}}");
        assertThat(rig.log.await("final " + utterance)).endsWith("What time is it?");
        assertThat(rig.service.last().appendedBytes).isEqualTo(400 * 48);
        rig.playOut(rig.respond(UserInput.Kind.SPEECH, "What time is it?"));
    }

    @Test
    void shouldNotWaitForeverForTheEndOfACancelledResponse() {
        rig.service.deafToCancel = true;
        rig.service.answers.add(Answer.say("Never ending", 0).hanging());
        rig.open(settings());
        long turn = rig.respond(UserInput.Kind.TEXT, "Hello?");
        rig.log.await("text " + turn);
        rig.interrupt(turn);
        Eventually.holds("cancelled", () -> rig.service.count("response.cancel") == 1);
        rig.playOut(rig.respond(UserInput.Kind.TEXT, "Go on."));
        assertThat(rig.text()).isEqualTo("All right.");
    }
}
