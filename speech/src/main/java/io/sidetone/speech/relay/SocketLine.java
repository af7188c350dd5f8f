package io.sidetone.speech.relay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.turn.event.AnswerTimes;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.EngineSocket;
import io.sidetone.speech.net.NetFailures;
import io.sidetone.speech.net.SocketListener;
import io.sidetone.speech.net.SocketRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A WebSocket of the agent's, one for each call; a message of ours is a message there. */
final class SocketLine implements RelayLine, SocketListener {
    /** Time that an agent without a configured greeting may take to greet by itself. */
    static final int GREETING_WAIT_MS = 1_500;

    private final EngineNet net;
    private final EventLoop loop;
    private final SocketRequest request;
    private final CallMessages messages;
    private final CallContext call;
    private final Map<String, String> variables;
    private String language;
    private Listener listener;
    private EngineSocket socket;
    private boolean prompted;
    private boolean closing;

    /**
     * Creates it; opens nothing.
     *
     * @param variables those that the agent is given, with their values
     * @param language of what the caller says
     */
    SocketLine(
            EngineNet net,
            EventLoop loop,
            SocketRequest request,
            CallMessages messages,
            CallContext call,
            Map<String, String> variables,
            String language) {
        this.net = net;
        this.loop = loop;
        this.request = request;
        this.messages = messages;
        this.call = call;
        this.variables = variables;
        this.language = language;
    }

    @Override
    public void open(Listener heard) {
        listener = heard;
        net.connect(loop, request, this);
    }

    @Override
    public int greet() {
        return GREETING_WAIT_MS;
    }

    @Override
    public void prompt(String words, History.Snapshot history) {
        send(messages.prompt(words, language, prompted ? List.of() : unseen(history))
                .toString());
        prompted = true;
    }

    /** Returns what the caller and another connection said before; empty when the caller has said nothing. */
    private static List<History.Entry> unseen(History.Snapshot history) {
        List<History.Entry> before = CallMessages.before(history);
        return before.stream().anyMatch(entry -> entry.role() == History.Role.USER) ? before : List.of();
    }

    @Override
    public void partial(String words) {
        send(messages.partial(words, language).toString());
    }

    @Override
    public void metrics(AnswerTimes times) {
        send(messages.metrics(times).toString());
    }

    @Override
    public void language(String next) {
        language = next;
    }

    @Override
    public void keys(String digits, History.Snapshot history) {
        digits.chars()
                .forEach(digit -> send(messages.keys(Character.toString(digit)).toString()));
    }

    @Override
    public void result(String id, ActionResult result) {
        send(messages.result(id, result).toString());
    }

    @Override
    public void interrupt(String heard, long heardMs) {
        send(messages.interrupt(heard, heardMs).toString());
    }

    @Override
    public void error(String description) {
        send(messages.error(description).toString());
    }

    private void send(String message) {
        if (socket != null) {
            socket.text(message);
        }
    }

    @Override
    public void barrier(Runnable over) {
        if (socket != null) {
            socket.barrier(over);
        }
    }

    @Override
    public void close() {
        closing = true;
        if (socket != null) {
            socket.close();
        }
    }

    // ---- the connection ---------------------------------------------------------------------------------------------

    @Override
    public void opened(EngineSocket opened) {
        socket = opened;
        if (closing) {
            socket.close();
            return;
        }
        send(messages.setup(call, variables).toString());
        listener.opened();
    }

    @Override
    public void text(ByteBuf message) {
        if (!closing) {
            listener.message(message.toString(StandardCharsets.UTF_8));
        }
    }

    @Override
    public void binary(ByteBuf message) {
        if (!closing) {
            listener.unreadable("binary messages are not read");
        }
    }

    @Override
    public void closed(int code, EngineFailure failure) {
        socket = null;
        if (!closing) {
            closing = true;
            listener.lost(failure == null ? NetFailures.closed(request.service(), code, "") : failure);
        }
    }
}
