package io.sidetone.transport.vip;

import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.buffer.ByteBuf;
import io.sidetone.core.call.plan.LayeredActions;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.transport.stream.ClientCall;
import io.sidetone.transport.stream.HeldMessages;
import io.sidetone.transport.stream.KeepAlive;
import io.sidetone.transport.stream.LaneBridge;
import io.sidetone.transport.stream.SessionLoop;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.vip.action.ClientActions;
import io.sidetone.transport.vip.action.ClientRegistry;
import io.sidetone.transport.vip.message.BadMessageException;
import io.sidetone.transport.vip.message.ClientOperation;
import io.sidetone.transport.vip.message.ServerEvent;
import io.sidetone.transport.vip.message.VipMessage;
import io.sidetone.transport.vip.message.VipReader;
import io.sidetone.transport.vip.message.VipStates;
import io.sidetone.transport.vip.message.VipWriter;
import io.sidetone.transport.vip.token.KeyGrant;
import io.sidetone.transport.vip.token.KeyRefusedException;
import io.sidetone.transport.ws.WsOutput;
import io.sidetone.transport.ws.WsProof;
import io.sidetone.transport.ws.WsSession;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/**
 * One connection of {@code /vip} and its sessions, one after the other: handshake, initialization, the session itself,
 * and the next (VIP 7.3, 7.4). Event loop only.
 */
final class VipConnection implements WsSession {
    private static final VipWriter.Payload NOTHING_MORE = json -> {};

    /** Phases, by what the connection awaits. */
    private enum Phase {
        /** {@code client.connect} or {@code session.initialize}. */
        NEW,
        /** {@code session.initialize}. */
        CONNECTED,
        /** The client's registry to be read, then the engines. */
        OPENING,
        /** Whatever the floor allows. */
        OPEN,
        /** Nothing. */
        CLOSED
    }

    private final VipServices services;
    private final Function<WsOutput, SessionLoop> loops;
    private final Function<WsOutput, VipCallFactory> callFactories;
    private final boolean trusted;
    private final WsProof proof;
    private final HeldMessages<VipMessage> held;
    private KeyGrant grant;
    private String shown;
    private SessionLoop loop;
    private VipCallFactory callFactory;
    private VipOut out;
    private Phase phase = Phase.NEW;
    private String callId;
    private boolean presented;
    private boolean closedEarly;
    private Runnable deadline = () -> {};
    private VipCall call;
    private ClientCall line;
    private KeepAlive keepAlive;
    private VipInput input;
    private ClientActions actions;
    private ActionInvoker agentActions;
    private long registries;

    /**
     * Creates a connection.
     *
     * @param grant what the key of its handshake lets it do; null without one
     * @param shown the key of its handshake; null without one
     * @param trusted whether it needs no key
     * @param proof learns when the client has shown a key
     */
    VipConnection(
            VipServices services,
            Function<WsOutput, SessionLoop> loops,
            Function<WsOutput, VipCallFactory> callFactories,
            KeyGrant grant,
            String shown,
            boolean trusted,
            WsProof proof) {
        this.services = services;
        this.loops = loops;
        this.callFactories = callFactories;
        this.grant = grant;
        this.shown = shown;
        this.trusted = trusted;
        this.proof = proof;
        this.held = new HeldMessages<>(services.settings().held(), 0);
    }

    @Override
    public void opened(WsOutput output, long nowNs) {
        loop = loops.apply(output);
        callFactory = callFactories.apply(output);
        out = new VipOut(output, services.counters());
        await();
    }

    /** A connection without a session does not stay. */
    private void await() {
        phase = Phase.NEW;
        callId = null;
        closedEarly = false;
        long ms = services.settings().initializeMs();
        deadline = loop.after(ms, () -> fail("not_initialized", "no session was opened within " + ms + " ms"));
    }

    private void fail(String code, String message) {
        out.fatal(code, message);
        out.close(WsOutput.POLICY_VIOLATION, code);
    }

    @Override
    public void text(ByteBuf bytes, long nowNs) {
        if (phase == Phase.CLOSED) {
            return;
        }
        String operation = "";
        try {
            VipMessage message = VipReader.message(bytes);
            operation = message.operation().wireName();
            take(message, nowNs);
        } catch (BadMessageException bad) {
            out.error(bad.code(), bad.getMessage(), operation);
        }
    }

    @Override
    public void binary(ByteBuf bytes, long nowNs) {
        if (phase == Phase.OPEN) {
            input.sound(bytes, nowNs);
        } else if (phase != Phase.CLOSED) {
            early("there is no session yet");
        }
    }

    private void take(VipMessage message, long nowNs) throws BadMessageException {
        ClientOperation operation = message.operation();
        if (phase == Phase.OPEN) {
            input.take(message, nowNs);
        } else if (operation == ClientOperation.SESSION_CLOSE || operation == ClientOperation.ERROR_FATAL) {
            leave(nowNs);
        } else if (operation == ClientOperation.CONFIG_LOAD) {
            config();
        } else if (phase == Phase.OPENING) {
            hold(message);
        } else if (operation == ClientOperation.CLIENT_CONNECT && phase == Phase.NEW) {
            connect(message);
        } else if (operation == ClientOperation.SESSION_INITIALIZE) {
            initialize(message);
        } else {
            out.notAllowed(operation.wireName(), "open a session by session.initialize first");
        }
    }

    /** Sound comes fifty times a second: that it is too early is said once. */
    private void early(String why) {
        services.counters().audioDropped();
        if (!closedEarly) {
            closedEarly = true;
            out.notAllowed(ClientOperation.INPUT_AUDIO.wireName(), why);
        }
    }

    /** Holds what comes while the engines open: it is applied in order when they are (T02). */
    private void hold(VipMessage message) {
        if (message.operation() == ClientOperation.INPUT_AUDIO) {
            early("wait for server.ready");
        } else if (message.operation() == ClientOperation.SESSION_INITIALIZE
                || message.operation() == ClientOperation.CLIENT_CONNECT) {
            out.notAllowed(message.operation().wireName(), "the session is being opened");
        } else if (!held.offer(message, 0)) {
            out.error(
                    "too_early",
                    "more than " + held.count() + " messages came before server.ready; wait for it",
                    message.operation().wireName());
        }
    }

    // ---- handshake
    // ---------------------------------------------------------------------------------------------------

    /** Returns whether the client may go on: its token is good, or it needs none. */
    private boolean authorized(VipMessage message) throws BadMessageException {
        String token = message.payload().text("token", null, 256);
        try {
            if (token != null && !presented && !token.equals(shown)) {
                grant = services.keys().redeem(token);
                presented = true;
            }
        } catch (KeyRefusedException refused) {
            fail(refused.code(), refused.getMessage());
            return false;
        }
        if (grant == null && !trusted) {
            fail("token_missing", "a session needs a token here; get one by POST /api/tokens and give it as token");
            return false;
        }
        proof.show();
        return true;
    }

    private void connect(VipMessage message) throws BadMessageException {
        if (!authorized(message)) {
            return;
        }
        phase = Phase.CONNECTED;
        callId = callFactory.newCallId();
        out.state(VipStates.CONNECTING, FloorTrigger.CONNECT.wireName(), "VIP-T01", NOTHING_MORE);
        out.send(ServerEvent.SESSION_CONNECTED, json -> {
            json.writeStringField("session_id", callId);
            json.writeStringField("protocol", "vip-1");
            json.writeStringField("schema", "/schemas/vip-1.schema.json");
            key(json, grant);
        });
    }

    /** Gives a key to hand on to who has the server's own token; a key brings no other key. */
    private void key(JsonGenerator json, KeyGrant used) throws IOException {
        if (trusted && services.settings().tokenNeeded()) {
            IssuedClientKey.write(json, services, used == null ? KeyGrant.ANY : used);
        }
    }

    private void initialize(VipMessage message) throws BadMessageException {
        if (phase == Phase.NEW) {
            connect(message);
            if (phase != Phase.CONNECTED) {
                return;
            }
        } else if (!authorized(message)) {
            return;
        }
        Initialization client = Initialization.of(message.payload(), grant == null ? KeyGrant.ANY : grant);
        deadline.run();
        phase = Phase.OPENING;
        ClientActionLink actionLink = new ClientActionLink(loop, out);
        VipCallFactory.Choice agent = callFactory.choose(callId, client);
        ClientActions session = new ClientActions(actionLink, services.checks());
        agentActions = agent.actions();
        actions = session;
        read(session, client.actions(), registry -> open(agent, client, session, actionLink), this::refused);
    }

    /** A registry that cannot be taken: the client may send another. */
    private void refused(BadMessageException bad) {
        phase = Phase.CONNECTED;
        long ms = services.settings().initializeMs();
        deadline = loop.after(ms, () -> fail("not_initialized", "no session was opened within " + ms + " ms"));
        out.error(bad.code(), bad.getMessage(), ClientOperation.SESSION_INITIALIZE.wireName());
        held.clear();
    }

    private interface Read {
        void done(ClientRegistry registry);
    }

    private interface Unread {
        void refused(BadMessageException bad);
    }

    /** Reads a registry off the loop, because schemas take time; of several the last one sent counts. */
    private void read(ClientActions session, Map<String, Object> given, Read read, Unread unread) {
        long number = ++registries;
        ActionInvoker own = agentActions;
        Runnable task = () -> {
            try {
                ClientRegistry registry = services.registries().read(given, ClientActions.reserved(own));
                loop.execute(() -> {
                    if (number == registries && session == actions && phase != Phase.CLOSED) {
                        session.replace(registry);
                        read.done(registry);
                    }
                });
            } catch (BadMessageException bad) {
                loop.execute(() -> {
                    if (session == actions && phase != Phase.CLOSED) {
                        unread.refused(bad);
                    }
                });
            }
        };
        try {
            services.checks().execute(task);
        } catch (RejectedExecutionException full) {
            unread.refused(new BadMessageException("busy", "too many registries are being read; try again"));
        }
    }

    private void open(
            VipCallFactory.Choice agent, Initialization client, ClientActions session, ClientActionLink actionLink) {
        long nowNs = services.clock().getAsLong();
        MicrophoneGate microphone = new MicrophoneGate(client.open(), client.in());
        out.openMicrophone(client.open());
        call = new VipCall(
                client, out, microphone, actionLink, agent.model(), name -> ready(client, name), this::ended);
        try {
            VipCall opening = call;
            LaneBridge bridge = new LaneBridge(loop::execute, () -> overflowed(opening));
            line = agent.open(new LayeredActions(session, agent.actions()), call, bridge.observer(call), nowNs);
        } catch (StreamRefusedException refused) {
            out.fatal(refused.code(), refused.getMessage());
            terminated("refused", "server");
            return;
        }
        services.counters().session();
        input = new VipInput(line, microphone, actionLink, out, services.counters(), this::replaceRegistry);
        if (!client.narrated().isEmpty()) {
            line.publish(LaneEventType.NARRATED_STATE, Token.NONE, 0, 0, client.narrated(), nowNs);
        }
        keepAlive = new KeepAlive(line, loop, services.settings().aliveMs(), services.clock(), () -> true);
        keepAlive.start();
    }

    private void replaceRegistry(Map<String, Object> given) {
        read(
                actions,
                given,
                registry -> out.send(ServerEvent.ACTIONS_REGISTERED, json -> {
                    json.writeArrayFieldStart("actions");
                    for (var definition : registry.definitions()) {
                        json.writeString(definition.name());
                    }
                    json.writeEndArray();
                }),
                bad -> out.error(bad.code(), bad.getMessage(), ClientOperation.STATE_UPDATE.wireName()));
    }

    /** T02: the engines are open; what came early is applied. */
    private void ready(Initialization client, String agent) {
        phase = Phase.OPEN;
        VipCall present = call;
        out.send(ServerEvent.SERVER_READY, json -> SessionFacts.write(json, callId, agent, present.model(), client));
        long nowNs = services.clock().getAsLong();
        held.release(() -> phase == Phase.OPEN, message -> {
            try {
                input.take(message, nowNs);
            } catch (BadMessageException bad) {
                out.error(bad.code(), bad.getMessage(), message.operation().wireName());
            }
        });
    }

    private void config() {
        out.send(ServerEvent.CONFIG_LOADED, json -> SessionFacts.limits(json, services.settings()));
    }

    // ---- the end
    // -----------------------------------------------------------------------------------------------------

    /** The client does not want a session after all. */
    private void leave(long nowNs) {
        if (line != null) {
            line.hangUp(EndCause.CALLER_HUNG_UP, nowNs);
        } else if (phase == Phase.NEW) {
            out.close(WsOutput.NORMAL, "closed");
        } else {
            terminated("closed before the session was open", "caller");
        }
    }

    /** Events of the call were lost: what the client knows may be wrong. */
    private void overflowed(VipCall which) {
        if (which == call && line != null) {
            line.hangUp(EndCause.OVERLOAD, services.clock().getAsLong());
        }
    }

    private void ended(VipCall which, EndCause cause) {
        if (which != call || phase == Phase.CLOSED) {
            return;
        }
        EndCause why = cause == null ? EndCause.INTERNAL_ERROR : cause;
        if (why.by().equals("engine") || why == EndCause.INTERNAL_ERROR || why == EndCause.OVERLOAD) {
            out.fatal(why.name().toLowerCase(java.util.Locale.ROOT), why.reason());
        }
        terminated(why.reason(), why.by());
    }

    /** The session is over; the same connection may open another (VIP-20). */
    private void terminated(String reason, String by) {
        if (!out.state().equals(VipStates.NOT_CONNECTED)) {
            out.state(VipStates.NOT_CONNECTED, FloorTrigger.SESSION_CLOSE.wireName(), "VIP-T18", NOTHING_MORE);
        }
        KeyGrant used = grant;
        String endedId = callId;
        out.send(ServerEvent.SESSION_TERMINATED, json -> {
            json.writeStringField("session_id", endedId);
            json.writeStringField("reason", reason);
            json.writeStringField("by", by);
            key(json, used);
        });
        held.clear();
        deadline.run();
        call = null;
        stopKeepAlive();
        line = null;
        input = null;
        actions = null;
        grant = null;
        shown = null;
        presented = false;
        out.openMicrophone(false);
        await();
    }

    private void stopKeepAlive() {
        if (keepAlive != null) {
            keepAlive.stop();
        }
    }

    @Override
    public void writable(long nowNs) {
        if (line != null) {
            line.writable();
        }
    }

    @Override
    public void closed(long nowNs) {
        phase = Phase.CLOSED;
        deadline.run();
        if (call != null) {
            call.gone();
        }
        if (line != null) {
            line.hangUp(EndCause.CALLER_HUNG_UP, nowNs);
            stopKeepAlive();
            line = null;
        }
    }
}
