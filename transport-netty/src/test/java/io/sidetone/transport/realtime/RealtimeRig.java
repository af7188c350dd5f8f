package io.sidetone.transport.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.transport.stream.ClientCall;
import io.sidetone.transport.stream.FakeClientCall;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.ws.WsOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** One session with a client and a lane that the test plays, on a clock that it moves. */
final class RealtimeRig {
    static final ObjectMapper MAPPER = new ObjectMapper();
    static final long TOKEN = 160;

    final List<JsonNode> events = new ArrayList<>();
    final List<Told> published = new ArrayList<>();
    final SharedCounters<RealtimeCounter> counters = new SharedCounters<>(RealtimeCounter.class);
    final RealtimeSession session;
    boolean room = true;
    boolean answered;
    EndCause hungUp;
    int heardBytes;
    int closeCode;
    StreamRefusedException refusal;
    StreamWire wire;
    CallObserver lane;
    ActionInvoker tools;
    AudioFormat in;
    AudioFormat out;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private long nowMs;

    /** What the lane was told. */
    record Told(LaneEventType type, long token, long a, Object ref) {}

    RealtimeRig() {
        this(false);
    }

    RealtimeRig(boolean beta) {
        channel.freezeTime();
        RealtimeServices settings = new RealtimeServices(
                Optional.empty(), name -> false, counters, new Random(1), () -> nowMs * 1_000_000, () -> 1_000_000L);
        session = new RealtimeSession(settings, this::open, "desk", beta);
        session.opened(new Output(), 0);
    }

    private ClientCall open(
            AudioFormat input,
            AudioFormat output,
            ActionInvoker actions,
            StreamWire call,
            CallObserver client,
            EventLoop loop,
            long nowNs)
            throws StreamRefusedException {
        if (refusal != null) {
            throw refusal;
        }
        in = input;
        out = output;
        tools = actions;
        wire = call;
        lane = client;
        return new FakeLine();
    }

    /** A session whose call is open, set to {@code session} before. */
    static RealtimeRig ready(String session) {
        RealtimeRig rig = new RealtimeRig();
        if (!session.isEmpty()) {
            rig.send("{'type':'session.update','session':" + session + "}");
        }
        rig.send("{'type':'input_audio_buffer.clear'}");
        rig.enginesOpen();
        rig.events.clear();
        rig.published.clear();
        return rig;
    }

    void enginesOpen() {
        wire.answer();
        run();
    }

    /** Sends an event, apostrophes for quotes. */
    void send(String json) {
        raw(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    void raw(byte[] message) {
        ByteBuf buffer = Unpooled.wrappedBuffer(message);
        session.text(buffer, nowMs);
        buffer.release();
        run();
    }

    void append(int ms) {
        send("{'type':'input_audio_buffer.append','audio':'"
                + Base64.getEncoder()
                        .encodeToString(new byte[ms * in(AudioFormat.PCM).bytesPerMs()]) + "'}");
    }

    private AudioFormat in(AudioFormat absent) {
        return in == null ? absent : in;
    }

    void run() {
        channel.runPendingTasks();
    }

    void pass(long ms) {
        for (long t = 0; t < ms; t += 10) {
            nowMs += 10;
            channel.advanceTimeBy(10, TimeUnit.MILLISECONDS);
            channel.runScheduledPendingTasks();
            channel.runPendingTasks();
        }
    }

    void moved(FloorState from, FloorState to, FloorTrigger trigger, String reason) {
        lane.on(null, new FloorTransition(1, "", from, to, trigger, reason, nowMs * 1_000_000, 0, null));
        run();
    }

    /** The caller begins to speak while nobody does. */
    void speechStarts() {
        moved(FloorState.IDLE, FloorState.LISTENING, FloorTrigger.INPUT_START, "speech");
    }

    void speechEnds() {
        moved(FloorState.LISTENING, FloorState.FINALIZING, FloorTrigger.INPUT_END, "silence");
    }

    void transcript(String text) {
        lane.on(null, new CallObserver.Transcript(96, text));
        run();
    }

    /** The agent begins to make turn {@code token}. */
    void granted(long token) {
        lane.on(null, new CallObserver.Granted(token));
        run();
    }

    void says(long token, String text) {
        lane.on(null, new CallObserver.ResponseText(token, text));
        run();
    }

    /** {@code ms} of the agent's voice are written; returns whether the session took all of them. */
    boolean speaks(long token, int fromMs, int ms) {
        boolean all = true;
        int bytes = 20 * out.bytesPerMs();
        for (int at = fromMs; at < fromMs + ms; at += 20) {
            all &= wire.audio(new byte[bytes], bytes, token, at);
        }
        return all;
    }

    void spoken(long token) {
        wire.turnEnd(token, 0);
        lane.on(null, new CallObserver.ResponseDone(token, false, ""));
        run();
    }

    void cutShort(long token) {
        lane.on(null, new CallObserver.ResponseDone(token, true, ""));
        run();
    }

    List<String> types() {
        return events.stream().map(event -> event.path("type").asText()).toList();
    }

    JsonNode last() {
        return events.get(events.size() - 1);
    }

    JsonNode only(String type) {
        List<JsonNode> found = events.stream()
                .filter(event -> event.path("type").asText().equals(type))
                .toList();
        assertThat(found).as("%s in %s", type, types()).hasSize(1);
        return found.get(0);
    }

    JsonNode error() {
        return only("error").path("error");
    }

    List<LaneEventType> asked() {
        return published.stream()
                .map(Told::type)
                .filter(type -> type != LaneEventType.MEDIA_ALIVE)
                .toList();
    }

    Told asked(LaneEventType type) {
        List<Told> found =
                published.stream().filter(event -> event.type() == type).toList();
        assertThat(found).as("%s in %s", type, published).hasSize(1);
        return found.get(0);
    }

    private final class FakeLine extends FakeClientCall {
        @Override
        public void audio(byte[] audio, int offset, int length, long nowNs) {
            heardBytes += length;
        }

        @Override
        public void publish(LaneEventType type, long token, long a, long b, Object ref, long nowNs) {
            published.add(new Told(type, token, a, ref));
        }

        @Override
        public void answered(long nowNs) {
            answered = true;
        }

        @Override
        public void hangUp(EndCause cause, long nowNs) {
            hungUp = cause;
        }
    }

    /** The engine ends the call. */
    void ended(EndCause cause) {
        wire.hangUp(cause);
        run();
    }

    private final class Output implements WsOutput {
        @Override
        public EventLoop loop() {
            return channel.eventLoop();
        }

        @Override
        public ByteBuf buffer(int bytes) {
            return Unpooled.buffer(bytes);
        }

        @Override
        public void text(ByteBuf message) {
            try {
                events.add(MAPPER.readTree(message.toString(StandardCharsets.UTF_8)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public boolean audio(ByteBuf message, boolean binary) {
            assertThat(binary).isFalse();
            text(message);
            return true;
        }

        @Override
        public boolean roomForAudio() {
            return room;
        }

        @Override
        public void close(int code, String reason) {
            closeCode = code;
        }
    }
}
