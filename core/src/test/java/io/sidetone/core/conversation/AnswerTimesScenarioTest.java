package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.turn.event.AnswerTimes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where the time between the caller's last sound and the agent's first frame goes. */
class AnswerTimesScenarioTest extends CallScenario {
    private List<AnswerTimes> answers() {
        return call.record.answers().entries();
    }

    private void answer() {
        rig.advance(100);
        engines.llm.say("Fine.");
        rig.advance(60);
        speakClause(0, 400, null);
        rig.advance(600);
    }

    @Test
    void shouldNoteEachStageOfAnAnswerOnce() {
        givenIdleAfterGreeting();
        assertThat(answers()).as("a greeting is no answer").isEmpty();
        call.hear(talking, 600);
        engines.stt.events.judged(engines.stt.token, "yes please", SentenceEnd.CLOSED);
        rig.poll();
        while (call.state() == FloorState.LISTENING) {
            call.hear(quiet, 20);
        }
        rig.advance(40);
        engines.stt.events.finalTranscript(engines.stt.token, "yes please");
        rig.poll();
        answer();
        assertThat(answers()).hasSize(1);
        AnswerTimes times = answers().get(0);
        assertThat(times.endedBy()).isEqualTo("grammar");
        assertThat(times.decidedMs()).isBetween(100, 340);
        assertThat(times.wordsMs() - times.decidedMs()).isBetween(40, 60);
        assertThat(times.requestMs()).isEqualTo(times.wordsMs());
        assertThat(times.textMs() - times.requestMs()).isEqualTo(100);
        assertThat(times.clauseMs()).isEqualTo(times.textMs());
        assertThat(times.voiceMs() - times.clauseMs()).isEqualTo(60);
        assertThat(times.audioMs() - times.voiceMs()).isBetween(0, 40);
    }

    /** 200 ms after the question the wait is covered with {@code words}. */
    private void givenFiller(String words) {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, "opening hours");
        rig.advance(200);
        engines.llm.events.filler(engines.llm.token, words);
        rig.poll();
    }

    @Test
    void shouldCountNoFillerWhereverTimesAreTold() {
        givenFiller("One moment. ");
        rig.advance(60);
        speakClause(0, 400, null);
        rig.advance(600);
        assertThat(call.state()).as("it is spoken").isEqualTo(FloorState.SPEAKING);
        assertThat(answers()).isEmpty();
        assertThat(call.record.statistics().worstResponseMs()).isZero();
        assertThat(rig.metrics().turnResponse.total().getTotalCount()).isZero();

        engines.llm.say("We are open.");
        rig.poll();
        assertThat(engines.voice.asked).containsSequence("0 One moment.", "1 We are open.");
        rig.advance(100);
        speakClause(1, 400, null);
        rig.advance(600);
        assertThat(answers()).singleElement().satisfies(times -> {
            assertThat(times.textMs()).isEqualTo(860);
            assertThat(times.clauseMs()).isEqualTo(860);
            assertThat(times.voiceMs()).isEqualTo(960);
            assertThat(times.audioMs()).isBetween(960, 1_000);
        });
        assertThat(call.record.statistics().worstResponseMs()).isEqualTo(960);
        assertThat(rig.metrics().turnResponse.total().getTotalCount()).isEqualTo(1);
        assertThat(call.record.history().entries()).last().satisfies(said -> assertThat(said.text())
                .isEqualTo("One moment. We are open."));
    }

    @Test
    void shouldWaitForTheAnswersOwnSoundWhereTheFillerIsStillPlayed() {
        givenFiller("One moment");
        speakClause(0, 400, null);
        engines.llm.say("We are open.");
        speakClause(1, 400, null);
        rig.advance(300);
        assertThat(answers()).as("only the filler was sent").isEmpty();
        rig.advance(600);
        assertThat(answers()).singleElement().satisfies(times -> {
            assertThat(times.voiceMs()).isEqualTo(200);
            assertThat(times.audioMs()).isBetween(600, 660);
        });
    }

    @Test
    void shouldNotCountTheFillerOfAnAnswerThatIsGivenUp() {
        givenFiller("One moment.");
        speakClause(0, 2_000, null);
        rig.advance(200);
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, "goodbye then");
        rig.advance(200);
        assertThat(answers()).isEmpty();
        answer();
        assertThat(answers()).singleElement().satisfies(times -> assertThat(times.textMs())
                .isEqualTo(300));
    }

    @Test
    void shouldLeaveOutWhatTypedTextDoesNotPass() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, "opening hours");
        answer();
        assertThat(answers()).singleElement().satisfies(times -> {
            assertThat(times.endedBy()).isEqualTo("text");
            assertThat(times.decidedMs()).isZero();
            assertThat(times.wordsMs()).isEqualTo(AnswerTimes.NONE);
            assertThat(times.textMs()).isEqualTo(100);
        });
    }

    @Test
    void shouldForgetAnAnswerThatNobodyHeard() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, "opening hours");
        rig.advance(100);
        engines.llm.say("We are open.");
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, "goodbye then");
        answer();
        assertThat(answers()).singleElement().satisfies(times -> assertThat(times.textMs())
                .isEqualTo(100));
    }
}
