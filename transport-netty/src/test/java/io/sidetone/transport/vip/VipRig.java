package io.sidetone.transport.vip;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.SteppedLane;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockLine;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.playout.Buffering;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.setting.Altered;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import io.sidetone.transport.stream.ClientCall;
import io.sidetone.transport.stream.FakeClientCall;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.vip.action.RegistryReader;
import io.sidetone.transport.vip.token.EphemeralKeys;
import io.sidetone.transport.vip.token.KeyGrant;
import io.sidetone.transport.ws.WsProof;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A client, its connection, and a real lane behind it, on a clock that the test moves; sound is PCM16 at 8 kHz. */
final class VipRig implements VipCallFactory {
    static final long MS = 1_000_000L;
    static final String INITIALIZE =
            """
            {"audio": {"input": {"encoding": "pcm16", "sampleRateHz": 8000},
                       "output": {"encoding": "pcm16", "sampleRateHz": 8000}}%s}
            """;

    final FakeSocket socket = new FakeSocket();
    final FakeLoop loop = new FakeLoop();
    final List<FloorTransition> moves = new ArrayList<>();
    final List<CallSetup> setups = new ArrayList<>();
    final EphemeralKeys keys = new EphemeralKeys(new Random(7), () -> this.nowNs / MS);
    final VipCounters counters = new VipCounters();
    final VipConnection connection;
    final SteppedLane lane;
    MockBehavior behavior = new MockBehavior("", MockBehavior.DEFAULT.reply(), "", "", 0);
    TurnPolicy policy = TurnPolicy.DEFAULT.with(PolicyNumber.NO_INPUT, 0).withVad(SpeechSource.RECOGNIZER);
    ActionInvoker own = ActionInvoker.none();
    String introduction = "";
    StreamRefusedException refusal;
    CallRecord record;
    Line line;
    long nowNs = 1_000 * MS;
    final WsProof proof;
    private final EgressRing ring;
    private int calls;

    VipRig() {
        this(null, true, false);
    }

    VipRig(KeyGrant grant, boolean trusted, boolean tokenNeeded) {
        this(grant, null, trusted, tokenNeeded);
    }

    VipRig(KeyGrant grant, String shown, boolean trusted, boolean tokenNeeded) {
        lane = new SteppedLane(4_096, 4, new CallFactory(new Watcher()), () -> nowNs);
        ring = lane.egressRing(1_024);
        VipServices services = new VipServices(
                keys,
                new RegistryReader(VipSchema::parameters),
                Runnable::run,
                () -> nowNs,
                VipSettings.of(tokenNeeded),
                counters);
        proof = grant != null || trusted ? WsProof.given() : WsProof.awaited();
        connection = new VipConnection(services, out -> loop, out -> this, grant, shown, trusted, proof);
        connection.opened(socket, nowNs);
    }

    private final class Watcher implements CallObserver {
        @Override
        public void on(CallRecord call, CallEvent event) {
            if (event instanceof CallObserver.Opened) {
                record = call;
            } else if (event instanceof FloorTransition moved) {
                moves.add(moved);
            }
        }
    }

    // ---- the client
    // --------------------------------------------------------------------------------------------------

    /** The client sends {@code payload} as {@code type}. */
    void send(String type, String payload) {
        raw("{\"type\": \"" + type + "\", \"payload\": " + payload + "}");
    }

    void send(String type) {
        raw("{\"type\": \"" + type + "\"}");
    }

    void raw(String text) {
        connection.text(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8), nowNs);
        settle();
    }

    /** A session with {@code more} in its session.initialize, idle. */
    void open(String more) {
        send("session.initialize", INITIALIZE.formatted(more));
        advance(100);
    }

    /** {@code ms} of sound: noise of a voice's loudness, or nothing. */
    void speak(int ms, boolean loud) {
        Random noise = new Random(ms);
        for (int t = 0; t < ms; t += 20) {
            ByteBuf frame = Unpooled.buffer(320);
            for (int i = 0; i < 160; i++) {
                double wave = Math.sin(2 * Math.PI * 150 * (t * 8 + i) / 8_000) * 6_000
                        + Math.sin(2 * Math.PI * 700 * (t * 8 + i) / 8_000) * 4_000;
                frame.writeShortLE(loud ? (int) (wave * (0.6 + 0.4 * Math.sin(t / 60.0))) : noise.nextInt(8));
            }
            connection.binary(frame, nowNs);
            settle();
            advance(20);
        }
    }

    /** A turn by button: says something and releases. */
    void ask() {
        send("input.start", "{\"trigger\": \"ptt\"}");
        speak(400, true);
        send("input.end");
    }

    /** Time passes. */
    void advance(long ms) {
        for (long t = 0; t < ms; t += 5) {
            nowNs += 5 * MS;
            loop.pass(5);
            lane.tick(nowNs, nowNs);
            settle();
        }
    }

    /** Everything that waits somewhere is done. */
    void settle() {
        do {
            lane.handleAll();
            drain();
        } while (loop.run());
    }

    private void drain() {
        for (EgressFrame frame = ring.peek(); frame != null; frame = ring.peek()) {
            StreamWire wire = line.wire;
            switch (frame.kind) {
                case AUDIO -> {
                    if (frame.token > line.line.admission().fence().mark()) {
                        byte[] sound = new byte[frame.samples * 2];
                        Unpooled.wrappedBuffer(sound).clear().writeShortLE(frame.pcm[0]);
                        wire.audio(sound, sound.length, frame.token, frame.turnPositionMs);
                    }
                }
                case PAUSE -> wire.pause(frame.token);
                case CONTINUE -> wire.resume(frame.token);
                case FLUSH -> wire.clear(frame.token);
                case END -> wire.turnEnd(frame.token, frame.turnPositionMs);
                default -> throw new IllegalStateException("a frame of kind " + frame.kind);
            }
            ring.release();
        }
    }

    String state() {
        List<String> states = socket.states();
        return states.isEmpty() ? "not_connected" : states.get(states.size() - 1);
    }

    JsonNode last(String type) {
        return socket.last(type);
    }

    // ---- the desk
    // ----------------------------------------------------------------------------------------------------

    @Override
    public String newCallId() {
        return String.format("01TESTTESTTESTTESTTEST%04d", ++calls);
    }

    @Override
    public Choice choose(String callId, Initialization offer) {
        return new Choice() {
            @Override
            public ActionInvoker actions() {
                return own;
            }

            @Override
            public String model() {
                return new MockDialogue(behavior, timer()).capabilities().modelId();
            }

            @Override
            public ClientCall open(ActionInvoker actions, StreamWire wire, CallObserver client, long now)
                    throws StreamRefusedException {
                return openLine(callId, offer, actions, wire, client);
            }
        };
    }

    private ClientCall openLine(
            String callId, Initialization offer, ActionInvoker actions, StreamWire wire, CallObserver client)
            throws StreamRefusedException {
        if (refusal != null) {
            throw refusal;
        }
        Admission admission = lane.claim();
        line = new Line(callId, admission, wire);
        CallSetup setup = line.line
                .setup(
                        callId,
                        offer.userId(),
                        new MockRecognizer(),
                        new MockDialogue(behavior, timer()),
                        new MockSynthesizer(1),
                        policy,
                        AlertThresholds.DEFAULT)
                .withActions(actions)
                .withClient(new Buffering(200, true, offer.reports()), client);
        setups.add(setup);
        line.line.open(introduction.isEmpty() ? setup : introduced(setup));
        return line;
    }

    /** What a slow model waits by: the clock of the test. */
    private ScheduledExecutorService timer() {
        return (ScheduledExecutorService) Proxy.newProxyInstance(
                VipRig.class.getClassLoader(),
                new Class<?>[] {ScheduledExecutorService.class},
                (self, method, given) -> {
                    if (!method.getName().equals("schedule")) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    loop.after(((TimeUnit) given[2]).toMillis((Long) given[1]), (Runnable) given[0]);
                    return null;
                });
    }

    private CallSetup introduced(CallSetup s) {
        CallSetup.Terms terms = Altered.with(s.terms(), "introduction", introduction);
        return new CallSetup(s.who(), s.engines(), s.line(), terms);
    }

    /** The call, on a line without a network. */
    final class Line extends FakeClientCall {
        final MockLine line;
        final StreamWire wire;
        private final String callId;

        Line(String callId, Admission admission, StreamWire wire) {
            this.callId = callId;
            this.wire = wire;
            this.line = new MockLine(admission, ring, () -> nowNs) {
                @Override
                public void end(EndCause cause, Map<String, String> headers) {
                    end(cause);
                }

                @Override
                public void end(EndCause cause) {
                    loop.execute(() -> wire.hangUp(cause));
                }
            };
        }

        @Override
        public String callId() {
            return callId;
        }

        @Override
        public void audio(ByteBuf sound, long now) {
            short[] frame = new short[160];
            while (sound.readableBytes() >= 320) {
                for (int i = 0; i < 160; i++) {
                    frame[i] = sound.readShortLE();
                }
                line.hear(frame, now);
            }
        }

        @Override
        public void publish(LaneEventType type, long token, long a, long b, Object ref, long now) {
            line.admission().publisher().publish(type, token, a, b, ref, now);
        }
    }
}
