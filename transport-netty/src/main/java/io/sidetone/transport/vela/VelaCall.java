package io.sidetone.transport.vela;

import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.channel.EventLoop;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.transport.stream.ClientCall;
import io.sidetone.transport.stream.KeepAlive;
import io.sidetone.transport.stream.LaneBridge;
import io.sidetone.transport.stream.NettyLoop;
import io.sidetone.transport.stream.StreamOffer;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.ws.WsOutput;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * One session: a call on a lane, and the socket it has at present. The call is opened by the first message of the client, so
 * that a socket that says nothing takes no room from others. A session that opted in outlives its socket for a while; a new
 * connection with its token takes the wire over. Everything here runs on the event loop of the call.
 */
final class VelaCall implements StreamWire {
    /** Version without numbers: the document's. */
    static final int DOCUMENT = 1;

    /** Version in which every message has its number. */
    static final int NUMBERED = 2;

    private static final long ALIVE_MS = 2_000;
    private static final int REPLACED = 4_001;

    private final VelaHost host;
    private final StreamOffer offer;
    private final String callId;
    private final EventLoop loop;
    private final boolean local;
    private final VelaOutbox out = new VelaOutbox();
    private final VelaEventSink telling = new VelaEventSink(this, out);
    private final VelaInput input = new VelaInput(this);
    private final LaneBridge bridge;
    private ClientCall call;
    private boolean negotiated;
    private boolean open;
    private boolean answered;
    private boolean sounding;
    private boolean cleared = true;
    private VelaAudioFormat output = VelaAudioFormat.PCM16_16K;
    private long pieces;
    private int windowMs;
    private String token;
    private Future<?> window;
    private KeepAlive keepAlive;
    private volatile boolean over;

    private VelaCall(VelaHost host, StreamOffer offer, EventLoop loop, boolean local) {
        this.host = host;
        this.offer = offer;
        this.callId = host.calls().newCallId();
        this.loop = loop;
        this.local = local;
        this.bridge = new LaneBridge(loop, this::overflowed);
    }

    /** Begins a session for the socket behind {@code link}, and sends its client the id that its call will have. */
    static VelaCall begin(VelaHost host, StreamOffer offer, VelaLink link, EventLoop loop, boolean local) {
        VelaCall session = new VelaCall(host, offer, loop, local);
        session.out.link(link);
        session.welcome(null);
        return session;
    }

    /** Opens the call; returns false where there is no agent or no room, which ends the session. */
    private boolean open(long nowNs) {
        try {
            call = host.calls().open(callId, offer, this, bridge.observer(telling), loop, nowNs);
        } catch (StreamRefusedException refused) {
            over = true;
            refuse(refused.code(), refused.getMessage(), refused.full());
            out.link().close(refused.closeCode(), VelaReader.cut(refused.getMessage()));
            return false;
        }
        sounding = !placeholder();
        host.counters().increment(VelaCounter.SESSIONS);
        return true;
    }

    EventLoop loop() {
        return loop;
    }

    boolean over() {
        return over;
    }

    /** Returns whether input is only pretended: the agent listens with the mock engine. */
    boolean placeholder() {
        return !call.setup().engines().recognizer().capabilities().hearsWords();
    }

    boolean mockedTurns() {
        return host.settings().mocked(placeholder(), local);
    }

    /** Returns whether the microphone is open throughout. */
    boolean open() {
        return open;
    }

    // ---- what the client says ---------------------------------------------------------------------------------------

    /** Takes one message of the client. */
    void accept(VelaMessage message, long nowNs) {
        if (over || call == null && !first(message, nowNs)) {
            return;
        }
        if (message instanceof VelaMessage.Start start) {
            start(start.options(), nowNs);
        } else if (message instanceof VelaMessage.Close) {
            windowMs = 0;
            call.hangUp(EndCause.CALLER_HUNG_UP, nowNs);
        } else {
            input.accept(message, nowNs);
        }
    }

    /** Returns whether the client's first message goes on to the call, which it opens. */
    private boolean first(VelaMessage message, long nowNs) {
        if (message instanceof VelaMessage.Close) {
            hangUp(EndCause.CALLER_HUNG_UP);
            return false;
        }
        return open(nowNs);
    }

    /** Answers a message that means nothing. */
    void bad(BadVelaMessageException wrong) {
        host.counters()
                .increment(
                        BadVelaMessageException.INVALID_JSON.equals(wrong.code())
                                ? VelaCounter.INVALID_JSON
                                : VelaCounter.INVALID_MESSAGE);
        refuse(wrong.code(), wrong.getMessage(), false);
    }

    void refuse(String code, String message, boolean retryable) {
        telling.problem(code, message, retryable);
    }

    private void start(SessionOptions options, long nowNs) {
        int before = out.numbered() ? NUMBERED : DOCUMENT;
        int protocol = options.protocol() == 0 ? before : options.protocol();
        if (protocol != DOCUMENT && protocol != NUMBERED) {
            refuse(
                    "unsupported_protocol",
                    "payload.protocol: " + protocol + " is not spoken here; use " + DOCUMENT + " or " + NUMBERED,
                    false);
            return;
        }
        if (protocol < before) {
            refuse(
                    "unsupported_protocol",
                    "payload.protocol: the session speaks " + before + " already; begin another one for " + protocol,
                    false);
            return;
        }
        if (options.windowMs() > 0 && protocol < NUMBERED) {
            bad(VelaReader.bad("payload.resume: what was missed is told by number; ask for protocol " + NUMBERED));
            return;
        }
        if (protocol == NUMBERED) {
            out.number();
        }
        apply(options, nowNs);
        welcome(null);
    }

    /** Does what is asked for beyond the document. */
    private void apply(SessionOptions options, long nowNs) {
        negotiated |= options.any();
        if (options.input() != null) {
            input.audio().format(options.input());
        }
        if (options.output() != null) {
            output = options.output();
            sounding = true;
        }
        sounding &= !options.mute();
        if (options.input() != null || options.output() != null) {
            call.formats(input.audio().format().stream(), output.stream());
        }
        if (options.mode() != null) {
            open = SessionOptions.OPEN.equals(options.mode());
            if (answered) {
                policy(nowNs);
            }
        }
        if (open || Boolean.TRUE.equals(options.greeting())) {
            answer(options.greeting() == null ? open : options.greeting(), nowNs);
        }
        if (options.windowMs() > 0) {
            windowMs = Math.min(options.windowMs(), host.settings().maxResumeMs());
            out.keep();
        }
        if (windowMs > 0 && token == null) {
            token = host.resumes().issue(this);
        }
    }

    /** session.ready and session.state: at once after the upgrade, and whenever they are asked for. */
    private void welcome(Boolean complete) {
        out.send("session.ready", json -> {
            json.writeStringField("sessionId", callId);
            if (negotiated) {
                json.writeStringField("mode", open ? SessionOptions.OPEN : SessionOptions.PUSH_TO_TALK);
                json.writeObjectFieldStart("audio");
                format(json, "input", placeholder() ? null : input.audio().format());
                format(json, "output", sounding ? output : null);
                json.writeEndObject();
            }
            if (out.numbered()) {
                numbered(json, complete);
            }
        });
        telling.state();
    }

    private static void format(JsonGenerator json, String name, VelaAudioFormat format) throws IOException {
        if (format == null) {
            json.writeNullField(name);
            return;
        }
        json.writeObjectFieldStart(name);
        json.writeStringField("encoding", format.encoding());
        json.writeNumberField("sampleRateHz", format.sampleRateHz());
        json.writeEndObject();
    }

    private void numbered(JsonGenerator json, Boolean complete) throws IOException {
        CallSetup setup = call.setup();
        json.writeNumberField("protocol", NUMBERED);
        json.writeStringField("agent", setup.who().agent());
        json.writeObjectFieldStart("engines");
        engine(json, "recognizer", setup.engines().recognizer().health());
        engine(json, "dialogue", setup.engines().dialogue().health());
        engine(json, "synthesizer", setup.engines().synthesizer().health());
        json.writeEndObject();
        if (windowMs > 0) {
            json.writeObjectFieldStart("resume");
            json.writeStringField("token", token);
            json.writeNumberField("windowMs", windowMs);
            json.writeEndObject();
        }
        if (complete != null) {
            json.writeObjectFieldStart("resumed");
            json.writeBooleanField("complete", complete);
            json.writeEndObject();
        }
    }

    private static void engine(JsonGenerator json, String kind, EngineHealth health) throws IOException {
        json.writeObjectFieldStart(kind);
        json.writeBooleanField("up", health.up());
        json.writeStringField("detail", health.detail());
        json.writeEndObject();
    }

    // ---- what becomes of it on the lane -----------------------------------------------------------------------------

    void publish(LaneEventType type, long a, Object ref, long nowNs) {
        call.publish(type, Token.NONE, a, 0, ref, nowNs);
    }

    void restartAudio() {
        call.restartAudio();
    }

    void sound(byte[] bytes, long nowNs) {
        call.audio(bytes, 0, bytes.length, nowNs);
    }

    /** The session is more than the document's: the agent listens from now on, and speaks first if {@code greeting}. */
    void answer(boolean greeting, long nowNs) {
        if (answered) {
            return;
        }
        answered = true;
        policy(nowNs);
        publish(LaneEventType.ANSWERED, greeting ? 0 : 1, null, nowNs);
        keepAlive = new KeepAlive(call, new NettyLoop(loop), ALIVE_MS, host.clock(), () -> !open);
        keepAlive.start();
    }

    /** Publishes the policy: who speaks at the press of a button is not asked whether he is still there. */
    private void policy(long nowNs) {
        TurnPolicy own = call.setup().terms().policy();
        publish(LaneEventType.POLICY, 0, open ? own : own.with(PolicyNumber.NO_INPUT, 0), nowNs);
    }

    /** The socket takes more audio. */
    void writable() {
        if (call != null) {
            call.writable();
        }
    }

    /** The engines are open. */
    void ready() {
        input.ready(host.clock().getAsLong());
    }

    /** The lane reported more than the loop could take: what the client knows may be wrong. */
    private void overflowed() {
        if (!over) {
            host.counters().increment(VelaCounter.OVERFLOWS);
            call.hangUp(EndCause.OVERLOAD, host.clock().getAsLong());
        }
    }

    // ---- the socket goes, another one comes -------------------------------------------------------------------------

    /** The socket behind {@code lost} is gone: the session waits for another one, or is over. */
    void dropped(VelaLink lost, long nowNs) {
        if (over || out.link() != lost) {
            return;
        }
        out.link(null);
        if (call == null) {
            over = true;
        } else if (windowMs == 0) {
            call.hangUp(EndCause.CALLER_HUNG_UP, nowNs);
        } else {
            suspend(nowNs);
            host.counters().increment(VelaCounter.WAITS);
            window = loop.schedule(this::windowClosed, windowMs, TimeUnit.MILLISECONDS);
        }
    }

    /** The turn is fenced and media stop at once; no input is accepted. */
    private void suspend(long nowNs) {
        input.cancel("connection lost", nowNs);
        call.publish(LaneEventType.HOLD, Token.NONE, 1, 1, null, nowNs);
    }

    private void windowClosed() {
        if (!over && out.link() == null) {
            call.hangUp(EndCause.TRANSPORT_FAILED, host.clock().getAsLong());
        }
    }

    /** Another connection has shown the token: it is the session's from now on, and learns what its client missed. */
    void takeOver(VelaLink link, SessionOptions options, long nowNs) {
        if (over) {
            link.close(WsOutput.INTERNAL_ERROR, "the session ended while it was being resumed");
            return;
        }
        if (window != null) {
            window.cancel(false);
            window = null;
        }
        VelaLink before = out.link();
        if (before != null && before != link) {
            suspend(nowNs);
            bridge.drain();
            before.close(REPLACED, "another connection took the session over");
        }
        out.link(link);
        call.publish(LaneEventType.HOLD, Token.NONE, 0, 0, null, nowNs);
        bridge.drain();
        boolean complete = out.replay(options.lastSeq());
        token = null;
        apply(options, nowNs);
        host.counters().increment(VelaCounter.RESUMED);
        welcome(complete);
    }

    /** The connection that began this session goes on with another one. */
    void abandon(long nowNs) {
        out.link(null);
        windowMs = 0;
        if (call == null) {
            over = true;
        } else if (!over) {
            call.hangUp(EndCause.CALLER_HUNG_UP, nowNs);
        }
    }

    // ---- the wire of the call ---------------------------------------------------------------------------------------

    @Override
    public boolean audio(byte[] payload, int length, long turn, long positionMs) {
        if (out.link() == null || !sounding) {
            return true;
        }
        bridge.drain();
        if (!out.link().room()) {
            return false;
        }
        if (out.audio(payload, length, pieces + 1, turn, positionMs)) {
            pieces++;
            cleared = false;
        }
        return true;
    }

    @Override
    public void clear(long mark) {
        bridge.drain();
        if (!cleared && out.numbered()) {
            out.send("response.audio.clear", json -> {});
        }
        cleared = true;
    }

    @Override
    public void turnEnd(long turn, long positionMs) {
        bridge.drain();
        if (!cleared && out.numbered()) {
            out.send("response.audio.done", json -> json.writeStringField("turn", Long.toString(turn)));
        }
        cleared = true;
    }

    @Override
    public void hangUp(EndCause cause) {
        if (over) {
            return;
        }
        bridge.drain();
        over = true;
        host.resumes().forget(token);
        if (window != null) {
            window.cancel(false);
        }
        if (keepAlive != null) {
            keepAlive.stop();
        }
        if (out.link() != null) {
            goodbye(cause);
        }
    }

    private void goodbye(EndCause cause) {
        boolean requested =
                switch (cause.by()) {
                    case "caller", "agent", "operator" -> true;
                    default -> false;
                };
        if (out.numbered()) {
            out.send("session.ended", json -> {
                json.writeStringField("by", cause.by());
                json.writeStringField("reason", cause.reason());
            });
        } else if (!requested) {
            refuse("session_ended", "the session is over: " + cause.reason() + "; connect again", true);
        }
        int code =
                switch (cause) {
                    case OVERLOAD -> WsOutput.TRY_AGAIN_LATER;
                    case SHUTDOWN -> WsOutput.GOING_AWAY;
                    case ENGINE_FAILED, INTERNAL_ERROR -> WsOutput.INTERNAL_ERROR;
                    default -> WsOutput.NORMAL;
                };
        out.link().close(code, cause.reason());
    }
}
