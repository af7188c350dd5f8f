package io.sidetone.core.call.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorListener;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.playout.Buffering;
import io.sidetone.core.playout.FarEnd;
import io.sidetone.core.turn.PolicyProfiles;
import io.sidetone.core.turn.TurnPolicy;
import org.junit.jupiter.api.Test;

class CallLimitsTest {
    private static final long MS = 1_000_000L;
    private static final long EPOCH_NS = 5_000 * MS;

    private final TurnPolicy policy = PolicyProfiles.of("default");
    private final FarEnd farEnd = new FarEnd(Buffering.NONE);
    private final FloorMachine floor = new FloorMachine("test", new Ignored(), EPOCH_NS);
    private final CallLimits limits = new CallLimits(floor, farEnd, EPOCH_NS);

    private void up() {
        floor.transition(FloorTrigger.CONNECT, EPOCH_NS, "test");
        floor.transition(FloorTrigger.READY, EPOCH_NS, "test");
        farEnd.answer();
        limits.media(EPOCH_NS);
    }

    private EndCause after(long ms) {
        return limits.passed(policy, EPOCH_NS + ms * MS);
    }

    @Test
    void shouldEndWhenNoMediaComes() {
        up();
        assertThat(after(policy.bounds().mediaTimeoutMs() - 1)).isNull();
        assertThat(after(policy.bounds().mediaTimeoutMs())).isEqualTo(EndCause.MEDIA_TIMEOUT);
        limits.media(EPOCH_NS + 1_000 * MS);
        assertThat(after(policy.bounds().mediaTimeoutMs())).isNull();
    }

    @Test
    void shouldWaitForMediaOnlyWhenTheCallIsUp() {
        floor.transition(FloorTrigger.CONNECT, EPOCH_NS, "test");
        assertThat(after(policy.bounds().mediaTimeoutMs())).isNotEqualTo(EndCause.MEDIA_TIMEOUT);
    }

    @Test
    void shouldEndWhenItIsHeldForTooLong() {
        up();
        floor.held(true);
        limits.held(EPOCH_NS);
        assertThat(after(policy.bounds().maxHoldMs() - 1)).isNull();
        assertThat(after(policy.bounds().maxHoldMs())).isEqualTo(EndCause.HOLD_TIMEOUT);
    }

    @Test
    void shouldSayForHowLongItWasHeldAndWaitForMediaAfresh() {
        up();
        floor.held(true);
        limits.held(EPOCH_NS);
        floor.held(false);
        long backNs = EPOCH_NS + policy.bounds().mediaTimeoutMs() * 2L * MS;
        assertThat(limits.held(backNs)).isEqualTo(policy.bounds().mediaTimeoutMs() * 2L * MS);
        assertThat(limits.passed(policy, backNs)).isNull();
    }

    @Test
    void shouldEndWhenSetUpTakesTooLong() {
        floor.transition(FloorTrigger.CONNECT, EPOCH_NS, "test");
        assertThat(after(29_999)).isNull();
        assertThat(after(30_000)).isEqualTo(EndCause.ENGINE_FAILED);
    }

    @Test
    void shouldEndWhenItHasLastedLongestOfAll() {
        up();
        limits.media(EPOCH_NS + policy.bounds().maxCallMs() * MS);
        assertThat(after(policy.bounds().maxCallMs() - 1L)).isNull();
        assertThat(after(policy.bounds().maxCallMs())).isEqualTo(EndCause.MAX_CALL_LENGTH);
    }

    private static final class Ignored implements FloorListener {
        @Override
        public void moved(FloorTransition transition) {}

        @Override
        public void refused(FloorState state, FloorTrigger trigger, String message) {}
    }
}
