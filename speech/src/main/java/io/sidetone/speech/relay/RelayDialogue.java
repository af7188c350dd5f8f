package io.sidetone.speech.relay;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.channel.EventLoop;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.speech.dialogue.LoopDialogueSession;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.Probe;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.net.SocketRequest;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Dialogue by an agent of one's own that speaks text, with the messages of Twilio's ConversationRelay: over a WebSocket, of which
 * each call has its own, or over HTTP, with a request for each turn.
 */
public final class RelayDialogue implements DialogueModel, Probe {
    private final EngineNet net;
    private final RelaySettings settings;
    private final EngineMeter meter;
    private final LongSupplier clock;
    private final CallTexts texts;
    private final RelayCalls calls;
    private final Capabilities capabilities;
    private final AtomicInteger openSessions = new AtomicInteger();

    /**
     * Creates the engine; opens no connection.
     *
     * @param clock monotonic ns
     * @param texts what the greeting says of a call, and the variables that the agent is given
     * @param calls observes the calls of the process for agents that want to know more of them
     */
    public RelayDialogue(
            EngineNet net,
            RelaySettings settings,
            EngineMeter meter,
            LongSupplier clock,
            CallTexts texts,
            RelayCalls calls) {
        this.net = net;
        this.settings = settings;
        this.meter = meter;
        this.clock = clock;
        this.texts = texts;
        this.calls = calls;
        this.capabilities = new Capabilities("relay " + settings.access().name(), false);
    }

    @Override
    public DialogueSession open(CallContext call, DialogueEvents events) {
        openSessions.incrementAndGet();
        EventLoop loop = net.next();
        RelayLine line = line(call, loop);
        LoopDialogueSession session = new LoopDialogueSession(
                () -> new RelayTalk(
                        line,
                        settings,
                        new RelaySounds(net, loop, settings),
                        calls.agent(call.callId(), settings.options(), line, loop),
                        settings.sentences().filled(texts, call.subject()),
                        events,
                        loop,
                        meter.forCall(call),
                        clock),
                events,
                loop,
                openSessions::decrementAndGet);
        session.opened();
        return session;
    }

    private RelayLine line(CallContext call, EventLoop loop) {
        CallMessages messages = new CallMessages(new ObjectMapper());
        Map<String, String> variables = texts.values(call.facts());
        String language = settings.access().language();
        return settings.web()
                ? new HttpLine(net, loop, settings, messages, call, variables)
                : new SocketLine(net, loop, request(), messages, call, variables, language);
    }

    private SocketRequest request() {
        ServiceAccess access = settings.access();
        return new SocketRequest(
                access.name(),
                access.url(),
                settings.credentials(),
                RelayTalk.MAX_MESSAGE_BYTES,
                access.deadlines(),
                access.trust());
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up(settings.toString());
    }

    /** Returns the number of open sessions. */
    public int openSessions() {
        return openSessions.get();
    }

    @Override
    public CompletableFuture<EngineHealth> probe() {
        CompletableFuture<EngineHealth> result = new CompletableFuture<>();
        RelayTrial trial = new RelayTrial(settings, result);
        if (settings.web()) {
            net.send(net.next(), HttpLine.probe(settings), trial);
        } else {
            net.connect(net.next(), request(), trial);
        }
        return result;
    }
}
