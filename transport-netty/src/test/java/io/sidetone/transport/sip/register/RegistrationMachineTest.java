package io.sidetone.transport.sip.register;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.register.RegistrationMachine.Facts;
import io.sidetone.transport.sip.register.RegistrationState.Action;
import io.sidetone.transport.sip.register.RegistrationState.Event;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RegistrationMachineTest {
    private static final long START_NS = 1_000_000_000_000L;

    private final RegistrationMachine machine = new RegistrationMachine();
    private long nowNs = START_NS;

    private java.util.List<Action> fire(Event event, int seconds, double chance) {
        return machine.transition(event, new Facts(seconds, chance), nowNs);
    }

    private void registered(int seconds) {
        fire(Event.START, 0, 0);
        fire(Event.LOCATED, 0, 0);
        assertThat(fire(Event.ACCEPTED, seconds, 0)).containsExactly(Action.AWAIT_REFRESH);
    }

    private long dueS() {
        return TimeUnit.NANOSECONDS.toSeconds(machine.dueNs() - nowNs);
    }

    @Test
    void shouldRefreshBeforeWhatWasGrantedIsOver() {
        registered(400);
        assertThat(dueS()).isEqualTo(200);
        assertThat(machine.registered(nowNs)).isTrue();
        assertThat(machine.registered(nowNs + TimeUnit.SECONDS.toNanos(401))).isFalse();
        nowNs = machine.dueNs();
        assertThat(fire(Event.DUE, 0, 0)).containsExactly(Action.SEND);
        assertThat(machine.state()).isEqualTo(RegistrationState.REFRESHING);
        fire(Event.ACCEPTED, 100, 1);
        assertThat(dueS()).isEqualTo(75);
    }

    @Test
    void shouldStayRegisteredWhileARefreshFindsNobody() {
        registered(400);
        nowNs = machine.dueNs();
        fire(Event.DUE, 0, 0);
        assertThat(fire(Event.NO_SERVER, 0, 0)).containsExactly(Action.BACK_OFF);
        assertThat(machine.registered(nowNs)).isTrue();
        assertThat(machine.registered(nowNs + TimeUnit.SECONDS.toNanos(201))).isFalse();
    }

    @Test
    void shouldWaitTwiceAsLongAfterEachFailureUpToHalfAnHour() {
        fire(Event.START, 0, 0);
        long[] expected = {2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900};
        for (long seconds : expected) {
            fire(Event.UNLOCATED, 0, 0);
            assertThat(dueS()).isEqualTo(seconds);
            assertThat(fire(Event.DUE, 0, 0)).containsExactly(Action.LOCATE);
        }
        fire(Event.UNLOCATED, 0, 1);
        assertThat(dueS()).isEqualTo(1800);
    }

    @Test
    void shouldForgetFailuresOnceRegistered() {
        fire(Event.START, 0, 0);
        fire(Event.UNLOCATED, 0, 0);
        fire(Event.DUE, 0, 0);
        fire(Event.LOCATED, 0, 0);
        fire(Event.ACCEPTED, 60, 0);
        fire(Event.DUE, 0, 0);
        fire(Event.NO_SERVER, 0, 0);
        assertThat(dueS()).isEqualTo(2);
    }

    @Test
    void shouldWaitLongAfterARefusalAndAsLongAsItIsTold() {
        fire(Event.START, 0, 0);
        fire(Event.LOCATED, 0, 0);
        assertThat(fire(Event.REFUSED, 0, 0)).containsExactly(Action.BACK_OFF_LONG);
        assertThat(dueS()).isEqualTo(30);
        fire(Event.DUE, 0, 0);
        fire(Event.LOCATED, 0, 0);
        fire(Event.REFUSED, 1_000, 0);
        assertThat(dueS()).isEqualTo(1_000);
        fire(Event.DUE, 0, 0);
        fire(Event.LOCATED, 0, 0);
        fire(Event.REFUSED, 1_000_000, 0);
        assertThat(dueS()).as("no registrar keeps us away for days").isEqualTo(3_600);
    }

    @Test
    void shouldEndTheRegistrationWhenARefreshIsRefused() {
        registered(400);
        fire(Event.DUE, 0, 0);
        fire(Event.REFUSED, 0, 0);
        assertThat(machine.registered(nowNs)).isFalse();
    }

    @Test
    void shouldAskForLongerWhenItIsTooBrief() {
        fire(Event.START, 0, 0);
        fire(Event.LOCATED, 0, 0);
        assertThat(fire(Event.TOO_BRIEF, 1800, 0)).containsExactly(Action.SEND);
        assertThat(machine.requestedSeconds()).isEqualTo(1800);
        fire(Event.TOO_BRIEF, Integer.MAX_VALUE, 0);
        assertThat(machine.requestedSeconds()).isEqualTo(86_400);
    }

    @Test
    void shouldRegisterAnewSoonWhenItsConnectionCloses() {
        registered(400);
        assertThat(fire(Event.FLOW_LOST, 0, 0.5)).containsExactly(Action.RETRY_SOON);
        assertThat(dueS()).isEqualTo(1);
        assertThat(machine.registered(nowNs)).isFalse();
    }

    @Test
    void shouldTakeBackWhatIsRegisteredAndNothingElse() {
        fire(Event.START, 0, 0);
        assertThat(fire(Event.STOP, 0, 0)).containsExactly(Action.FINISH);
        RegistrationMachine other = new RegistrationMachine();
        for (Event event : new Event[] {Event.START, Event.LOCATED, Event.ACCEPTED}) {
            other.transition(event, new Facts(60, 0), nowNs);
        }
        assertThat(other.transition(Event.STOP, new Facts(0, 0), nowNs)).containsExactly(Action.TAKE_BACK);
        assertThat(other.transition(Event.NO_SERVER, new Facts(0, 0), nowNs)).containsExactly(Action.FINISH);
        assertThat(other.registered(nowNs)).isFalse();
        assertThat(other.transition(Event.ACCEPTED, new Facts(60, 0), nowNs))
                .as("over")
                .isNull();
    }

    @Test
    void shouldCallAPeerDownAfterThreeRequestsWithoutAnAnswer() {
        PeerHealth health = new PeerHealth();
        assertThat(health.transition(PeerHealth.Event.ANSWERED, 0, 5)).isTrue();
        assertThat(health.latencyNs()).isEqualTo(5);
        assertThat(health.transition(PeerHealth.Event.SILENT, 0, 1)).isFalse();
        assertThat(health.transition(PeerHealth.Event.UNAVAILABLE, 0, 1)).isFalse();
        assertThat(health.transition(PeerHealth.Event.SILENT, 0, 1)).isTrue();
        assertThat(health.state()).isEqualTo(PeerHealth.State.DOWN);
        assertThat(health.transition(PeerHealth.Event.ANSWERED, 0, 1)).isTrue();
        assertThat(health.silent()).isZero();
    }
}
