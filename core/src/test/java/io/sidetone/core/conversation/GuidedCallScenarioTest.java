package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.dialogue.HistoryEdit;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.playout.Buffering;
import io.sidetone.core.port.WordTimes;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.core.turn.ClientInput;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnHints;
import io.sidetone.core.turn.TurnPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A client that says itself when the agent answers, how it is to be, and what was really heard of it. */
class GuidedCallScenarioTest extends CallScenario {
    private final List<String> told = new ArrayList<>();

    private void givenGuidedCall(boolean answers) {
        givenGuidedCall(answers, new Buffering(500, false, false));
    }

    private void givenGuidedCall(boolean answers, Buffering buffering) {
        rig.buffering = buffering;
        rig.client = new Client();
        givenCall(TurnPolicy.DEFAULT.with(PolicyNumber.NO_INPUT, 0), io.sidetone.core.port.ActionInvoker.none());
        call.publish(LaneEventType.AUTO_RESPONSE, 0, 0, null);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        call.publish(LaneEventType.AUTO_RESPONSE, 0, answers ? 1 : 0, null);
        call.hear(quiet, 600);
        told.clear();
    }

    private void grant() {
        call.publish(LaneEventType.GRANT_REQUEST, 0, 0, TurnHints.DEFAULT);
    }

    private void hears(String text) {
        engines.stt.events.finalTranscript(engines.stt.token, text);
        rig.poll();
    }

    private void press() {
        call.publish(LaneEventType.CLIENT_INPUT, 0, ClientInput.PRESS.ordinal(), "append");
    }

    private void release() {
        call.publish(LaneEventType.CLIENT_INPUT, 0, ClientInput.END.ordinal(), "commit");
    }

    private long speaking() {
        grant();
        engines.llm.say("We are open from nine to five.");
        speakClause(
                0,
                4_000,
                new WordTimes(
                        new int[] {0, 400, 800, 1200, 1600, 2000, 2400},
                        new int[] {400, 800, 1200, 1600, 2000, 2400, 2800},
                        new int[] {2, 6, 11, 16, 21, 24, 30}));
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        return engines.llm.token;
    }

    private History.Entry lastEntry() {
        return last(call.record.history().entries());
    }

    @Test
    void shouldNotGreetWhoeverAsksForEveryResponse() {
        givenGuidedCall(false);
        assertThat(engines.llm.asked).isEmpty();
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    void shouldBeginTheConversationWhenTheFloorIsGrantedBeforeAnybodySpoke() {
        givenGuidedCall(false);
        grant();
        assertThat(engines.llm.asked).containsExactly("announce GREETING");
        assertThat(told).containsExactly("granted");
    }

    @Test
    void shouldOnlyKeepWhatWasSaidUntilTheFloorIsGranted() {
        givenGuidedCall(false);
        call.hear(talking, 500);
        call.hear(quiet, 1_400);
        hears("opening hours");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(userTexts()).containsExactly("opening hours");
        assertThat(engines.llm.asked).isEmpty();
        grant();
        assertThat(engines.llm.asked).containsExactly("respond SPEECH opening hours");
    }

    @Test
    void shouldAnswerByItselfWhenThatIsWanted() {
        givenGuidedCall(true);
        call.hear(talking, 500);
        call.hear(quiet, 1_400);
        hears("opening hours");
        assertThat(engines.llm.asked).containsExactly("respond SPEECH opening hours");
        assertThat(told).containsExactly("granted");
    }

    @Test
    void shouldAnswerWhenTheGrantComesBeforeTheTranscript() {
        givenGuidedCall(false);
        press();
        call.hear(talking, 500);
        call.hear(quiet, 2_000);
        assertThat(call.state()).as("a button ends its turn").isEqualTo(FloorState.LISTENING);
        release();
        grant();
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
        hears("opening hours");
        assertThat(engines.llm.asked).containsExactly("respond SPEECH opening hours");
    }

    @Test
    void shouldSayNothingWhenNoWordsWereFoundAndNoResponseIsExpected() {
        givenGuidedCall(false);
        press();
        call.hear(quiet, 300);
        release();
        hears("");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(engines.llm.asked).isEmpty();
    }

    @Test
    void shouldAnswerWhatIsTyped() {
        givenGuidedCall(false);
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, "opening hours");
        assertThat(engines.llm.asked).containsExactly("respond TEXT opening hours");
    }

    @Test
    void shouldKeepTheCallersWordsWhenOnlyTheAgentIsCancelled() {
        givenGuidedCall(true);
        long token = speaking();
        call.hear(quiet, 1_000);
        call.hear(talking, 160);
        call.publish(LaneEventType.RESPONSE_CANCEL, 0, 1, "client");
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(engines.stt.cancelled).as("the utterance that made it pause").isNotEqualTo(engines.stt.token);
        call.publish(LaneEventType.RESPONSE_CANCEL, 0, 1, "client");
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        call.hear(talking, 400);
        call.hear(quiet, 1_400);
        hears("stop");
        assertThat(last(engines.llm.asked)).isEqualTo("respond SPEECH stop");
        assertThat(token).isNotEqualTo(engines.llm.token);
    }

    @Test
    void shouldTellOfATurnThatNobodyHears() {
        givenGuidedCall(false);
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, "opening hours");
        call.publish(LaneEventType.RESPONSE_CANCEL, 0, 1, "client");
        assertThat(told).containsExactly("granted", "cancelled");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    void shouldTellOfAnEmptyTurn() {
        givenGuidedCall(false);
        grant();
        engines.llm.say("");
        rig.poll();
        assertThat(told).containsExactly("granted", "empty");
    }

    @Test
    void shouldCutTheHistoryWhereTheFarEndStoppedPlaying() {
        givenGuidedCall(true);
        long token = speaking();
        call.hear(quiet, 2_000);
        call.publish(LaneEventType.RESPONSE_CANCEL, 0, 1, "client");
        assertThat(lastEntry().text()).startsWith("We are open");
        call.publish(LaneEventType.PLAYED, token, 900, null);
        assertThat(lastEntry().text()).isEqualTo("We are");
        assertThat(lastEntry().intended()).isEqualTo("We are open from nine to five.");
        assertThat(lastEntry().interrupted()).isTrue();
        call.publish(LaneEventType.PLAYED, token, 60_000, null);
        assertThat(lastEntry().text()).as("no more than was sent").isNotEqualTo("We are open from nine to five.");
    }

    @Test
    void shouldLeaveATurnWholeWhenItsLastMarksComeBehindItsEnd() {
        givenGuidedCall(true, new Buffering(60, false, true));
        long token = speaking();
        engines.llm.events.done(token, null);
        call.hear(quiet, 5_000);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        long stray = rig.metrics().value(LaneCounter.STALE_DROPPED);
        call.publish(LaneEventType.PLAYED, token, 3_900, null);
        call.publish(LaneEventType.PLAYED, token, 4_000, null);
        assertThat(lastEntry().text()).isEqualTo("We are open from nine to five.");
        assertThat(lastEntry().interrupted()).isFalse();
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isEqualTo(stray);
    }

    @Test
    void shouldCutAnInterruptedTurnByTheClockWhereNoMarkEverCameBack() {
        givenGuidedCall(true, new Buffering(60, false, true));
        speaking();
        call.hear(quiet, 2_000);
        call.publish(LaneEventType.RESPONSE_CANCEL, 0, 1, "client");
        assertThat(lastEntry().text()).startsWith("We are open").isNotEqualTo("We are open from nine to five.");
        assertThat(lastEntry().interrupted()).isTrue();
    }

    @Test
    void shouldNotGuessWhatWasHeardWhereMarksComeBack() {
        givenGuidedCall(true, new Buffering(60, false, true));
        long token = speaking();
        call.hear(quiet, 500);
        call.publish(LaneEventType.PLAYED, token, 100, null);
        call.hear(quiet, 2_000);
        call.publish(LaneEventType.RESPONSE_CANCEL, 0, 1, "client");
        assertThat(lastEntry().text()).isEmpty();
    }

    @Test
    void shouldCutAnInterruptedTurnWhereItsMarksEnd() {
        givenGuidedCall(true, new Buffering(60, false, true));
        long token = speaking();
        call.hear(quiet, 2_000);
        call.publish(LaneEventType.RESPONSE_CANCEL, 0, 1, "client");
        call.publish(LaneEventType.PLAYED, token, 900, null);
        assertThat(lastEntry().text()).isEqualTo("We are");
        assertThat(lastEntry().interrupted()).isTrue();
    }

    @Test
    void shouldCountWhatIsPlayedOfAnUnknownTurnAsStray() {
        givenGuidedCall(true);
        long before = rig.metrics().value(LaneCounter.STALE_DROPPED);
        call.publish(LaneEventType.PLAYED, 4_711, 900, null);
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isEqualTo(before + 1);
    }

    @Test
    void shouldTakeOverAnEarlierConversation() {
        givenGuidedCall(false);
        call.publish(LaneEventType.HISTORY, 0, 0, new HistoryEdit(true, History.Role.USER, -1, "Are you open?"));
        call.publish(LaneEventType.HISTORY, 0, 0, new HistoryEdit(true, History.Role.ASSISTANT, -2, "Yes."));
        call.publish(LaneEventType.HISTORY, 0, 0, new HistoryEdit(true, History.Role.USER, -3, "Until when?"));
        call.publish(LaneEventType.HISTORY, 0, 0, new HistoryEdit(false, History.Role.ASSISTANT, -2, ""));
        call.publish(LaneEventType.HISTORY, 0, 0, new HistoryEdit(false, History.Role.ASSISTANT, -9, ""));
        assertThat(call.record.history().entries())
                .extracting(History.Entry::text)
                .containsExactly("Are you open?", "Until when?");
        grant();
        assertThat(engines.llm.asked).containsExactly("respond SPEECH Are you open? Until when?");
    }

    @Test
    void shouldBriefTheDialogue() {
        givenGuidedCall(false);
        call.publish(LaneEventType.BRIEFING, 0, 0, new Instructions("Be brief.", List.of()));
        assertThat(engines.llm.asked).containsExactly("briefing Be brief.");
    }

    private final class Client implements CallObserver {
        @Override
        public void on(CallRecord record, CallEvent event) {
            if (event instanceof CallObserver.Granted) {
                told.add("granted");
            } else if (event instanceof CallObserver.Dropped dropped) {
                told.add(dropped.cancelled() ? "cancelled" : "empty");
            }
        }
    }
}
