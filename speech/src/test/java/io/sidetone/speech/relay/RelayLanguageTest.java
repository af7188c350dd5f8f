package io.sidetone.speech.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An agent of one's own changes the language in the middle of a call. */
class RelayLanguageTest {
    private static final String GERMAN =
            "{\"type\":\"language\",\"ttsLanguage\":\"de\",\"transcriptionLanguage\":\"de\"}";

    private static RelayRig asked() {
        RelayRig rig = new RelayRig("Hello.").open();
        rig.agent.onMessage = (from, message) -> {
            if (message.path("voicePrompt").asText().equals("Deutsch")) {
                from.text(ScriptedAgent.text("One moment.", false));
                from.text(GERMAN);
                from.text(ScriptedAgent.text("Guten Tag.", true));
            }
        };
        rig.ask(10, "Deutsch");
        rig.log.await("done 10");
        rig.settled();
        return rig;
    }

    private static void goOn(RelayRig rig, long token) {
        rig.session.respond(token, new UserInput(UserInput.Kind.TEXT, ""), rig.history.recent());
    }

    @Test
    void shouldEndTheTurnAtTheChangeAndGoOnInTheOtherLanguage() {
        try (RelayRig rig = asked()) {
            assertThat(rig.said(10)).isEqualTo("One moment.");
            ActionCall change = rig.actions.get(0);
            assertThat(change.action()).isEqualTo(ActionCall.HAND_OVER);
            assertThat(change.parameters()).isEqualTo(Map.of("language", "de"));
            assertThat(change.afterSpeech()).isTrue();
            assertThat(rig.log.lines()).as("until the language is there").doesNotContain("more");

            rig.session.actionResult(10, ActionResult.scheduled(change.invocationId()));
            rig.settled();
            assertThat(rig.log.lines()).doesNotContain("more");
            rig.session.actionResult(10, ActionResult.ok(change.invocationId(), Map.of()));
            rig.log.await("more");
            goOn(rig, 12);
            rig.log.await("done 12");
            assertThat(rig.said(12)).isEqualTo("Guten Tag.");

            rig.agent.says("Ja.");
            rig.ask(14, "Hallo");
            rig.log.await("done 14");
            assertThat(rig.agent
                            .messages
                            .get(rig.agent.messages.size() - 1)
                            .path("lang")
                            .asText())
                    .isEqualTo("de");
            assertThat(rig.agent.handshakes).as("one connection").hasSize(1);
        }
    }

    @Test
    void shouldSayInTheOldLanguageWhatWasMeantForAnotherThatIsNotSpoken() {
        try (RelayRig rig = asked()) {
            rig.session.actionResult(
                    10,
                    ActionResult.failure(
                            rig.actions.get(0).invocationId(), ActionResult.INVALID_PARAMETERS, "languages are fr"));
            rig.log.await("more");
            rig.agent.log.await("error");
            assertThat(rig.agent.first("error").path("description").asText())
                    .contains("language 'de'", "invalid_parameters", "languages are fr");
            goOn(rig, 12);
            rig.log.await("done 12");
            assertThat(rig.said(12)).isEqualTo("Guten Tag.");
        }
    }

    @Test
    void shouldChangeTheLanguageThoughNobodyAsked() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.agent.says("Yes?");
            rig.ask(10, "Hello?");
            rig.log.await("done 10");
            rig.session.spoken(10);
            rig.settled();
            rig.agent.peer.text(GERMAN);
            rig.log.await("more");
            goOn(rig, 12);
            rig.log.await("done 12");
            assertThat(rig.actions.get(0).parameters()).isEqualTo(Map.of("language", "de"));
        }
    }

    @Test
    void shouldForgetWhatWasToFollowWhenTheCallerTakesTheFloor() {
        try (RelayRig rig = asked()) {
            rig.session.cancelled(10, "One", 200);
            rig.session.actionResult(
                    10,
                    ActionResult.failure(
                            rig.actions.get(0).invocationId(), ActionResult.CANCELLED, "the turn was cancelled"));
            rig.agent.log.await("error");
            rig.agent.says("What is it?");
            rig.ask(14, "Stop");
            rig.log.await("done 14");
            assertThat(rig.said(14)).isEqualTo("What is it?");
        }
    }
}
