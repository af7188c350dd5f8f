package io.sidetone.core.call.life;

import io.sidetone.core.call.CallSetup;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.conversation.Effects;
import io.sidetone.core.conversation.EngineLoss;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.core.port.vad.VoiceActivitySession;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engines of one call and their sessions: opened together, watched, opened again when one dies in the call, closed and
 * waited for. Lane thread only.
 *
 * <p>Sessions of one engine are numbered: what an earlier one still says is kept apart from what the present one says, and each
 * acknowledges once that it has released the call.
 */
final class CallEngines {
    private static final Logger LOG = LoggerFactory.getLogger(CallEngines.class);
    private static final long MS = 1_000_000L;

    /** Media and signalling. */
    private static final int OTHER_PRODUCERS = 2;

    /** The first wait before a session is opened again; each further one is twice as long. */
    private static final long FIRST_WAIT_NS = 500 * MS;

    /** A session that is being opened again has this long. */
    private static final long OPENING_NS = 5_000 * MS;

    /** A session that served so long died of something new. */
    private static final long SETTLED_NS = 60_000 * MS;

    /** Tries within half a minute; a call without a recognizer is not kept waiting for so long. */
    private static final int MAX_TRIES = 6;

    private static final int MAX_TRIES_MUTE = 3;

    private final CallSetup setup;
    private final EngineInbox inbox;
    private final LaneMetrics metrics;
    private final FaultGuard guard;
    private final FloorMachine floor;
    private final Effects effects;
    private final EngineLoss loss;
    private final Runnable allOpen;
    private final Engine[] engines;
    private final Set<String> others = new HashSet<>();
    private Successor.Listener succession;
    private AgentSessions present;
    private Successor successor;
    private VoiceActivitySession detector;

    /** None is awaited: a tick has nothing to look at. */
    private boolean settled;

    /**
     * Creates the engines of a call.
     *
     * @param loss what it means for the conversation that one is lost and comes back
     * @param allOpen runs once, when all that the call needs is open
     */
    CallEngines(
            CallSetup setup,
            ServingAgent agent,
            EngineInbox inbox,
            LaneMetrics metrics,
            FaultGuard guard,
            FloorMachine floor,
            Effects effects,
            EngineLoss loss,
            Runnable allOpen) {
        this.setup = setup;
        this.present = new AgentSessions(agent);
        this.inbox = inbox;
        this.metrics = metrics;
        this.guard = guard;
        this.floor = floor;
        this.effects = effects;
        this.loss = loss;
        this.allOpen = allOpen;
        EngineKind[] kinds = EngineKind.values();
        this.engines = new Engine[kinds.length];
        for (EngineKind kind : kinds) {
            engines[kind.ordinal()] = new Engine(kind);
        }
    }

    private enum Progress {
        OPENING,
        OPEN,
        LOST,
        GIVEN_UP
    }

    private static final class Engine {
        final EngineKind kind;
        final int maxTries;
        final BitSet pendingReleases = new BitSet();
        Progress progress = Progress.OPENING;
        Runnable close;
        int session;
        int numbered;
        int tries;
        long sinceNs;

        Engine(EngineKind kind) {
            this.kind = kind;
            this.maxTries = kind == EngineKind.SYNTHESIZER ? MAX_TRIES_MUTE : MAX_TRIES;
        }

        /** Returns whether there is no session, nor one being opened. */
        boolean gone() {
            return progress == Progress.LOST || progress == Progress.GIVEN_UP;
        }

        /** Returns whether a session is being opened, or will be. */
        boolean awaited() {
            return progress == Progress.LOST || progress == Progress.OPENING;
        }

        String named() {
            return kind.name().toLowerCase(Locale.ROOT);
        }
    }

    /** {@code next} is notified of the engines of an agent that is to take over. */
    void watch(Successor.Listener next) {
        succession = next;
    }

    /** Opens all that the call has in parallel (VAN-01). */
    void open() {
        for (Engine engine : engines) {
            if (engine.kind.needed()) {
                open(engine);
            } else if (setup.engines().detector().present()) {
                openOptional(engine);
            } else {
                engine.progress = Progress.GIVEN_UP;
            }
        }
    }

    /** A call goes on without it, whatever it does. */
    private void openOptional(Engine engine) {
        try {
            open(engine);
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            LOG.warn("Call {}: {} cannot be opened", setup.who().callId(), engine.kind, fault);
            effects.note("engine", engine.named() + ": cannot be opened");
            engine.progress = Progress.GIVEN_UP;
        }
    }

    private void open(Engine engine) {
        if (engine.kind == EngineKind.DETECTOR) {
            int rateHz = VoiceActivityEngine.rateHz(setup.line().media().sampleRateHz());
            detector = setup.engines().detector().open(agent().context(), rateHz, inbox.detector(engine.session));
            engine.close = detector::close;
        } else {
            engine.close = present.open(engine.kind, engine.session, inbox);
        }
        engine.pendingReleases.set(engine.session);
    }

    RecognizerSession recognizer() {
        return present.recognizer();
    }

    DialogueSession dialogue() {
        return present.dialogue();
    }

    SynthesisSession synthesis() {
        return present.synthesis();
    }

    /** The off-lane detector, or null. */
    VoiceActivitySession detector() {
        return detector;
    }

    // ---- what engines say of themselves -----------------------------------------------------------------------------

    /** Takes ENGINE_READY, ENGINE_FAILED of a whole session, and RELEASED while the call is up. */
    void onEvent(LaneEvent event) {
        long nowNs = event.nowNs();
        switch (event.type()) {
            case ENGINE_READY -> ready(engines[(int) event.a()], (int) event.b(), nowNs);
            case ENGINE_FAILED -> {
                EngineFailure failure = (EngineFailure) event.ref();
                lost(engines[(int) event.a()], (int) event.b(), failure.message(), nowNs);
            }
            default -> {
                Engine engine = released(event);
                if (engine == null) {
                    // A call goes on without an engine for a while, but not without its line.
                    effects.end(EndCause.ENGINE_FAILED, nowNs);
                } else if (successor != null && successor.owns(engine.kind, (int) event.b())) {
                    successor.released(engine.kind);
                    lost(engine, (int) event.b(), "the session closed by itself", nowNs);
                } else if ((int) event.b() == engine.session && !engine.gone()) {
                    engine.close = null;
                    lost(engine, engine.session, "the session closed by itself", nowNs);
                }
            }
        }
    }

    private void ready(Engine engine, int session, long nowNs) {
        if (successor != null && successor.owns(engine.kind, session)) {
            if (successor.opened(engine.kind)) {
                succession.nextReady(nowNs);
            }
            return;
        }
        if (session != engine.session || engine.progress != Progress.OPENING) {
            metrics.increment(LaneCounter.STALE_DROPPED);
            return;
        }
        engine.progress = Progress.OPEN;
        engine.sinceNs = nowNs;
        if (floor.in(FloorState.CONNECTING)) {
            for (Engine each : engines) {
                if (each.kind.needed() && each.progress != Progress.OPEN) {
                    return;
                }
            }
            allOpen.run();
            return;
        }
        if (engine.session == 0) {
            // Only what the call did not wait for opens for the first time this late.
            return;
        }
        metrics.increment(LaneCounter.ENGINES_REOPENED);
        effects.note("engine", engine.named() + ": open again, try " + engine.tries);
        switch (engine.kind) {
            case RECOGNIZER -> loss.recognizerBack(recognizer(), nowNs);
            case DIALOGUE -> loss.modelBack(dialogue(), nowNs);
            case DETECTOR -> loss.detector(detector);
            default -> loss.voiceBack(synthesis(), nowNs);
        }
    }

    private void lost(Engine engine, int session, String why, long nowNs) {
        if (successor != null && successor.owns(engine.kind, session)) {
            dropSuccessor();
            succession.nextFailed(engine.named() + ": " + why, nowNs);
            return;
        }
        if (session != engine.session || engine.gone()) {
            metrics.increment(LaneCounter.STALE_DROPPED);
            return;
        }
        LOG.warn("Call {}: {} lost: {}", setup.who().callId(), engine.kind, why);
        effects.note("engine", engine.named() + ": " + why);
        if (engine.kind.needed() && floor.in(FloorState.CONNECTING)) {
            effects.end(EndCause.ENGINE_FAILED, nowNs);
            return;
        }
        if (engine.close != null) {
            guard.safely(engine.close);
            engine.close = null;
        }
        boolean served = engine.progress == Progress.OPEN;
        engine.progress = Progress.LOST;
        settled = false;
        boolean neverServed = !engine.kind.needed() && engine.session == 0;
        if (served || neverServed) {
            engine.tries = nowNs - engine.sinceNs >= SETTLED_NS ? 0 : engine.tries;
            metrics.increment(LaneCounter.ENGINES_LOST);
            goOnWithout(engine, nowNs);
        }
        engine.sinceNs = nowNs;
        if (engine.tries >= engine.maxTries) {
            giveUp(engine, nowNs);
        }
    }

    private void goOnWithout(Engine engine, long nowNs) {
        switch (engine.kind) {
            case RECOGNIZER -> loss.recognizerLost(nowNs);
            case DIALOGUE -> loss.modelLost(new LostDialogue(inbox.dialogue(engine.session, agent().actions())), nowNs);
            case DETECTOR -> loss.detector(null);
            default -> loss.voiceLost(new LostSynthesis(inbox.synthesis(engine.session)), nowNs);
        }
    }

    private void giveUp(Engine engine, long nowNs) {
        engine.progress = Progress.GIVEN_UP;
        effects.note("engine", engine.named() + ": given up after " + engine.tries + " tries");
        if (engine.kind == EngineKind.SYNTHESIZER) {
            // The caller hears nothing and cannot hear why.
            effects.end(EndCause.ENGINE_FAILED, nowNs);
        }
    }

    /** Opens again what was lost, when its wait is over. */
    void tick(long nowNs) {
        if (settled) {
            return;
        }
        settled = true;
        for (Engine engine : engines) {
            if (engine.progress == Progress.LOST && nowNs - engine.sinceNs >= FIRST_WAIT_NS << engine.tries) {
                reopen(engine, nowNs);
            } else if (engine.progress == Progress.OPENING
                    && engine.session > 0
                    && nowNs - engine.sinceNs >= OPENING_NS) {
                lost(engine, engine.session, "did not open within " + OPENING_NS / MS + " ms", nowNs);
            }
            settled &= !engine.awaited();
        }
    }

    private void reopen(Engine engine, long nowNs) {
        engine.session = ++engine.numbered;
        engine.tries++;
        engine.sinceNs = nowNs;
        engine.progress = Progress.OPENING;
        try {
            open(engine);
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            LOG.warn("Call {}: {} cannot be opened", setup.who().callId(), engine.kind, fault);
            lost(engine, engine.session, "cannot be opened", nowNs);
        }
    }

    /** Returns whether an engine was lost and is still being opened again. */
    boolean reopening() {
        for (Engine engine : engines) {
            if (engine.kind.needed() && engine.awaited()) {
                return true;
            }
        }
        return false;
    }

    // ---- another agent ----------------------------------------------------------------------------------------------

    /**
     * Opens the engines of {@code next} beside those that serve the call; {@link Successor.Listener} hears of it.
     *
     * @param keepsDialogue whether the dialogue's session is not opened anew
     * @return why they cannot be opened, or null
     */
    String prepare(ServingAgent next, boolean keepsDialogue) {
        dropSuccessor();
        successor = new Successor(next);
        for (Engine engine : engines) {
            if (engine.kind.needed() && !(keepsDialogue && engine.kind == EngineKind.DIALOGUE)) {
                int number = ++engine.numbered;
                try {
                    successor.open(engine.kind, number, inbox);
                } catch (RuntimeException | LinkageError | AssertionError fault) {
                    LOG.warn(
                            "Call {}: {} of the next agent cannot be opened",
                            setup.who().callId(),
                            engine.kind,
                            fault);
                    dropSuccessor();
                    return engine.named() + ": cannot be opened";
                }
                engine.pendingReleases.set(number);
            }
        }
        return null;
    }

    /** The agent that was to take over does not. */
    void dropSuccessor() {
        if (successor != null) {
            Successor dropped = successor;
            successor = null;
            dropped.close(guard);
        }
    }

    /** The agent whose engines are open serves the call from now on; those of the one before are closed. */
    ServingAgent succeed(long nowNs) {
        Successor next = successor;
        successor = null;
        if (!next.brings(EngineKind.DIALOGUE)) {
            next.newest().keep(present.dialogue());
        }
        present = next.newest();
        for (Engine engine : engines) {
            if (next.brings(engine.kind)) {
                if (engine.close != null) {
                    guard.safely(engine.close);
                }
                engine.session = next.number(engine.kind);
                engine.progress = Progress.OPEN;
                engine.tries = 0;
                engine.sinceNs = nowNs;
                engine.close = next.close(engine.kind);
            }
        }
        return agent();
    }

    /** Returns whether session {@code number} of the dialogue is the one that is asked. */
    boolean presentDialogue(long number) {
        Engine engine = engines[EngineKind.DIALOGUE.ordinal()];
        return engine.session == number && engine.progress == Progress.OPEN;
    }

    /** Returns who serves the call. */
    ServingAgent agent() {
        return present.agent();
    }

    // ---- the end ----------------------------------------------------------------------------------------------------

    /** Asks every open session to release the call; one that was never opened holds nothing. */
    void close() {
        dropSuccessor();
        for (Engine engine : engines) {
            if (engine.close != null) {
                guard.safely(engine.close);
                engine.close = null;
            }
        }
    }

    /** The call goes on without engines: they are closed, and none is opened again. */
    void dismiss() {
        for (Engine engine : engines) {
            engine.progress = Progress.GIVEN_UP;
        }
        close();
    }

    /** A producer publishes nothing more for this call; returns the engine it belongs to, or null. */
    Engine released(LaneEvent event) {
        if (event.a() == 0) {
            others.add((String) event.ref());
            return null;
        }
        Engine engine = engines[(int) event.a() - 1];
        engine.pendingReleases.clear((int) event.b());
        return engine;
    }

    /** Sessions and other producers that have not released the call. */
    int pendingReleases() {
        int pendingReleases = Math.max(0, OTHER_PRODUCERS - others.size());
        for (Engine engine : engines) {
            pendingReleases += engine.pendingReleases.cardinality();
        }
        return pendingReleases;
    }
}
