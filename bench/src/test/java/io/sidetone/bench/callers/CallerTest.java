package io.sidetone.bench.callers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.sdp.MediaAgreement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallerTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long SEED = 20261127;

    private final List<String> done = new ArrayList<>();
    private final Caller caller = new Caller(new Recorded(), CallerHabits.restless(SEED), 5 * SECOND_NS);
    private long nowNs;

    @Test
    void shouldCallWhenItsTimeHasCome() {
        pass(4);
        assertThat(done).isEmpty();

        pass(2);

        assertThat(done).containsExactly("call");
        assertThat(caller.state()).isEqualTo(Caller.State.CALLING);
    }

    @Test
    void shouldTalkHoldComeBackAndHangUpAndCallAgain() {
        for (int s = 0; s < 3_600; s++) {
            pass(1);
            if (caller.state() == Caller.State.CALLING) {
                caller.answered(null, nowNs);
            } else if (caller.state() == Caller.State.ENDING) {
                caller.ended("BYE", nowNs);
            }
        }

        assertThat(done).startsWith("call", "talk").contains("hold", "take back", "hang up");
        assertThat(caller.calls()).isBetween(50, 250);
        assertThat(caller.holds()).isBetween(10, 100);
        assertThat(done).noneMatch(line -> line.startsWith("failed"));
        assertThat(done.stream().filter("call"::equals)).hasSize(caller.calls());
    }

    @Test
    void shouldTellACallThatIsNotAnswered() {
        pass(6);

        pass(20);

        assertThat(done).containsExactly("call", "failed not answered within 20 s", "hang up");
    }

    @Test
    void shouldTellACallThatEndsByItself() {
        pass(6);
        caller.answered(null, nowNs);

        caller.ended("MEDIA_TIMEOUT", nowNs);

        assertThat(done).containsExactly("call", "talk", "failed ended while TALKING: MEDIA_TIMEOUT", "hang up");
        assertThat(caller.state()).isEqualTo(Caller.State.AWAY);
    }

    @Test
    void shouldTakeNoAnswerForACallThatItHasGivenUp() {
        pass(6);
        pass(20);

        caller.answered(null, nowNs);

        assertThat(caller.state()).isEqualTo(Caller.State.ENDING);
        assertThat(caller.calls()).isZero();
    }

    @Test
    void shouldTalkUntilTheBenchEndsWhenItStays() {
        Caller staying = new Caller(new Recorded(), CallerHabits.staying(), 0);
        staying.step(0);
        staying.answered(null, SECOND_NS);
        staying.step(100_000 * SECOND_NS);
        assertThat(done).containsExactly("call", "talk");
        assertThat(staying.state()).isEqualTo(Caller.State.TALKING);
    }

    @Test
    void shouldCallOnceAndNeverAgain() {
        Caller once = new Caller(new Recorded(), CallerHabits.once(11), 0);
        once.step(0);
        once.answered(null, 0);
        once.step(11 * SECOND_NS);
        once.ended("BYE", 12 * SECOND_NS);
        once.step(100_000 * SECOND_NS);
        assertThat(done).containsExactly("call", "talk", "hang up");
        assertThat(once.calls()).isEqualTo(1);
    }

    private void pass(int seconds) {
        nowNs += seconds * SECOND_NS;
        caller.step(nowNs);
    }

    private final class Recorded implements Caller.Telephone {
        @Override
        public void call() {
            done.add("call");
        }

        @Override
        public void talk(MediaAgreement media) {
            done.add("talk");
        }

        @Override
        public void hold(boolean on) {
            done.add(on ? "hold" : "take back");
        }

        @Override
        public void hangUp() {
            done.add("hang up");
        }

        @Override
        public void failed(String why) {
            done.add("failed " + why);
        }
    }
}
