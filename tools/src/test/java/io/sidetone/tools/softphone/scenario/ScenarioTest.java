package io.sidetone.tools.softphone.scenario;

import static io.sidetone.tools.softphone.scenario.ScenarioRig.play;
import static io.sidetone.tools.softphone.scenario.ScenarioRig.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.tools.softphone.Speech;
import io.sidetone.tools.softphone.script.CallScript;
import io.sidetone.tools.softphone.script.CallerAction;
import io.sidetone.tools.softphone.script.Improviser;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.sound.CallerSound;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScenarioTest {
    private static final Trigger AFTER_TURN = new Trigger.AfterAgentTurn();
    private static final short[] GREETING = Speech.sentence(1, 2_000);
    private static final short[] QUESTION = Speech.sentence(2, 1_400);
    private static final short[] NEXT_QUESTION = Speech.sentence(3, 1_400);
    private static final short[] SORRY = Speech.sentence(4, 900);

    @Test
    void shouldPlaySixHundredMsAfterTheAgentWhenTheLineWaitsForItsTurn() {
        ScenarioRig rig = new ScenarioRig(false, step(AFTER_TURN, play("a", 500)));

        rig.run(1_000).agentSays(GREETING).run(3_000);

        // The last voiced packet comes at 1000 + 2000 − 20 ms.
        assertThat(rig.log()).containsExactly("3580 play a");
    }

    @Test
    void shouldWaitThroughPausesWhenTheAgentOnlyBreathes() {
        ScenarioRig rig = new ScenarioRig(false, step(AFTER_TURN, new CallerAction.HangUp()));

        rig.agentSays(Speech.join(GREETING, Speech.silence(500), GREETING)).run(6_000);

        assertThat(rig.log()).containsExactly("5080 hangup");
    }

    @Test
    void shouldNotTakePacketsThatWereHeldUpForTheEndOfATurn() {
        ScenarioRig rig = new ScenarioRig(false, step(AFTER_TURN, new CallerAction.HangUp()));

        rig.agentSays(GREETING).run(800).holdUp(1_000).run(3_000);

        assertThat(rig.log()).containsExactly("2580 hangup");
    }

    @Test
    void shouldTakeAnAgentForSilentThatSendsNoPacketsForTwiceTheTime() {
        ScenarioRig rig = new ScenarioRig(false, step(AFTER_TURN, new CallerAction.HangUp()));

        rig.agentSays(GREETING).run(800).holdUp(5_000).run(3_000);

        assertThat(rig.log()).containsExactly("1980 hangup");
    }

    @Test
    void shouldNotTakeAClickForATurnWhenItIsShorterThanAHundredMs() {
        ScenarioRig rig = new ScenarioRig(false, step(AFTER_TURN, new CallerAction.HangUp()));

        rig.agentSays(Speech.sentence(9, 60)).run(2_000);

        assertThat(rig.log()).isEmpty();
    }

    @Test
    void shouldCountFromTheFirstVoicedPacketWhenTheLineInterrupts() {
        ScenarioRig rig = new ScenarioRig(false, step(new Trigger.AfterTalkStart(1_500), play("stop", 400)));

        rig.run(700).agentSays(GREETING).run(3_000);

        assertThat(rig.log()).first().isEqualTo("2200 play stop");
    }

    @Test
    void shouldWaitForTheNextTalkWhenALineInterruptsAfterAPlay() {
        ScenarioRig rig = new ScenarioRig(
                false,
                step(AFTER_TURN, play("hours", 800)),
                step(new Trigger.AfterTalkStart(1_000), play("stop", 400)),
                step(AFTER_TURN, new CallerAction.HangUp()));

        rig.agentSays(GREETING).run(2_580);
        assertThat(rig.log()).isEmpty();
        rig.run(20 + 760 + 740).agentSays(Speech.sentence(5, 6_000)).run(1_200);
        assertThat(rig.log()).containsExactly("2580 play hours", "5100 play stop");

        // The agent stops 180 ms after the onset: no turn of its own, so nothing happens until it answers.
        rig.agentStops().run(2_000);
        assertThat(rig.log()).hasSize(2);
        rig.agentSays(QUESTION).run(3_000);
        assertThat(rig.log()).last().isEqualTo("9280 hangup");
    }

    @Test
    void shouldNotTakePacketsThatWereHeldUpForTheNextTalk() {
        ScenarioRig rig = new ScenarioRig(
                false,
                step(new Trigger.AfterTalkStart(100), play("a", 300)),
                step(new Trigger.AfterTalkStart(100), play("b", 300)));

        rig.agentSays(GREETING).run(800).holdUp(400).run(2_000);

        assertThat(rig.log()).containsExactly("100 play a");
    }

    @Test
    void shouldWaitForTheEndWhenTheAgentTalksOverTheCaller() {
        ScenarioRig rig = new ScenarioRig(
                false,
                step(new Trigger.AfterTalkStart(200), play("stop", 400)),
                step(AFTER_TURN, new CallerAction.HangUp()));

        rig.agentSays(Speech.sentence(5, 6_000)).run(8_000);

        assertThat(rig.log()).containsExactly("200 play stop", "6580 hangup");
    }

    @Test
    void shouldRunAtItsTimeWhenALineHasOne() {
        ScenarioRig rig = new ScenarioRig(
                false,
                step(new Trigger.At(500), new CallerAction.Dial("12#")),
                step(new Trigger.At(600), play("late", 300)),
                step(new Trigger.At(40_000), new CallerAction.HangUp()));

        rig.run(50_000);

        assertThat(rig.log()).containsExactly("500 dial 12#", "1300 play late", "40000 hangup");
        assertThat(rig.end().complete()).isTrue();
    }

    @Test
    void shouldRepeatTheLastSoundTwiceAtMostWhenTheAgentAsksAgain() {
        ScenarioRig rig =
                new ScenarioRig(true, step(AFTER_TURN, play("tuesday", 500)), step(AFTER_TURN, play("ten", 500)));
        rig.agentSays(QUESTION).run(3_000);
        for (int i = 0; i < 3; i++) {
            rig.agentSays(Speech.join(SORRY, Speech.silence(200), QUESTION)).run(5_000);
        }

        assertThat(rig.log())
                .extracting(entry -> entry.substring(entry.indexOf(' ') + 1))
                .containsExactly("play tuesday", "play tuesday", "play tuesday", "play ten");
    }

    @Test
    void shouldGoOnWhenTheAgentAsksSomethingElse() {
        ScenarioRig rig =
                new ScenarioRig(true, step(AFTER_TURN, play("tuesday", 500)), step(AFTER_TURN, play("ten", 500)));

        rig.agentSays(QUESTION).run(3_000).agentSays(NEXT_QUESTION).run(3_000);

        assertThat(rig.log())
                .extracting(entry -> entry.substring(entry.indexOf(' ') + 1))
                .containsExactly("play tuesday", "play ten");
    }

    @Test
    void shouldNotRepeatWhenTheScriptDoesNotSaySo() {
        ScenarioRig rig =
                new ScenarioRig(false, step(AFTER_TURN, play("tuesday", 500)), step(AFTER_TURN, play("ten", 500)));

        rig.agentSays(QUESTION).run(3_000).agentSays(QUESTION).run(3_000);

        assertThat(rig.log()).last().asString().endsWith("play ten");
    }

    @Test
    void shouldListenOnceMoreAndHangUpWhenTheScriptHasNoHangup() {
        ScenarioRig rig = new ScenarioRig(CallScript.playOnce(Optional.of(sound("a", 500)), Optional.empty()));

        rig.agentSays(GREETING).run(4_000).agentSays(QUESTION).run(4_000);

        assertThat(rig.log()).containsExactly("2580 play a", "5980 hangup");
        assertThat(rig.end().complete()).isTrue();
    }

    @Test
    void shouldSpeakFirstWhenTheAgentSaysNothingAndThereIsNoScript() {
        ScenarioRig rig = new ScenarioRig(CallScript.playOnce(Optional.of(sound("a", 500)), Optional.empty()));

        rig.run(6_000);

        assertThat(rig.log()).containsExactly("5000 play a");
    }

    @Test
    void shouldGiveUpAndSayWhereWhenTheAgentStaysSilent() {
        ScenarioRig rig = new ScenarioRig(false, step(AFTER_TURN, play("a", 500)));

        rig.run(40_000);

        assertThat(rig.log()).containsExactly("30000 hangup");
        assertThat(rig.end()).isEqualTo(new ScenarioEnd(false, "line 1: the agent said nothing for 30 s"));
    }

    @Test
    void shouldHangUpAtTheLimitWhenTheAgentNeverStops() {
        ScenarioRig rig = new ScenarioRig(false, step(AFTER_TURN, play("a", 500)));

        rig.agentSays(Speech.sentence(7, 700_000)).run(700_000);

        assertThat(rig.log()).containsExactly("600000 hangup");
        assertThat(rig.end().text()).isEqualTo("line 1: the call lasted 600 s, the limit");
    }

    @Test
    void shouldSayWhatDidNotRunWhenTheFarEndHangsUp() {
        ScenarioRig rig = new ScenarioRig(false, step(AFTER_TURN, play("a", 500)));

        assertThat(rig.run(100).farEndHangsUp())
                .isEqualTo(new ScenarioEnd(false, "line 1: the call ended before it was done"));
    }

    private static CallerSound sound(String name, int ms) {
        return play(name, ms).sound();
    }

    /** Knows an action when it is given one, and counts how often it was asked to think. */
    private static final class Thinker implements Improviser {
        private final Deque<CallerAction> thoughts = new ArrayDeque<>();
        private int asked;

        @Override
        public void think() {
            asked++;
        }

        @Override
        public CallerAction poll() {
            return thoughts.poll();
        }
    }

    @Test
    void shouldThinkWhenTheAgentHasFinishedAndActWhenTheActionIsKnown() {
        Thinker thinker = new Thinker();
        ScenarioRig rig = new ScenarioRig(thinker);
        rig.agentSays(GREETING).run(2_500);
        assertThat(thinker.asked).isZero();
        rig.run(1_500);
        assertThat(thinker.asked).isEqualTo(1);
        assertThat(rig.log()).isEmpty();
        thinker.thoughts.add(play("a", 500));
        rig.run(1_000).agentSays(QUESTION).run(3_000);
        assertThat(thinker.asked).isEqualTo(2);
        thinker.thoughts.add(new CallerAction.HangUp());
        rig.run(100);
        assertThat(rig.log()).containsExactly("4000 play a", "8000 hangup");
        assertThat(rig.end().complete()).isTrue();
    }

    @Test
    void shouldThinkOfAnAgentWhoSaysNothingAfterTenSeconds() {
        Thinker thinker = new Thinker();
        new ScenarioRig(thinker).run(9_900).run(200);
        assertThat(thinker.asked).isEqualTo(1);
    }

    @Test
    void shouldBeCompleteWhereTheAgentOrTheTimeEndsAnImprovisedCall() {
        Thinker thinker = new Thinker();
        thinker.thoughts.add(play("a", 5_000));
        ScenarioRig rig = new ScenarioRig(thinker).agentSays(GREETING).run(4_000);
        assertThat(rig.log()).hasSize(1);
        assertThat(rig.farEndHangsUp().complete()).isTrue();

        ScenarioRig late = new ScenarioRig(new Thinker()).agentSays(GREETING).run(601_000);
        assertThat(late.log()).containsExactly("600000 hangup");
        assertThat(late.end().complete()).isTrue();
    }
}
