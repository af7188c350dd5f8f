package io.sidetone.transport.sip.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SipSchedulerTest {
    @Test
    void shouldRunTasksOfAnEventLoopInTimeUnlessCancelled() {
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.freezeTime();
        SipScheduler scheduler = SipScheduler.of(channel.eventLoop(), () -> 42L);
        List<String> ran = new ArrayList<>();
        scheduler.schedule(TimeUnit.SECONDS.toNanos(2), () -> ran.add("second"));
        scheduler.schedule(TimeUnit.SECONDS.toNanos(1), () -> ran.add("first"));
        scheduler
                .schedule(TimeUnit.SECONDS.toNanos(1), () -> ran.add("cancelled"))
                .cancel();
        scheduler.schedule(-1, () -> ran.add("at once"));
        assertThat(ran).isEmpty();
        channel.runScheduledPendingTasks();
        assertThat(ran).containsExactly("at once");
        channel.advanceTimeBy(2, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();

        assertThat(ran).containsExactly("at once", "first", "second");
        assertThat(scheduler.nowNs()).isEqualTo(42);
        channel.finishAndReleaseAll();
    }

    @Test
    void shouldRefuseTimersThatNeverEnd() {
        assertThatThrownBy(() -> new SipTimers(0, 1, 1)).hasMessageContaining("T1=0");
        assertThatThrownBy(() -> new SipTimers(2, 1, 1)).hasMessageContaining("T1 <= T2");
        assertThatThrownBy(() -> new TransactionLimits(0, 1, 1, 1)).hasMessageContaining("at least 1");
    }

    @Test
    void shouldDrawTokensThatDifferAndKeepTheirForm() {
        SipTokens tokens = new SipTokens(new Random(3));
        assertThat(tokens.branch()).startsWith("z9hG4bK").hasSize(7 + 24).isNotEqualTo(tokens.branch());
        assertThat(tokens.tag()).hasSize(16).isNotEqualTo(tokens.tag());
        assertThat(tokens.callId()).hasSize(32).isNotEqualTo(tokens.callId());
        for (int i = 0; i < 1_000; i++) {
            assertThat(tokens.between(3, 5)).isBetween(3, 5);
            assertThat(tokens.firstCSeq()).isBetween(1L, 65_536L);
        }
    }

    @Test
    void shouldRefuseTwoRowsForOnePair() {
        assertThatThrownBy(() -> TransitionTable.<InviteServerMachine.State, TransactionEvent, TransactionAction>of(
                                InviteServerMachine.State.class, TransactionEvent.class)
                        .on(
                                InviteServerMachine.State.ACCEPTED,
                                TransactionEvent.ACK,
                                InviteServerMachine.State.ACCEPTED)
                        .on(
                                InviteServerMachine.State.ACCEPTED,
                                TransactionEvent.ACK,
                                InviteServerMachine.State.COMPLETED))
                .hasMessageContaining("two rows for ACK in ACCEPTED");
    }
}
