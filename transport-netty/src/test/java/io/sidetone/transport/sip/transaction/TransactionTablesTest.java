package io.sidetone.transport.sip.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.metrics.SingleWriterCounters;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Every state of every machine against every event. Each line of a table reads: state, event, next state, then what has
 * to be seen from outside. A pair that is not listed has to be refused, counted, and change nothing.
 */
class TransactionTablesTest {
    private static final String INVITE_SERVER =
            """
            PROCEEDING REQUEST PROCEEDING resend
            PROCEEDING PROVISIONAL PROCEEDING send
            PROCEEDING SUCCESS ACCEPTED send wait=32000
            PROCEEDING FAILURE COMPLETED send retransmit=500 wait=32000
            PROCEEDING TRANSPORT_ERROR PROCEEDING unsent
            COMPLETED REQUEST COMPLETED resend
            COMPLETED TIMER_G COMPLETED resend retransmit=1000
            COMPLETED ACK CONFIRMED stop wait=5000
            COMPLETED TIMER_H TERMINATED timeout terminated
            COMPLETED TRANSPORT_ERROR COMPLETED unsent
            CONFIRMED REQUEST CONFIRMED
            CONFIRMED ACK CONFIRMED
            CONFIRMED TIMER_I TERMINATED terminated
            ACCEPTED REQUEST ACCEPTED
            ACCEPTED SUCCESS ACCEPTED send
            ACCEPTED ACK ACCEPTED deliver
            ACCEPTED TIMER_L TERMINATED terminated
            ACCEPTED TRANSPORT_ERROR ACCEPTED unsent
            """;

    private static final String NON_INVITE_SERVER =
            """
            TRYING REQUEST TRYING
            TRYING PROVISIONAL PROCEEDING send
            TRYING SUCCESS COMPLETED send wait=32000
            TRYING FAILURE COMPLETED send wait=32000
            PROCEEDING REQUEST PROCEEDING resend
            PROCEEDING PROVISIONAL PROCEEDING send
            PROCEEDING SUCCESS COMPLETED send wait=32000
            PROCEEDING FAILURE COMPLETED send wait=32000
            PROCEEDING TRANSPORT_ERROR TERMINATED unsent terminated
            COMPLETED REQUEST COMPLETED resend
            COMPLETED TIMER_J TERMINATED terminated
            COMPLETED TRANSPORT_ERROR TERMINATED unsent terminated
            """;

    private static final String INVITE_CLIENT =
            """
            CALLING TIMER_A CALLING resend retransmit=1000
            CALLING TIMER_B TERMINATED timeout terminated
            CALLING PROVISIONAL PROCEEDING deliver stop nowait
            CALLING SUCCESS ACCEPTED deliver stop wait=32000
            CALLING FAILURE COMPLETED ack deliver stop wait=32000
            CALLING TRANSPORT_ERROR TERMINATED unsent terminated
            CALLING ABANDON TERMINATED terminated
            PROCEEDING PROVISIONAL PROCEEDING deliver
            PROCEEDING SUCCESS ACCEPTED deliver wait=32000
            PROCEEDING FAILURE COMPLETED ack deliver wait=32000
            PROCEEDING ABANDON TERMINATED terminated
            COMPLETED FAILURE COMPLETED ack
            COMPLETED PROVISIONAL COMPLETED
            COMPLETED TIMER_D TERMINATED terminated
            COMPLETED TRANSPORT_ERROR TERMINATED unsent terminated
            ACCEPTED SUCCESS ACCEPTED deliver
            ACCEPTED PROVISIONAL ACCEPTED
            ACCEPTED TIMER_M TERMINATED terminated
            """;

    private static final String NON_INVITE_CLIENT =
            """
            TRYING TIMER_E TRYING resend retransmit=1000
            TRYING TIMER_F TERMINATED timeout terminated
            TRYING PROVISIONAL PROCEEDING deliver
            TRYING SUCCESS COMPLETED deliver stop wait=5000
            TRYING FAILURE COMPLETED deliver stop wait=5000
            TRYING TRANSPORT_ERROR TERMINATED unsent terminated
            TRYING ABANDON TERMINATED terminated
            PROCEEDING TIMER_E PROCEEDING resend retransmit=4000
            PROCEEDING TIMER_F TERMINATED timeout terminated
            PROCEEDING PROVISIONAL PROCEEDING deliver
            PROCEEDING SUCCESS COMPLETED deliver stop wait=5000
            PROCEEDING FAILURE COMPLETED deliver stop wait=5000
            PROCEEDING TRANSPORT_ERROR TERMINATED unsent terminated
            PROCEEDING ABANDON TERMINATED terminated
            COMPLETED SUCCESS COMPLETED
            COMPLETED FAILURE COMPLETED
            COMPLETED PROVISIONAL COMPLETED
            COMPLETED TIMER_K TERMINATED terminated
            """;

    @Test
    void shouldTakeEveryEventInEveryStateOfTheInviteServerMachineAsRfc6026Says() {
        assertMachine(
                InviteServerMachine.TABLE,
                INVITE_SERVER,
                Map.of(
                        InviteServerMachine.State.PROCEEDING, "PROVISIONAL",
                        InviteServerMachine.State.COMPLETED, "FAILURE",
                        InviteServerMachine.State.CONFIRMED, "FAILURE ACK",
                        InviteServerMachine.State.ACCEPTED, "SUCCESS",
                        InviteServerMachine.State.TERMINATED, "SUCCESS TIMER_L"),
                InviteServerMachine.State.PROCEEDING,
                InviteServerMachine.State.TERMINATED,
                null);
    }

    @Test
    void shouldTakeEveryEventInEveryStateOfTheNonInviteServerMachineAsRfc3261Says() {
        assertMachine(
                NonInviteServerMachine.TABLE,
                NON_INVITE_SERVER,
                Map.of(
                        NonInviteServerMachine.State.TRYING, "",
                        NonInviteServerMachine.State.PROCEEDING, "PROVISIONAL",
                        NonInviteServerMachine.State.COMPLETED, "SUCCESS",
                        NonInviteServerMachine.State.TERMINATED, "SUCCESS TIMER_J"),
                NonInviteServerMachine.State.TRYING,
                NonInviteServerMachine.State.TERMINATED,
                null);
    }

    @Test
    void shouldTakeEveryEventInEveryStateOfTheInviteClientMachineAsRfc6026Says() {
        assertMachine(
                InviteClientMachine.TABLE,
                INVITE_CLIENT,
                Map.of(
                        InviteClientMachine.State.CALLING, "",
                        InviteClientMachine.State.PROCEEDING, "PROVISIONAL",
                        InviteClientMachine.State.COMPLETED, "FAILURE",
                        InviteClientMachine.State.ACCEPTED, "SUCCESS",
                        InviteClientMachine.State.TERMINATED, "SUCCESS TIMER_M"),
                InviteClientMachine.State.CALLING,
                InviteClientMachine.State.TERMINATED,
                SipTimer.A);
    }

    @Test
    void shouldTakeEveryEventInEveryStateOfTheNonInviteClientMachineAsRfc3261Says() {
        assertMachine(
                NonInviteClientMachine.TABLE,
                NON_INVITE_CLIENT,
                Map.of(
                        NonInviteClientMachine.State.TRYING, "",
                        NonInviteClientMachine.State.PROCEEDING, "PROVISIONAL",
                        NonInviteClientMachine.State.COMPLETED, "SUCCESS",
                        NonInviteClientMachine.State.TERMINATED, "SUCCESS TIMER_K"),
                NonInviteClientMachine.State.TRYING,
                NonInviteClientMachine.State.TERMINATED,
                SipTimer.E);
    }

    private static <S extends Enum<S>> void assertMachine(
            TransitionTable<S, TransactionEvent, TransactionAction> table,
            String expected,
            Map<S, String> paths,
            S first,
            S terminated,
            SipTimer clientTimer) {
        Map<String, String> rows = new HashMap<>();
        for (String line : expected.strip().split("\n")) {
            String[] words = line.strip().split(" ", 3);
            assertThat(rows.put(words[0] + " " + words[1], words[2])).isNull();
        }
        int seen = 0;
        for (S state : first.getDeclaringClass().getEnumConstants()) {
            for (TransactionEvent event : EnumSet.allOf(TransactionEvent.class)) {
                Bench<S> bench = new Bench<>(table, first, terminated, clientTimer);
                bench.walk(paths.get(state));
                assertThat(bench.engine.state()).isEqualTo(state);
                String row = rows.get(state + " " + event);
                String outcome = bench.outcomeOf(event);
                assertThat(outcome)
                        .as("%s in %s", event, state)
                        .isEqualTo(row == null ? state + " illegal" : row.strip());
                seen += row == null ? 0 : 1;
            }
        }
        assertThat(seen).isEqualTo(rows.size());
    }

    /** One machine on a fake clock with everything it does written down. */
    private static final class Bench<S extends Enum<S>> implements TransactionEngine.Owner {
        private static final byte[] FIRST = {1};
        private static final byte[] SECOND = {2};

        private final FakeSipScheduler scheduler = new FakeSipScheduler();
        private final SingleWriterCounters<SipCoreCounter> counters = new SingleWriterCounters<>(SipCoreCounter.class);
        private final List<String> seen = new ArrayList<>();
        private final TransactionEngine<S> engine;

        Bench(
                TransitionTable<S, TransactionEvent, TransactionAction> table,
                S first,
                S terminated,
                SipTimer clientTimer) {
            engine = new TransactionEngine<>(
                    table,
                    first,
                    terminated,
                    false,
                    new TransactionEngine.Context(scheduler, SipTimers.RFC_3261, counters),
                    this);
            if (clientTimer != null) {
                engine.begin(FIRST, clientTimer, clientTimer == SipTimer.A ? SipTimer.B : SipTimer.F);
            }
        }

        void walk(String path) {
            for (String event : path.split(" ")) {
                if (!event.isEmpty()) {
                    assertThat(engine.fire(TransactionEvent.valueOf(event), FIRST))
                            .isTrue();
                }
            }
        }

        String outcomeOf(TransactionEvent event) {
            scheduler.advanceMillis(1);
            List<Long> before = scheduler.pendingMillis();
            long illegalBefore = counters.value(SipCoreCounter.ILLEGAL_TRANSACTION_EVENTS);
            seen.clear();
            boolean legal = engine.fire(event, SECOND);
            StringBuilder outcome = new StringBuilder(engine.state().name());
            seen.forEach(word -> outcome.append(' ').append(word));
            long illegal = counters.value(SipCoreCounter.ILLEGAL_TRANSACTION_EVENTS) - illegalBefore;
            assertThat(illegal).isEqualTo(legal ? 0 : 1);
            if (!legal) {
                assertThat(scheduler.pendingMillis()).isEqualTo(before);
                return outcome.append(" illegal").toString();
            }
            if (engine.over()) {
                assertThat(scheduler.pending()).as("timers left behind").isZero();
                return outcome.toString();
            }
            return outcome.append(timerChanges(before)).toString();
        }

        /** Says which of the two timers began anew and which merely stopped. */
        private String timerChanges(List<Long> before) {
            List<Long> after = scheduler.pendingMillis();
            StringBuilder words = new StringBuilder();
            Long retransmit = only(after, false);
            Long wait = only(after, true);
            Long oldRetransmit = only(before, false);
            Long oldWait = only(before, true);
            if (retransmit == null) {
                words.append(oldRetransmit == null ? "" : " stop");
            } else if (!retransmit.equals(oldRetransmit)) {
                words.append(" retransmit=").append(retransmit);
            }
            if (wait == null) {
                words.append(oldWait == null ? "" : " nowait");
            } else if (!wait.equals(oldWait)) {
                words.append(" wait=").append(wait);
            }
            return words.toString();
        }

        /** Returns the one timer that is a wait (above T2), or the one that is not. */
        private static Long only(List<Long> millis, boolean wait) {
            List<Long> found = millis.stream().filter(m -> m > 4_000 == wait).toList();
            assertThat(found).hasSizeLessThan(2);
            return found.isEmpty() ? null : found.get(0);
        }

        @Override
        public boolean transmit(byte[] message) {
            seen.add(message == SECOND ? "send" : "resend");
            return true;
        }

        @Override
        public boolean transmitAck() {
            seen.add("ack");
            return true;
        }

        @Override
        public void deliver() {
            seen.add("deliver");
        }

        @Override
        public void reportTimeout() {
            seen.add("timeout");
        }

        @Override
        public void reportUnsent() {
            seen.add("unsent");
        }

        @Override
        public void onTerminated() {
            seen.add("terminated");
        }
    }

    @Test
    void shouldDoubleTimerAWithoutLimitAndTheOthersUpToT2() {
        SipTimers timers = SipTimers.RFC_3261;
        long ns = TimeUnit.SECONDS.toNanos(4);
        assertThat(timers.nextNs(SipTimer.A, ns)).isEqualTo(2 * ns);
        assertThat(timers.nextNs(SipTimer.E, ns)).isEqualTo(ns);
        assertThat(timers.nextNs(SipTimer.G, ns)).isEqualTo(ns);
    }
}
