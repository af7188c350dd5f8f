package io.sidetone.core.call.life;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.CallStatistics;
import io.sidetone.core.call.CallTap;
import io.sidetone.core.call.timeline.VoiceLevels;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.conversation.Conversation;
import io.sidetone.core.conversation.TurnContext;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.fence.Tokens;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorListener;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.floor.VantumView;
import io.sidetone.core.hearing.AudioGaps;
import io.sidetone.core.hearing.SpeechInput;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneCall;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.lane.LanePublisher;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.playout.FarEnd;
import io.sidetone.core.playout.SpeechOutput;
import io.sidetone.core.port.ListenHint.Secrecy;
import io.sidetone.core.turn.TurnEngine;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.Alert;
import io.sidetone.core.turn.event.AlertDetector;
import io.sidetone.core.turn.event.TurnLedger;
import java.util.Map;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call on its lane: events in, frames out, and the life from OPEN to the last release.
 *
 * <p>Lane thread only (law 1). The conversation itself is {@link Conversation}; this class owns what surrounds
 * it: set-up, media time, hold, and the end. Engines and their sessions are {@link CallEngines}.
 */
final class Call implements LaneCall {
    private static final Logger LOG = LoggerFactory.getLogger(Call.class);
    private static final long MS = 1_000_000L;

    private static final long RELEASE_LIMIT_NS = 10_000 * MS;

    /** Every so many ticks, 100 ms, a call looks for lost events and for what is measured in seconds: that is far from what a tick needs. */
    private static final int SLOW_TICKS = 5;

    private final CallSetup setup;
    private final LanePublisher publisher;
    private final Fence fence;
    private final LaneMetrics metrics;
    private final CallObserver observer;
    private final CallTap tap;
    private final CallRecord.Writer writer;
    private final CallRecord record;
    private final VoiceLevels levels;
    private final Tokens tokens = new Tokens();
    private final SecretKeys secrets = new SecretKeys();
    private final FaultGuard guard;
    private final FarEnd farEnd;
    private final FloorMachine floor;
    private final CallLimits limits;
    private final TurnEngine turn;
    private final SpeechInput hearing;
    private final AudioGaps gaps;
    private final SpeechOutput speaking;
    private final EgressControls controls;
    private final CallEffects effects;
    private final CallControl control;
    private final TurnLedger ledger;
    private final AlertDetector alerts;
    private final Conversation conversation;
    private final CallEngines engines;
    private final FrameSender sender;
    private final Dialling dialling;
    private BridgedLine bridged;
    private boolean forced;
    private int ticks;
    private boolean overflowed;
    private boolean greeted;
    private long nowNs;
    private long endedNs;

    /** Creates the call of {@code admission}; {@link #open} starts it. */
    Call(
            CallSetup setup,
            Admission admission,
            LaneMetrics metrics,
            CallObserver observer,
            CallTap tap,
            NanoClock clock,
            long nowNs) {
        this.setup = setup;
        this.publisher = admission.publisher();
        this.fence = admission.fence();
        this.metrics = metrics;
        this.observer = setup.line().client() == null
                ? observer
                : CallObserver.all(observer, setup.line().client());
        this.tap = tap;
        this.nowNs = nowNs;
        this.farEnd = new FarEnd(setup.line().buffering());
        this.writer = new CallRecord.Writer(setup, publisher);
        this.record = writer.record();
        this.levels = record.levels();
        this.guard = new FaultGuard(setup.who().callId(), metrics);
        EngineInbox inbox = new EngineInbox(publisher, clock);
        ServingAgent agent = ServingAgent.first(
                setup, setup.context(fence, record.usage(), secrets.vault()).reporting(inbox::actionSays));
        this.floor = new FloorMachine(setup.who().callId(), new Floor(), nowNs);
        this.limits = new CallLimits(floor, farEnd, setup.who().epochNs());
        this.hearing = new SpeechInput(
                setup.line().media().sampleRateHz(), setup.engines().recognizer(), metrics);
        this.gaps = new AudioGaps(setup.line().media().sampleRateHz());
        this.turn = new TurnEngine(setup.terms().policy(), hearing.voice());
        this.speaking = new SpeechOutput(setup.line().media().sampleRateHz());
        this.controls = new EgressControls(
                setup.line().media(), setup.line().buffering(), admission.handle(), speaking.playout(), tap);
        Whole whole = new Whole();
        ActionDispatch actions = new ActionDispatch(agent, inbox, guard);
        this.effects = new CallEffects(writer, this.observer, tap, floor, guard, fence, controls, actions, whole);
        effects.at(nowNs);
        this.control = new CallControl(setup.line().signalling(), inbox::progress, metrics, farEnd, effects, whole);
        this.ledger = new TurnLedger(
                setup.who().wallEpochMs(),
                setup.who().epochNs(),
                setup.terms().policy().profile(),
                record.turns(),
                () -> metrics.increment(LaneCounter.TURN_TOKEN_VIOLATIONS),
                this::observed);
        this.alerts = new AlertDetector(setup.terms().alerts(), this::raise);
        this.conversation = new Conversation(new TurnContext(
                setup.who().callId(),
                setup.who().epochNs(),
                floor,
                turn,
                hearing,
                speaking,
                tokens,
                fence,
                metrics,
                farEnd,
                effects,
                ledger,
                this::preemptible,
                this::reopening));
        this.dialling = dialling();
        this.engines = new CallEngines(
                setup, agent, inbox, metrics, guard, floor, effects, conversation.loss(), this::enginesOpen);
        AgentChange change = new AgentChange(actions, engines, hearing, conversation, writer, effects);
        engines.watch(change);
        effects.agents(change);
        this.sender = new FrameSender(
                setup, admission.handle(), speaking, hearing, conversation.frames(), controls, metrics, tap, levels);
    }

    private Dialling dialling() {
        int rateHz = setup.line().media().sampleRateHz();
        return new Dialling(
                setup.terms().dialled(),
                rateHz,
                writer,
                ledger,
                effects,
                speaking::active,
                new VoicemailMessage(conversation));
    }

    /** T01: opens the three engines in parallel (VAN-01). */
    @Override
    public void open(long sequence, long now) {
        step(sequence, now);
        limits.media(now);
        floor.transition(FloorTrigger.CONNECT, now, setup.who().transport());
        observed(new CallObserver.Opened());
        engines.open();
        hearing.session(engines.recognizer());
        hearing.detector(engines.detector());
        conversation.session(engines.dialogue());
        speaking.session(engines.synthesis());
        conversation.takesContinuations(
                setup.engines().synthesizer().capabilities().takesContinuations());
        conversation.begin();
        writer.policy(turn.policy());
    }

    private void step(long sequence, long now) {
        tokens.event(sequence);
        time(now);
    }

    private void time(long now) {
        nowNs = now;
        effects.at(now);
    }

    /** Handles one event of this call. */
    @Override
    public void onEvent(LaneEvent event, long sequence) {
        secrets.cover(event, bridged == null ? conversation.secrecy() : Secrecy.NONE);
        tap.input(event, sequence);
        step(sequence, event.nowNs());
        if (floor.in(FloorState.ENDING) || floor.in(FloorState.ENDED)) {
            onEventWhileEnding(event);
        } else if (bridged == null || !bridged.takes(event)) {
            onEventWhileUp(event);
        }
    }

    private void onEventWhileUp(LaneEvent event) {
        switch (event.type()) {
            case AUDIO -> onAudio(event);
            case ANSWERED -> onAnswered(event.a() == 0);
            case DIGIT -> {
                limits.media(nowNs);
                conversation.digit((char) event.a(), nowNs);
            }
            case HOLD -> {
                effects.away(event.a() == 1 && event.b() == 1);
                control.peerHold(event.a() == 1);
                effects.overlays();
            }
            case MEDIA_ALIVE -> {
                limits.media(nowNs);
                conversation.alive(nowNs);
            }
            case FAR_DELAY -> farEnd.delay((int) event.a());
            case DIAL_PROGRESS -> dialling.progress((int) event.a(), nowNs);
            case PEER_CHANGED -> {
                effects.note("peer", "goes on with " + event.ref());
                gaps.forget();
            }
            case LINE_NOTE -> effects.note("line", (String) event.ref());
            case BRIDGED -> bridge((String) event.ref());
            case HANG_UP -> {
                writer.sipStatus((int) event.a());
                end(control.hangUp(event.ref(), nowNs), nowNs);
            }
            case RELEASED, ENGINE_READY -> engines.onEvent(event);
            case ENGINE_FAILED -> {
                if (event.token() == Token.NONE) {
                    engines.onEvent(event);
                } else {
                    conversation.onEvent(event);
                }
            }
            case TRANSFER_REQUEST, DIGITS_REQUEST, HOLD_REQUEST, SIGNALLING_PROGRESS -> control.onEvent(event);
            case MODEL_HAS_MORE -> {
                if (engines.presentDialogue(event.a())) {
                    conversation.hasMore();
                } else {
                    metrics.increment(LaneCounter.STALE_DROPPED);
                }
            }
            case RECORDING -> effects.recording(event.a() == 1);
            case POLICY -> {
                conversation.policy((TurnPolicy) event.ref(), nowNs);
                writer.policyTaken(turn.policy(), event.ref());
            }
            default -> conversation.onEvent(event);
        }
    }

    /** The agent leaves the call; its engines are closed, and its line is joined with that of another call. */
    private void bridge(String otherCallId) {
        effects.note("bridge", "the agent leaves; connected with call " + otherCallId);
        conversation.depart(nowNs);
        control.bridged(nowNs);
        engines.dismiss();
        bridged = new BridgedLine(setup.line().media().sampleRateHz(), limits, levels, metrics);
        sender.bridge(bridged.audio());
        writer.bridgedWith(otherCallId);
    }

    private void onEventWhileEnding(LaneEvent event) {
        switch (event.type()) {
            case RELEASED -> {
                engines.released(event);
                closeIfReleased();
            }
            case TRANSCRIPT_FINAL -> conversation.late((String) event.ref());
            case AUDIO,
                    SPEECH_EVIDENCE,
                    SPEECH_CERTAIN,
                    TICK,
                    MEDIA_ALIVE,
                    FAR_DELAY,
                    HANG_UP,
                    RESPONSE_CANCEL,
                    DIAL_PROGRESS,
                    PEER_CHANGED,
                    LINE_NOTE,
                    BRIDGED,
                    BRIDGED_AUDIO,
                    RECORDING -> {}
            default -> metrics.increment(LaneCounter.STALE_DROPPED);
        }
    }

    private void onAudio(LaneEvent event) {
        limits.media(nowNs);
        if (floor.held() || event.b() != hearing.mediaRateHz()) {
            return;
        }
        String gap = gaps.frame(event.a(), event.samples(), event.token(), nowNs);
        if (gap != null) {
            effects.note("audio", gap);
            effects.statistics();
        }
        levels.caller(event.pcm(), event.samples(), nowNs);
        long overdue = sender.overdueFrames(nowNs);
        float score = secrets.silent()
                ? hearing.unheard(event.samples(), event.a(), overdue)
                : hearing.frame(event.pcm(), event.samples(), event.a(), overdue);
        dialling.frame(event.pcm(), event.samples(), score, nowNs);
        if (floor.state().live()) {
            conversation.frame(score, nowNs);
        }
    }

    /** T02: all engines are open. */
    private void enginesOpen() {
        floor.transition(FloorTrigger.READY, nowNs, "engines open");
        setup.line().signalling().answer();
        if (farEnd.answered() && greeted) {
            greet();
        } else if (farEnd.answered()) {
            conversation.up(nowNs);
        }
    }

    private void onAnswered(boolean withGreeting) {
        if (farEnd.answered()) {
            return;
        }
        farEnd.answer();
        dialling.answered(nowNs);
        greeted = withGreeting;
        limits.media(nowNs);
        conversation.adapt(nowNs);
        if (floor.in(FloorState.CONNECTING)) {
            return;
        }
        if (withGreeting) {
            greet();
        } else {
            conversation.up(nowNs);
        }
    }

    private void greet() {
        conversation.greet(setup.terms().introduction(), nowNs);
    }

    /** The call is held by one side at least, or by neither any more. */
    private void held(boolean on) {
        if (on == floor.held()) {
            return;
        }
        floor.held(on);
        long heldNs = limits.held(nowNs);
        if (!on) {
            floor.postpone(heldNs, nowNs);
        }
        sender.restart();
        gaps.forget();
        if (bridged == null) {
            conversation.held(on, nowNs);
            conversation.adapt(nowNs);
        }
        effects.overlays();
    }

    /**
     * One 20 ms tick of this call: time passes, one frame is sent.
     *
     * @param deadlineNs when the tick was due; frames are due on this grid
     */
    @Override
    public void onTick(long deadlineNs, long now, long sequence) {
        boolean slow = ticks++ % SLOW_TICKS == 0;
        if (slow) {
            overflowed = publisher.overflowed();
        }
        tap.tick(deadlineNs, now, sequence, overflowed);
        step(sequence, now);
        if (floor.in(FloorState.ENDING)) {
            if (now - endedNs > RELEASE_LIMIT_NS) {
                metrics.increment(LaneCounter.RELEASE_TIMEOUTS);
                LOG.error(
                        "Call {}: {} producers did not release the call in 10 s",
                        setup.who().callId(),
                        engines.pendingReleases());
                forced = true;
                closeIfReleased();
            }
            return;
        }
        if (floor.in(FloorState.ENDED)) {
            return;
        }
        if (slow) {
            checkLimits();
            control.tick(now);
        }
        if (bridged == null) {
            if (floor.state().live()) {
                engines.tick(now);
            }
            dialling.tick(now);
        }
        if (!floor.state().live()) {
            return;
        }
        if (bridged == null && !floor.held()) {
            if (slow) {
                conversation.slowTick(now);
                alerts.tick(now - floor.enteredNs(), now);
            }
            conversation.tick(now);
        }
        if (farEnd.answered() && floor.state().live()) {
            sender.send(deadlineNs, floor.held(), control.callerWaits(), now);
        }
    }

    private void checkLimits() {
        EndCause cause = overflowed ? EndCause.OVERLOAD : limits.passed(turn.policy(), nowNs);
        if (cause != null) {
            end(cause, nowNs);
        }
    }

    /** T18 or T19: everything is cancelled and asked to release the call, in this event (VAN-10). */
    private void end(EndCause given, long now) {
        if (!floor.state().live()) {
            return;
        }
        time(now);
        EndCause cause = control.cause(given);
        effects.note("end", cause.reason() + " (in " + floor.state() + ")");
        effects.kill(tokens.grant());
        if (bridged == null) {
            guard.safely(() -> conversation.end(control.transferring(), now));
        }
        // Before observers are notified: the call store writes at once why this call ended.
        writer.ended(cause, now);
        boolean setupFailed = floor.in(FloorState.CONNECTING)
                && (cause == EndCause.ENGINE_FAILED || cause == EndCause.INTERNAL_ERROR);
        floor.transition(setupFailed ? FloorTrigger.SETUP_FAILED : FloorTrigger.SESSION_CLOSE, now, cause.reason());
        endedNs = now;
        effects.statistics();
        Map<String, String> headers = control.parting(cause);
        guard.safely(() -> {
            if (headers.isEmpty()) {
                setup.line().signalling().end(cause);
            } else {
                setup.line().signalling().end(cause, headers);
            }
        });
        engines.close();
        guard.safely(setup.line().media()::release);
        guard.safely(setup.line().signalling()::release);
        closeIfReleased();
    }

    private void closeIfReleased() {
        if ((forced || engines.pendingReleases() == 0) && floor.in(FloorState.ENDING)) {
            floor.transition(FloorTrigger.RELEASED, nowNs, "all released");
            observed(new CallObserver.Ended());
            writer.released();
        }
    }

    /** A fault in handling this call: it ends, the lane goes on (law 7). */
    @Override
    public void fault(Throwable error) {
        metrics.increment(LaneCounter.FAULTS);
        LOG.error("Call {}: ended by a fault in its own handler", setup.who().callId(), error);
        if (floor.state().live()) {
            end(EndCause.INTERNAL_ERROR, nowNs);
        }
    }

    private void raise(Alert alert) {
        record.alerts().add(alert);
        metrics.alerts(alert.kind()).increment();
        effects.note("alert", alert.text());
        LOG.warn("Call {}: {}", setup.who().callId(), alert.text());
        observed(alert);
    }

    private void observed(CallEvent event) {
        guard.safely(CallObserver::on, observer, record, event);
    }

    private CallStatistics statistics() {
        return conversation.statistics(
                hearing.framesIn(),
                hearing.framesConcealed(),
                gaps.refused(),
                sender.framesOut(),
                sender.framesSkipped());
    }

    private boolean preemptible() {
        return engines.agent().dialogue().capabilities().preemptible();
    }

    private boolean reopening() {
        return engines.reopening();
    }

    @Override
    public void handled() {
        tap.handled();
    }

    @Override
    public void closed() {
        secrets.vault().clear();
        tap.closed();
    }

    /** Returns whether everything is released: the lane forgets the call. */
    @Override
    public boolean ended() {
        return floor.in(FloorState.ENDED);
    }

    /** Things that only the whole call can do for its parts. */
    private final class Whole implements CallEffects.Host, CallControl.Listener {
        @Override
        public void end(EndCause cause, long now) {
            Call.this.end(cause, now);
        }

        @Override
        public void request(ControlRequest request, long now) {
            control.request(request, now);
        }

        @Override
        public CallStatistics statistics() {
            return Call.this.statistics();
        }

        @Override
        public void held(boolean on) {
            Call.this.held(on);
        }

        @Override
        public void settled(ControlRequest request, boolean success, int status, long now) {
            effects.publish(new CallObserver.Controlled(request, status));
            if (request.invocationId() != null) {
                conversation.settled(request, success, status, now);
            }
        }
    }

    private final class Floor implements FloorListener {
        @Override
        public void moved(FloorTransition transition) {
            metrics.stateNs(transition.from()).add(transition.timeInFromNs());
            conversation.adapt(transition.nowNs());
            writer.moved(transition);
            ledger.moved(transition);
            alerts.moved(transition);
            guard.safely(Conversation::moved, conversation, transition);
            effects.overlays();
            effects.note("state", transition);
            observed(transition);
        }

        @Override
        public void refused(FloorState state, FloorTrigger trigger, String message) {
            metrics.increment(LaneCounter.ILLEGAL_TRANSITIONS);
            effects.note("warning", message);
            effects.note(
                    "warning",
                    VantumView.refusal(
                            floor.views().vantum(), trigger, setup.who().callId()));
            effects.publish(new CallObserver.Refused(state, trigger, message));
        }
    }
}
