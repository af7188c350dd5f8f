package io.sidetone.transport.vela;

import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.control.ControlProgress;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.SteppedLane;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.AgentDirectory;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.MediaPort;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.SignallingPort;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.transport.stream.ClientCall;
import io.sidetone.transport.stream.ClientCalls;
import io.sidetone.transport.stream.FakeClientCall;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamOffer;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Sessions on a real lane without threads, in time that the test moves. */
final class VelaRig implements ClientCalls {
    static final long MS = 1_000_000L;
    private static final int RATE_HZ = 16_000;
    private static final int FRAME = 320;

    final List<Line> lines = new ArrayList<>();
    Recognizer stt = new MockRecognizer();
    DialogueModel llm = new MockDialogue(MockBehavior.DEFAULT, null);
    ActionInvoker actions = ActionInvoker.none();
    String refuse;
    byte[] remote = {127, 0, 0, 1};
    VelaProtocol protocol;
    long nowNs = 1_000 * MS;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final SteppedLane lane = new SteppedLane(8_192, 16, new CallFactory(CallObserver.none()), () -> nowNs);
    private byte secrets;
    private int ids;

    VelaRig() {
        this(VelaSettings.DEFAULT);
    }

    VelaRig(VelaSettings settings) {
        channel.freezeTime();
        protocol = new VelaProtocol(settings, this, bytes -> Arrays.fill(bytes, ++secrets), () -> nowNs);
    }

    EventLoop loop() {
        return channel.eventLoop();
    }

    WsDecision decision(boolean authorized) throws Exception {
        return protocol.admit(new WsHandshake(
                "/ws",
                "/ws",
                Map.of(),
                Map.of(),
                new DefaultHttpHeaders(),
                new InetSocketAddress(InetAddress.getByAddress(remote), 4000),
                true,
                authorized));
    }

    /** A client connects; nothing happens on the lane yet. */
    FakeSocket connecting() throws Exception {
        return new FakeSocket(this, decision(true));
    }

    FakeSocket connect() throws Exception {
        FakeSocket socket = connecting();
        settle();
        return socket;
    }

    @Override
    public String newCallId() {
        return "01ARZ3NDEKTSV4RRFFQ69G5FA" + "ABCDEFGHJKMNPQRSTVWX".charAt(ids++);
    }

    @Override
    public ClientCall open(
            String callId, StreamOffer offer, StreamWire wire, CallObserver client, EventLoop loop, long now)
            throws StreamRefusedException {
        if (refuse != null) {
            throw new StreamRefusedException(StreamRefusedException.NO_ROOM, refuse);
        }
        Line line = new Line(lane.claim(), wire);
        lines.add(line);
        line.setup = new CallSetup(
                        new CallSetup.Identity(
                                callId,
                                "",
                                offer.transport(),
                                "desk",
                                offer.from(),
                                offer.to(),
                                CallFacts.NONE,
                                7,
                                1_700_000_000_000L,
                                now),
                        new CallSetup.Engines(
                                stt,
                                llm,
                                new MockSynthesizer(1),
                                VoiceActivityEngine.none(),
                                actions,
                                AgentDirectory.none()),
                        CallSetup.Line.of(line, line),
                        CallSetup.Terms.DEFAULT)
                .withClient(offer.buffering(), client);
        line.publish(LaneEventType.OPEN, 0, 0, 0, line.setup, now);
        return line;
    }

    /** Lets the lane and the loop do what they have to do now. */
    void settle() {
        for (int i = 0; i < 3; i++) {
            lane.handleAll();
            lines.forEach(Line::collect);
            channel.runPendingTasks();
        }
    }

    /** Lets {@code ms} pass in ticks of 5 ms. */
    void advance(long ms) {
        for (long t = 0; t < ms; t += 5) {
            nowNs += 5 * MS;
            lane.tick(nowNs, nowNs);
            channel.advanceTimeBy(5, TimeUnit.MILLISECONDS);
            channel.runScheduledPendingTasks();
            settle();
        }
    }

    long illegal() {
        return lane.metrics().value(LaneCounter.ILLEGAL_TRANSITIONS);
    }

    long faults() {
        return lane.metrics().value(LaneCounter.FAULTS) + lane.metrics().value(LaneCounter.TURN_TOKEN_VIOLATIONS);
    }

    /** The call of one session, as a stream would carry it. */
    final class Line extends FakeClientCall implements MediaPort, SignallingPort {
        final Admission admission;
        final List<StreamFormat> formats = new ArrayList<>();
        final List<String> published = new ArrayList<>();
        final EgressRing egress = lane.egressRing(256);
        CallSetup setup;
        EndCause ended;
        long audioMs;
        private final StreamWire wire;
        private long samples;
        private int releases;

        Line(Admission admission, StreamWire wire) {
            this.admission = admission;
            this.wire = wire;
        }

        /** Frames pass the fence and go to the wire; a peer without room is offered them no second time. */
        void collect() {
            for (EgressFrame frame = egress.peek(); frame != null; frame = egress.peek()) {
                switch (frame.kind) {
                    case AUDIO -> {
                        if (!admission.fence().isDead(frame.token)) {
                            byte[] bytes = new byte[frame.samples * 2];
                            for (int i = 0; i < frame.samples; i++) {
                                bytes[2 * i] = (byte) frame.pcm[i];
                                bytes[2 * i + 1] = (byte) (frame.pcm[i] >> 8);
                            }
                            wire.audio(bytes, bytes.length, frame.token, frame.turnPositionMs);
                        }
                    }
                    case FLUSH -> wire.clear(frame.token);
                    case END -> wire.turnEnd(frame.token, frame.turnPositionMs);
                    default -> {}
                }
                egress.release();
            }
        }

        @Override
        public CallSetup setup() {
            return setup;
        }

        @Override
        public void publish(LaneEventType type, long token, long a, long b, Object ref, long now) {
            published.add(type + " " + a + " " + b);
            admission.publisher().publish(type, token, a, b, ref, now);
        }

        @Override
        public void audio(byte[] sound, int from, int length, long now) {
            short[] frame = new short[FRAME];
            for (int at = 0; at + 2 * FRAME <= sound.length; at += 2 * FRAME) {
                for (int i = 0; i < FRAME; i++) {
                    frame[i] = (short) (sound[at + 2 * i] & 0xff | sound[at + 2 * i + 1] << 8);
                }
                admission.publisher().offerAudio(frame, 0, FRAME, RATE_HZ, samples, now);
                samples += FRAME;
                audioMs += 20;
            }
        }

        @Override
        public void formats(StreamFormat in, StreamFormat out) {
            formats.add(in);
            formats.add(out);
        }

        @Override
        public EgressRing egress() {
            return egress;
        }

        @Override
        public int sampleRateHz() {
            return RATE_HZ;
        }

        @Override
        public void answer() {}

        @Override
        public void end(EndCause cause, Map<String, String> headers) {
            end(cause);
        }

        @Override
        public void end(EndCause cause) {
            loop().execute(() -> {
                ended = cause;
                wire.hangUp(cause);
            });
        }

        @Override
        public void transfer(ControlRequest request, ControlProgress progress) {
            progress.progress(request, ControlProgress.NOT_SUPPORTED, true);
        }

        @Override
        public void hold(ControlRequest request, ControlProgress progress) {
            progress.progress(request, ControlProgress.NOT_SUPPORTED, true);
        }

        @Override
        public void sendDigits(ControlRequest request, ControlProgress progress) {
            progress.progress(request, ControlProgress.NOT_SUPPORTED, true);
        }

        @Override
        public void release() {
            admission.publisher().publish(LaneEventType.RELEASED, 0, 0, 0, "rig " + ++releases, nowNs);
        }
    }

    /** Messages that were no JSON, or none of this protocol. */
    long bad() {
        return protocol.counters().value(VelaCounter.INVALID_JSON)
                + protocol.counters().value(VelaCounter.INVALID_MESSAGE);
    }
}
