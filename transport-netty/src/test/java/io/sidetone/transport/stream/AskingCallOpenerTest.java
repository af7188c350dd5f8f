package io.sidetone.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.call.plan.AnswerHook;
import io.sidetone.core.call.plan.AnswerVerdict;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.call.plan.RingingCall;
import io.sidetone.core.lane.LaneSettings;
import io.sidetone.core.lane.Lanes;
import io.sidetone.core.lane.WaitKind;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.refusal.RefusedCalls;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Stream calls that somebody outside decides on. */
class AskingCallOpenerTest {
    private final List<String> agents = new CopyOnWriteArrayList<>();
    private final Asked hook = new Asked();
    private final Session session = new Session();
    private EventLoops loops;
    private EventLoop loop;
    private Lanes lanes;
    private CallPlan found = plan("desk");
    private StreamCallHandle.Opener desk;

    @BeforeEach
    void open() {
        loops = EventLoops.open(1, "asking-test");
        loop = loops.next();
        lanes = new Lanes(
                new LaneSettings(1, 256, 1, WaitKind.BLOCKING), new CallFactory(CallObserver.none()), System::nanoTime);
        desk = new StreamCalls(
                        loops,
                        lanes,
                        offer -> found,
                        () -> 0,
                        new Random(1),
                        System::nanoTime,
                        System::currentTimeMillis,
                        RefusedCalls.NONE)
                .desk(hook);
    }

    @AfterEach
    void close() {
        lanes.close();
        loops.close();
    }

    private CallPlan plan(String agent) {
        return PlainStream.plan(agent).onOpening(callId -> agents.add(agent + " " + callId));
    }

    private static StreamOffer offer() {
        return PlainStream.offer("CA1", "+4930123456", "+4930555", Map.of("order", "4711"));
    }

    private void asks() throws Exception {
        loop.submit(() -> desk.open(offer(), new PlainStream(), loop, 1, session))
                .get();
    }

    private void says(AnswerVerdict verdict) throws Exception {
        hook.verdict.accept(verdict);
        loop.submit(() -> {}).get();
    }

    @Test
    void shouldOpenTheCallAtOnceWhenNobodyIsAsked() throws Exception {
        hook.concerned = false;
        asks();
        assertThat(session.log).containsExactly("opened");
        assertThat(agents).hasSize(1).first().asString().startsWith("desk ");
    }

    @Test
    void shouldOpenTheCallForTheAgentThatIsNamedWhenSomebodyIsAsked() throws Exception {
        asks();
        assertThat(session.log).isEmpty();
        assertThat(lanes.activeCalls()).isZero();
        RingingCall call = hook.asked;
        assertThat(call.plan()).isSameAs(found);
        assertThat(call.trunk()).isNull();
        assertThat(call.identity().externalId()).isEqualTo("CA1");
        assertThat(call.identity().facts().caller()).isEqualTo("+4930123456");
        assertThat(call.identity().facts().headers()).hasSize(1);
        says(new AnswerVerdict.Take(plan("shop"), call.identity().facts().withVariables(Map.of("name", "Ada"))));
        assertThat(session.log).containsExactly("opened");
        assertThat(agents).containsExactly("shop " + call.identity().callId());
        assertThat(session.setup.who().facts().variables()).containsEntry("name", "Ada");
    }

    @Test
    void shouldSayWhyWhenTheCallIsRefusedOrRedirected() throws Exception {
        asks();
        says(new AnswerVerdict.Refuse(486, "Closed"));
        asks();
        says(new AnswerVerdict.Redirect("sip:night@192.0.2.7"));
        assertThat(session.log)
                .containsExactly(
                        "refused 486 on-call refuses the call: Closed",
                        "refused 404 on-call redirects the call, which a media stream cannot follow; name an agent, or"
                                + " refuse it");
        assertThat(lanes.activeCalls()).isZero();
        assertThat(agents).isEmpty();
    }

    @Test
    void shouldOpenNothingWhenThePeerHasGoneMeanwhile() throws Exception {
        asks();
        session.gone = true;
        says(new AnswerVerdict.Take(found, hook.asked.identity().facts()));
        assertThat(session.log).isEmpty();
        assertThat(lanes.activeCalls()).isZero();
    }

    @Test
    void shouldRefuseTheCallWhenItCannotBeSetUpAfterTheAnswer() throws Exception {
        asks();
        CallPlan broken = plan("shop").withIntroduction(caller -> {
            throw new IllegalStateException("a defect");
        });
        says(new AnswerVerdict.Take(broken, hook.asked.identity().facts()));
        assertThat(session.log).containsExactly("refused 503 the call cannot be set up");
        assertThat(lanes.activeCalls()).isZero();
    }

    @Test
    void shouldAskNobodyWhenNoAgentTakesTheCall() throws Exception {
        found = null;
        asks();
        assertThat(hook.asked).isNull();
        assertThat(session.log).hasSize(1).first().asString().startsWith("refused 404 no agent takes a call to");
    }

    /** Decides when it is told to. */
    private static final class Asked implements AnswerHook {
        private boolean concerned = true;
        private RingingCall asked;
        private Consumer<AnswerVerdict> verdict;

        @Override
        public boolean concerns(String trunk, CallPlan plan) {
            return concerned;
        }

        @Override
        public void ask(RingingCall call, Consumer<AnswerVerdict> decide) {
            asked = call;
            verdict = decide;
        }
    }

    /** Writes down what became of the call it asked for. */
    private static final class Session implements StreamCallHandle.Opening {
        private final List<String> log = new CopyOnWriteArrayList<>();
        private boolean gone;
        private CallSetup setup;

        @Override
        public boolean waits() {
            return !gone;
        }

        @Override
        public void opened(StreamCallHandle call, long nowNs) {
            log.add("opened");
            setup = ((StreamCall) call).setup();
        }

        @Override
        public void refused(StreamRefusedException why) {
            log.add("refused " + why.status() + " " + why.getMessage());
        }
    }
}
