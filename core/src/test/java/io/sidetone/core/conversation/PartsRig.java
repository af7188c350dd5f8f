package io.sidetone.core.conversation;

import io.sidetone.core.call.Caption;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Tokens;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorListener;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.hearing.SpeechInput;
import io.sidetone.core.lane.EgressKind;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneEvents;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.playout.Buffering;
import io.sidetone.core.playout.FarEnd;
import io.sidetone.core.playout.SpeechOutput;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.turn.PolicyProfiles;
import io.sidetone.core.turn.TurnEngine;
import io.sidetone.core.turn.TurnListener;
import io.sidetone.core.turn.TurnMode;
import io.sidetone.core.turn.event.AnswerTimes;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of a conversation without a call: real machines, and one log of everything that leaves a part, in order. Names in the log
 * are those of the methods: {@code kill}, {@code llm.respond}, {@code stt.start}, {@code observer.Transcript}, {@code floor LISTENING}.
 */
final class PartsRig {
    static final long MS = 1_000_000L;
    static final int RATE_HZ = 8_000;
    static final int CHUNK_MS = 400;

    final List<String> log = new ArrayList<>();
    final List<String> notes = new ArrayList<>();
    final List<Long> killed = new ArrayList<>();
    final List<Caption> captions = new ArrayList<>();
    final Tokens tokens = new Tokens();
    final Fence fence = new Fence();
    final LaneMetrics metrics = new LaneMetrics();
    final FloorMachine floor = new FloorMachine("01TESTTESTTESTTEST00000001", new Floor(), 0);
    final SpeechInput hearing = new SpeechInput(RATE_HZ, new ScriptedEngines().stt, metrics);
    final SpeechOutput speaking = new SpeechOutput(RATE_HZ);
    final TurnEngine turn = new TurnEngine(PolicyProfiles.of("default"), hearing.voice());
    final FarEnd farEnd;
    final TurnContext context;
    final TurnParts parts;
    final AgentTurns agent;
    final Interruptions interruptions;
    final CallerTurns caller;
    final DialogueSession llm = logging(DialogueSession.class, "llm");
    final RecognizerSession stt = logging(RecognizerSession.class, "stt");
    long nowNs = 1_000 * MS;
    boolean preemptible;
    private long sequence;

    PartsRig() {
        this(Buffering.NONE);
    }

    PartsRig(Buffering buffering) {
        farEnd = new FarEnd(buffering);
        context = new TurnContext(
                "01TESTTESTTESTTEST00000001",
                0,
                floor,
                turn,
                hearing,
                speaking,
                tokens,
                fence,
                metrics,
                farEnd,
                new NotedEffects(),
                logging(TurnListener.class, "turn"),
                () -> preemptible,
                () -> false);
        parts = TurnParts.of(context);
        agent = new AgentTurns(context, parts);
        interruptions = new Interruptions(context, parts, agent.actions(), agent.termination());
        caller = new CallerTurns(context, parts, agent.termination(), agent, interruptions);
        hearing.session(stt);
        speaking.session(logging(SynthesisSession.class, "tts"));
        parts.model().open(llm);
        next();
    }

    /** Another event is handled: tokens are those of the next one. */
    PartsRig next() {
        tokens.event(sequence++);
        return this;
    }

    void after(int ms) {
        nowNs += ms * MS;
        next();
    }

    /** Brings the floor where {@code triggers} lead from NOT_CONNECTED. */
    void floor(FloorTrigger... triggers) {
        for (FloorTrigger trigger : triggers) {
            floor.transition(trigger, nowNs, "test");
        }
        log.clear();
    }

    void idle() {
        farEnd.answer();
        floor(FloorTrigger.CONNECT, FloorTrigger.READY);
    }

    void listening() {
        idle();
        floor(FloorTrigger.INPUT_START);
    }

    void thinking() {
        listening();
        floor(FloorTrigger.INPUT_END, FloorTrigger.FINAL_TRANSCRIPT);
    }

    /** The caller has asked something, and the agent answers {@code text}, of which {@code ms} are synthesized. */
    long speaking(String text, int ms) {
        thinking();
        next();
        parts.utterance().grant();
        agent.respond(new UserInput(UserInput.Kind.SPEECH, "a question"), nowNs);
        long token = speaking.token();
        agent.onEvent(event(LaneEventType.MODEL_TEXT, token, 0, text));
        agent.onEvent(event(LaneEventType.MODEL_DONE, token, 0, null));
        for (int t = 0; t < ms; t += CHUNK_MS) {
            agent.onEvent(event(LaneEventType.SYNTHESIS_AUDIO, token, 0, sound(Math.min(CHUNK_MS, ms - t))));
        }
        agent.onEvent(event(LaneEventType.SYNTHESIS_DONE, token, 0, null));
        turn.mode(TurnMode.SPEAKING, nowNs);
        next();
        log.clear();
        return token;
    }

    /** Silence of {@code ms}, as a synthesizer sends sound. */
    static PcmChunk sound(int ms) {
        int samples = RATE_HZ * ms / 1000;
        return new PcmChunk(RATE_HZ, new short[samples], 0, samples, null);
    }

    /** Plays {@code ms} of the agent's turn. */
    void play(int ms) {
        short[] frame = new short[RATE_HZ * 20 / 1000];
        for (int t = 0; t < ms; t += 20) {
            speaking.fill(frame, nowNs);
            nowNs += 20 * MS;
        }
    }

    LaneEvent event(LaneEventType type, long token, long a, Object ref) {
        return LaneEvents.of(type, token, a, ref, nowNs);
    }

    @SuppressWarnings("unchecked")
    private <T> T logging(Class<T> type, String name) {
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            log.add(name + "." + method.getName());
            return method.getReturnType() == boolean.class ? Boolean.TRUE : null;
        });
    }

    private final class Floor implements FloorListener {
        @Override
        public void moved(FloorTransition transition) {
            log.add("floor " + transition.to());
        }

        @Override
        public void refused(FloorState state, FloorTrigger trigger, String message) {
            log.add("refused " + trigger);
        }
    }

    private final class NotedEffects implements Effects {
        @Override
        public void fence(long mark) {
            fence.advance(mark);
            log.add("fence");
        }

        @Override
        public void kill(long mark) {
            fence.advance(mark);
            killed.add(mark);
            log.add("kill");
        }

        @Override
        public void control(EgressKind kind, long token) {
            log.add("egress " + kind);
        }

        @Override
        public void recording(boolean on) {
            log.add("recording " + on);
        }

        @Override
        public void note(String kind, Object text) {
            notes.add(kind + ": " + text);
        }

        @Override
        public void publish(CallEvent event) {
            log.add("observer." + event.getClass().getSimpleName());
        }

        @Override
        public void caption(Caption caption) {
            captions.add(caption);
            log.add("caption");
        }

        @Override
        public void history(History.Snapshot said) {
            log.add("history");
        }

        @Override
        public void overlays() {
            log.add("overlays");
        }

        @Override
        public void check(long token, ActionCall action) {
            log.add("check");
        }

        @Override
        public void invoke(long token, ActionCall action) {
            log.add("invoke");
        }

        @Override
        public void cancel(ActionCall action) {
            log.add("cancel");
        }

        @Override
        public void answered(AnswerTimes times) {
            log.add("answered " + times.token());
        }

        @Override
        public void requested(ActionCall action) {}

        @Override
        public void acted(ActionCall action, long token, long requestedNs, String code) {
            log.add("acted " + code);
        }

        @Override
        public String openNext(ActionCall handOver, boolean byDialogue) {
            log.add("open next");
            return null;
        }

        @Override
        public void dropNext() {
            log.add("drop next");
        }

        @Override
        public boolean handOver(long now) {
            log.add("hand over");
            return false;
        }

        @Override
        public void request(ControlRequest request, long now) {
            log.add("request " + request.kind());
        }

        @Override
        public void end(EndCause cause, long now) {
            log.add("end " + cause);
        }
    }
}
