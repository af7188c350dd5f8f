package io.sidetone.core.lane;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.CallTap;
import io.sidetone.core.call.CallTaps;
import io.sidetone.core.call.Caption;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.control.ControlProgress;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.playout.Buffering;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.AgentDirectory;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.MediaPort;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.SignallingPort;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import io.sidetone.core.turn.event.TurnEvent;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** A lane without threads: a real ring and handler, polled by the test, on a clock the test moves. */
public final class LaneRig {
    public static final long MS = 1_000_000L;

    public final CallTable table;
    public final RingBuffer<LaneEvent> ring;
    public final List<Sent> sent = new ArrayList<>();
    public final List<FloorTransition> moves = new ArrayList<>();
    public final List<TurnEvent> events = new ArrayList<>();
    public final List<CallRecord> ended = new ArrayList<>();
    public final List<Caption> captions = new ArrayList<>();
    public final List<CarriedOut> carriedOut = new ArrayList<>();
    /** What the lines of calls opened from now on carry. */
    public int mediaRateHz = 8_000;

    public boolean recordFrames = true;
    public String introduction = "";
    public List<PcmChunk> holdMusic = List.of();
    public CallObserver client;
    public AgentDirectory agents = AgentDirectory.none();
    public Buffering buffering = Buffering.NONE;
    public VoiceActivityEngine detector = VoiceActivityEngine.none();
    public long nowNs = 1_000 * MS;

    private final LaneHandler handler;
    private final EventPoller<LaneEvent> poller;
    private final EgressRing egress;
    private final LongAdder refused = new LongAdder();
    private final LongAdder pending = new LongAdder();
    private final EventPoller.Handler<LaneEvent> deliver = this::deliver;
    private final Deque<Long> fences = new ArrayDeque<>();
    private CallTaps taps = CallTaps.none();
    private CallRecord lastOpened;
    private long tick;
    private long streamSamples;

    public LaneRig() {
        this(4096, 4);
    }

    public LaneRig(int ringSize, int maxCalls) {
        table = new CallTable(maxCalls, 1);
        ring = RingBuffer.createMultiProducer(LaneEvent::new, ringSize);
        poller = ring.newPoller();
        ring.addGatingSequences(poller.getSequence());
        CallFactory factory = new CallFactory(
                new Observer(),
                (lane, setup, publisher, sequence, time) -> taps.open(lane, setup, publisher, sequence, time));
        handler = new LaneHandler(0, 1, table, factory, () -> nowNs, RingAhead.NONE);
        egress = new EgressRing(256, () -> {});
        handler.register(egress);
    }

    /** Has {@code listeners} listen to every call opened from now on. */
    public void taps(CallTaps listeners) {
        taps = listeners;
    }

    /** Like {@link #taps}; besides, each frame is noted with its call's fence at the moment it goes to egress. */
    public void tapsAndFences(CallTaps listeners) {
        taps = (lane, setup, publisher, sequence, time) -> {
            CallTap tap = listeners.open(lane, setup, publisher, sequence, time);
            Fence fence = table.admission(CallHandle.index(publisher.handle())).fence();
            return (CallTap) Proxy.newProxyInstance(
                    LaneRig.class.getClassLoader(), new Class<?>[] {CallTap.class}, (proxy, method, args) -> {
                        if (method.getName().equals("frame")) {
                            fences.add(fence.mark());
                        }
                        return method.invoke(tap, args);
                    });
        };
    }

    public LaneMetrics metrics() {
        return handler.metrics();
    }

    public EgressRing egress() {
        return egress;
    }

    public long refused() {
        return refused.sum();
    }

    public Admission claim() {
        return table.claim(handle -> new LanePublisher(ring, LaneWake.NONE, handle, refused, pending));
    }

    /** Opens a call on the engines given, releases of media and signalling acknowledged at once. */
    public RigCall open(Recognizer recognizer, DialogueModel dialogue, Synthesizer synthesizer, TurnPolicy policy) {
        return open(recognizer, dialogue, synthesizer, policy, ActionInvoker.none());
    }

    public RigCall open(
            Recognizer recognizer,
            DialogueModel dialogue,
            Synthesizer synthesizer,
            TurnPolicy policy,
            ActionInvoker actions) {
        Admission admission = claim();
        RigCall call = new RigCall(admission);
        CallSetup setup = new CallSetup(
                        new CallSetup.Identity(
                                "01TESTTESTTESTTESTTESTTEST",
                                "external",
                                "test",
                                "agent",
                                "caller",
                                "callee",
                                CallFacts.NONE,
                                42,
                                1_700_000_000_000L,
                                nowNs),
                        new CallSetup.Engines(recognizer, dialogue, synthesizer, detector, actions, agents),
                        new CallSetup.Line(call, call, Buffering.NONE, null, holdMusic),
                        new CallSetup.Terms(policy, AlertThresholds.DEFAULT, introduction, null))
                .withClient(buffering, client);
        admission.publisher().publish(LaneEventType.OPEN, 0, 0, 0, setup, nowNs);
        poll();
        call.record = lastOpened;
        return call;
    }

    /** One frame in and 20 ms of ticks, with nothing of the rig's own on the heap. */
    public void step(LanePublisher publisher, short[] frame) {
        publisher.offerAudio(frame, 0, frame.length, mediaRateHz, streamSamples, nowNs);
        streamSamples += frame.length;
        for (int i = 0; i < 4; i++) {
            nowNs += 5 * MS;
            publishTick(nowNs);
            poll();
        }
        for (EgressFrame f = egress.peek(); f != null; f = egress.peek()) {
            egress.release();
        }
    }

    /** Handles everything in the ring. */
    public void poll() {
        try {
            EventPoller.PollState state;
            do {
                state = poller.poll(deliver);
            } while (state == EventPoller.PollState.PROCESSING);
        } catch (Exception e) {
            throw new AssertionError("the handler let an exception through", e);
        }
    }

    private boolean deliver(LaneEvent event, long sequence, boolean endOfBatch) {
        handler.onEvent(event, sequence, endOfBatch);
        return true;
    }

    /** Lets {@code ms} pass in ticks of 5 ms. */
    public void advance(long ms) {
        for (long t = 0; t < ms; t += 5) {
            nowNs += 5 * MS;
            publishTick(nowNs);
            poll();
            collect();
        }
    }

    public void publishTick(long deadlineNs) {
        long sequence = ring.next();
        LaneEvent event = ring.get(sequence);
        event.type = LaneEventType.TICK;
        event.a = tick++;
        event.b = deadlineNs;
        event.nowNs = nowNs;
        ring.publish(sequence);
    }

    /** Time stands still for the lane while {@code ms} pass: its next tick is late. */
    public void stall(long ms) {
        nowNs += ms * MS;
        tick += ms / 5;
    }

    public void collect() {
        for (EgressFrame f = egress.peek(); f != null; f = egress.peek()) {
            long fence = f.kind == EgressKind.AUDIO && !fences.isEmpty() ? fences.remove() : Token.NONE;
            if (recordFrames) {
                sent.add(new Sent(
                        f.token,
                        f.mediaIndex,
                        f.turnPositionMs,
                        f.marker,
                        f.silence,
                        f.silence ? new short[f.samples] : Arrays.copyOf(f.pcm, f.samples),
                        fence));
            }
            if (f.yieldNs != 0) {
                carriedOut.add(new CarriedOut(f.yieldNs, f.silence, f.mediaIndex));
            }
            egress.release();
        }
    }

    /** The frame that carried out a yield. */
    public record CarriedOut(long yieldNs, boolean silence, long mediaIndex) {}

    /** One frame as it went to egress; {@code fence} is noted where {@link #tapsAndFences} was asked for it. */
    public record Sent(
            long token,
            long mediaIndex,
            long turnPositionMs,
            boolean marker,
            boolean silence,
            short[] pcm,
            long fence) {}

    /** What a test does to one call. */
    public final class RigCall implements MediaPort, SignallingPort {
        public final Admission admission;
        public final List<String> signalling = new ArrayList<>();
        public CallRecord record;
        public final List<ControlRequest> requests = new ArrayList<>();
        public boolean acknowledgeRelease = true;
        public RuntimeException controlFault;
        private ControlProgress progress;
        private int released;

        RigCall(Admission admission) {
            this.admission = admission;
        }

        public void publish(LaneEventType type, long token, long a, Object ref) {
            admission.publisher().publish(type, token, a, 0, ref, nowNs);
            poll();
        }

        public void answer(long ignored) {
            publish(LaneEventType.ANSWERED, 0, 0, null);
        }

        /** The caller sends {@code ms} of {@code source} in 20 ms frames while time passes. */
        public void hear(FrameSource source, long ms) {
            for (long t = 0; t < ms; t += 20) {
                hearFrame(source);
                advance(20);
            }
        }

        /**
         * The same while the lane stands still: frames and ticks wait in the ring, or find no room.
         *
         * @param every20Ms what else is published meanwhile
         * @return frames that found no room
         */
        public int hearUnserved(FrameSource source, long ms, Runnable every20Ms) {
            short[] frame = new short[160];
            int lost = 0;
            for (long t = 0; t < ms; t += 20) {
                source.fill(frame);
                lost += admission.publisher().offerAudio(frame, 0, 160, 8000, streamSamples, nowNs) ? 0 : 1;
                streamSamples += 160;
                every20Ms.run();
                for (int i = 0; i < 4; i++) {
                    nowNs += 5 * MS;
                    if (ring.remainingCapacity() > 0) {
                        publishTick(nowNs);
                    }
                }
            }
            return lost;
        }

        /** The caller sends one frame of 20 ms; the lane handles it, no time passes. */
        public void hearFrame(FrameSource source) {
            short[] frame = new short[mediaRateHz / 50];
            source.fill(frame);
            admission.publisher().offerAudio(frame, 0, frame.length, mediaRateHz, streamSamples, nowNs);
            streamSamples += frame.length;
            poll();
        }

        public void lose(int frames) {
            streamSamples += mediaRateHz / 50L * frames;
        }

        @Override
        public void end(EndCause cause, Map<String, String> headers) {
            signalling.add("end " + cause + " " + headers);
        }

        public FloorState state() {
            return record.state();
        }

        @Override
        public EgressRing egress() {
            return egress;
        }

        @Override
        public int sampleRateHz() {
            return mediaRateHz;
        }

        @Override
        public void answer() {
            signalling.add("answer");
        }

        @Override
        public void end(EndCause cause) {
            signalling.add("end " + cause);
        }

        @Override
        public void transfer(ControlRequest request, ControlProgress answers) {
            asked(request, answers, "transfer " + request.argument());
        }

        @Override
        public void hold(ControlRequest request, ControlProgress answers) {
            asked(request, answers, request.kind() == ControlRequest.Kind.HOLD ? "hold" : "resume");
        }

        @Override
        public void sendDigits(ControlRequest request, ControlProgress answers) {
            asked(request, answers, "digits " + request.argument());
        }

        private void asked(ControlRequest request, ControlProgress answers, String words) {
            if (controlFault != null) {
                throw controlFault;
            }
            signalling.add(words);
            requests.add(request);
            progress = answers;
        }

        /** The signalling says how far the request numbered {@code index} is. */
        public void progress(int index, int status, boolean last) {
            progress.progress(requests.get(index), status, last);
            poll();
        }

        /** Both ports release through this one method. */
        @Override
        public void release() {
            if (acknowledgeRelease) {
                admission.publisher().publish(LaneEventType.RELEASED, 0, 0, 0, "rig " + ++released, nowNs);
            }
        }
    }

    /** What the caller's microphone gives. */
    public interface FrameSource {
        void fill(short[] frame);
    }

    private final class Observer implements CallObserver {
        @Override
        public void on(CallRecord call, CallEvent event) {
            if (event instanceof Caption captioned) {
                captions.add(captioned);
            } else if (event instanceof CallObserver.Opened) {
                lastOpened = call;
            } else if (event instanceof FloorTransition moved) {
                moves.add(moved);
            } else if (event instanceof TurnEvent turned) {
                events.add(turned);
            } else if (event instanceof CallObserver.Ended) {
                ended.add(call);
            }
        }
    }
}
