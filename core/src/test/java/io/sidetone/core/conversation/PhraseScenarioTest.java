package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.dialogue.SpokenGuidance;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.turn.PolicyProfiles;
import io.sidetone.core.turn.TurnPolicy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Words that mean something whatever the dialogue makes of them: hang up, wake. */
class PhraseScenarioTest extends CallScenario {
    private static final TurnPolicy STOPPABLE =
            TurnPolicy.DEFAULT.withPhrases(new Phrases(List.of("stop", "hang up"), List.of(), Phrases.BACKCHANNELS));
    private static final TurnPolicy WAKEABLE = TurnPolicy.DEFAULT.withPhrases(
            new Phrases(List.of("hang up"), List.of("hello desk"), Phrases.BACKCHANNELS));

    private void givenGreeted(TurnPolicy policy) {
        givenCall(policy, ActionInvoker.none());
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        engines.llm.say("Hi.");
        speakClause(0, 200, null);
        rig.advance(400);
        call.hear(quiet, 600);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        rig.moves.clear();
        engines.llm.asked.clear();
    }

    private void says(String text) {
        call.hear(talking, 700);
        call.hear(quiet, 1_400);
        hears(text);
    }

    private void hears(String text) {
        engines.stt.events.finalTranscript(engines.stt.token, text);
        rig.poll();
    }

    private void types(String text) {
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, text);
        rig.poll();
    }

    private List<String> texts() {
        return call.record.history().entries().stream().map(History.Entry::text).toList();
    }

    @Test
    @Tag("VIP-17")
    @Tag("VIP-T18")
    void shouldSayGoodbyeAndHangUpWhenThatIsAllTheCallerSays() {
        givenGreeted(STOPPABLE);
        says("Hang up.");
        assertThat(rules()).containsExactly("VIP-T03", "VIP-T05", "VIP-T15");
        assertThat(engines.llm.asked).containsExactly("announce GOODBYE");
        engines.llm.say("Goodbye.");
        speakClause(0, 400, null);
        rig.advance(500);
        assertThat(call.record.endCause())
                .as("not before the last word was heard")
                .isNull();
        rig.advance(300);
        assertThat(call.record.endCause()).isEqualTo(EndCause.CALLER_HUNG_UP);
        assertThat(texts()).containsExactly("Hi.", "Hang up.", "Goodbye.");
    }

    @Test
    @Tag("VIP-17")
    void shouldSayGoodbyeAndHangUpWhenThatIsAllTheCallerTypes() {
        givenGreeted(STOPPABLE);
        types(" Stop ");
        assertThat(rules()).containsExactly("VIP-T03", "VIP-T05", "VIP-T15");
        assertThat(engines.llm.asked).containsExactly("announce GOODBYE");
        engines.llm.say("Goodbye.");
        speakClause(0, 400, null);
        rig.advance(800);
        assertThat(call.record.endCause()).isEqualTo(EndCause.CALLER_HUNG_UP);
        assertThat(texts()).containsExactly("Hi.", "Stop", "Goodbye.");
    }

    @Test
    @Tag("VIP-17")
    void shouldNeverEndTheCallWhenWhatWasTypedInterruptedTheAgent() {
        givenGreeted(STOPPABLE);
        types("opening hours please");
        engines.llm.say("We are open from nine to five.");
        speakClause(0, 4_000, null);
        rig.advance(600);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        types("stop");
        assertThat(engines.llm.asked).last().isEqualTo("respond TEXT stop");
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        types("stop");
        assertThat(engines.llm.asked).as("nor a thought").last().isEqualTo("respond TEXT stop");
        assertThat(call.record.endCause()).isNull();
    }

    @Test
    @Tag("VIP-17")
    void shouldAnswerWhenThePhraseIsPartOfALongerUtterance() {
        givenGreeted(STOPPABLE);
        says("please do not hang up");
        assertThat(engines.llm.asked).containsExactly("respond SPEECH please do not hang up");
    }

    @Test
    @Tag("VIP-17")
    void shouldNeverEndTheCallWhenTheUtteranceInterruptedTheAgent() {
        givenGreeted(STOPPABLE);
        says("opening hours please");
        engines.llm.say("We are open from nine to five.");
        speakClause(0, 4_000, null);
        call.hear(quiet, 900);
        call.hear(talking, 700);
        assertThat(rules()).endsWith("VIP-T11", "VIP-T12");
        call.hear(quiet, 1_400);
        hears("stop");
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH stop");
        engines.llm.say("Yes?");
        speakClause(0, 200, null);
        call.hear(quiet, 600);
        says("stop");
        assertThat(engines.llm.asked).as("and the next one does").last().isEqualTo("announce GOODBYE");
    }

    @Test
    @Tag("VIP-17")
    void shouldNeverEndTheCallWhenTheUtteranceInterruptedAThought() {
        givenGreeted(STOPPABLE);
        says("opening hours please");
        call.hear(quiet, 1_000);
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        says("stop");
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH stop");
    }

    @Test
    @Tag("VIP-17")
    void shouldNeverEndTheCallWhenTheUtteranceWasKept() {
        givenGreeted(STOPPABLE);
        says("opening hours please");
        engines.llm.say("We are open from nine to five.");
        speakClause(0, 3_600, null);
        call.publish(LaneEventType.POLICY, 0, 0, PolicyProfiles.of("hands-free"));
        call.hear(quiet, 1_000);
        call.hear(talking, 700);
        call.hear(quiet, 1_400);
        hears("stop");
        call.hear(quiet, 1_500);
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH stop");
    }

    @Test
    @Tag("VIP-17")
    void shouldEndTheCallWhenThePhraseCameInTwoPiecesOfOneTurn() {
        givenGreeted(STOPPABLE);
        call.hear(talking, 400);
        call.hear(quiet, 900);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
        hears("hang");
        call.hear(talking, 400);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        call.hear(quiet, 900);
        hears("up");
        assertThat(engines.llm.asked).last().isEqualTo("announce GOODBYE");
    }

    @Test
    @Tag("VIP-17")
    void shouldStayWhenTheCallerSpeaksIntoTheGoodbye() {
        givenGreeted(STOPPABLE);
        says("stop");
        engines.llm.say("Goodbye.");
        speakClause(0, 3_000, null);
        call.hear(quiet, 500);
        // The detector does not know yet what the line returns; it takes the first words for an echo.
        call.hear(talking, 300);
        says("wait one more thing");
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH wait one more thing");
        call.hear(quiet, 3_000);
        assertThat(call.record.endCause()).isNull();
    }

    @Test
    @Tag("ITE-AC-006")
    @Tag("VIP-17")
    void shouldKeepItsPhrasesWhenThePolicyChanges() {
        givenGreeted(STOPPABLE);
        call.publish(LaneEventType.POLICY, 0, 0, PolicyProfiles.of("assertive"));
        says("stop");
        assertThat(engines.llm.asked).containsExactly("announce GOODBYE");
    }

    @Test
    @Tag("VIP-19")
    void shouldIgnoreWhatIsSaidUntilTheWakePhrase() {
        givenGreeted(WAKEABLE);
        says("did you see the game");
        says("hang up");
        says("");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(engines.llm.asked).isEmpty();
        says("Hello desk, when are you open?");
        assertThat(engines.llm.asked).containsExactly("respond SPEECH when are you open");
        assertThat(texts()).containsExactly("Hi.", "when are you open");
        engines.llm.say("From nine.");
        speakClause(0, 200, null);
        call.hear(quiet, 600);
        says("and on sunday");
        assertThat(engines.llm.asked)
                .as("awake for the rest of the call")
                .last()
                .isEqualTo("respond SPEECH and on sunday");
    }

    @Test
    @Tag("VIP-19")
    void shouldWakeAndWaitWhenTheWakePhraseIsAllThatIsSaid() {
        givenGreeted(WAKEABLE);
        says("hello desk");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(engines.llm.asked).isEmpty();
        says("hang up");
        assertThat(engines.llm.asked).containsExactly("announce GOODBYE");
    }

    @Test
    @Tag("VIP-19")
    void shouldWakeWhenTheCallerUsesAKey() {
        givenGreeted(WAKEABLE);
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        engines.llm.say("One.");
        speakClause(0, 200, null);
        call.hear(quiet, 600);
        says("and now this");
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH and now this");
    }

    @Test
    @Tag("VIP-19")
    void shouldAskNobodyWhetherHeIsThereWhileAsleep() {
        givenGreeted(WAKEABLE);
        call.hear(quiet, 3L * TurnPolicy.DEFAULT.noInputMs());
        assertThat(engines.llm.asked).isEmpty();
    }

    @Test
    @Tag("ITE-REQ-009")
    void shouldTellOfTroubleInTheAgentsOwnWords() {
        SpokenGuidance german = SpokenGuidance.of(
                Map.of("keys-only", "Ich höre Sie gerade nicht.", "heard-again", "Jetzt höre ich Sie wieder."));
        givenGreeted(TurnPolicy.DEFAULT.withGuidance(german));
        call.publish(LaneEventType.POLICY, 0, 0, TurnPolicy.DEFAULT);
        engines.stt.events.failed(Token.NONE, ScriptedEngines.GONE);
        engines.stt.broken = true;
        rig.poll();
        call.hear(quiet, 1_020);
        assertThat(engines.voice.asked).last().asString().contains("Ich höre Sie gerade nicht.");
        speakClause(0, 200, null);
        call.hear(quiet, 400);
        assertThat(texts()).last().isEqualTo("Ich höre Sie gerade nicht.");
        assertThat(german.trouble()).isEqualTo(SpokenGuidance.ENGLISH.trouble());
    }
}
