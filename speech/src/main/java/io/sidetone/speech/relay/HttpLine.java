package io.sidetone.speech.relay;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.turn.event.AnswerTimes;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.Exchange;
import io.sidetone.speech.net.ExchangeListener;
import io.sidetone.speech.net.ExchangeRequest;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A web server of the agent's: one POST for each turn, whose answer is streamed text. Each request says which call it is and
 * what was said before, so the server need remember nothing. An interruption closes the connection of the answer; the next
 * request says what was heard of it.
 */
final class HttpLine implements RelayLine {
    private static final String ACCEPT = "text/event-stream, application/x-ndjson, application/json, text/plain";

    private final EngineNet net;
    private final EventLoop loop;
    private final RelaySettings settings;
    private final CallMessages messages;
    private final CallContext call;
    private final Map<String, String> variables;
    private List<History.Entry> said = List.of();
    private ObjectNode interruption;
    private ObjectNode measured;
    private String language;
    private Listener listener;
    private Exchange exchange;
    private Answer answer;

    /**
     * Creates it; opens nothing.
     *
     * @param variables those that the agent is given, with their values
     */
    HttpLine(
            EngineNet net,
            EventLoop loop,
            RelaySettings settings,
            CallMessages messages,
            CallContext call,
            Map<String, String> variables) {
        this.net = net;
        this.loop = loop;
        this.settings = settings;
        this.messages = messages;
        this.call = call;
        this.variables = variables;
        this.language = settings.access().language();
    }

    @Override
    public void open(Listener heard) {
        listener = heard;
        net.warm(loop, request(settings, "GET", new byte[0]));
        listener.opened();
    }

    @Override
    public int greet() {
        post(messages.setup(call, variables));
        return settings.answerMs();
    }

    @Override
    public void prompt(String words, History.Snapshot history) {
        said = CallMessages.before(history);
        post(messages.prompt(words, language, said));
    }

    /** A request is a turn: there is none for words that are not complete. */
    @Override
    public void partial(String words) {}

    /** The next request has them. */
    @Override
    public void metrics(AnswerTimes times) {
        measured = messages.metrics(times);
    }

    @Override
    public void language(String next) {
        language = next;
    }

    @Override
    public void keys(String digits, History.Snapshot history) {
        said = CallMessages.before(history);
        post(messages.withHistory(messages.keys(digits), said));
    }

    @Override
    public void result(String id, ActionResult result) {
        post(messages.withHistory(messages.result(id, result), said));
    }

    @Override
    public void interrupt(String heard, long heardMs) {
        interruption = messages.interrupt(heard, heardMs);
        abandon();
    }

    /** Nobody listens. */
    @Override
    public void error(String description) {}

    /** The connection of the old answer is closed: nothing of it can come. */
    @Override
    public void barrier(Runnable over) {
        over.run();
    }

    @Override
    public void close() {
        abandon();
    }

    private void abandon() {
        answer = null;
        if (exchange != null) {
            exchange.cancel();
            exchange = null;
        }
    }

    private void post(ObjectNode message) {
        abandon();
        messages.identify(message, call, variables);
        if (interruption != null) {
            message.set("interrupt", interruption.without("type"));
            interruption = null;
        }
        if (measured != null) {
            message.set("turnMetrics", measured.without("type"));
            measured = null;
        }
        answer = new Answer();
        exchange =
                net.send(loop, request(settings, "POST", message.toString().getBytes(StandardCharsets.UTF_8)), answer);
    }

    /** A request that asks for nothing: a POST would be a turn. */
    static ExchangeRequest probe(RelaySettings settings) {
        return request(settings, "OPTIONS", new byte[0]);
    }

    private static ExchangeRequest request(RelaySettings settings, String method, byte[] body) {
        Map<String, String> headers = new LinkedHashMap<>(settings.credentials());
        headers.put("Content-Type", "application/json");
        headers.put("Accept", ACCEPT);
        headers.put("User-Agent", "sidetone");
        return settings.access().request(method, settings.access().url(), headers, body);
    }

    /** The answer to one request; what comes after another one was made is nobody's. */
    private final class Answer implements ExchangeListener {
        private RelayAnswer reader;

        private boolean present() {
            return answer == this;
        }

        @Override
        public void head(int status, HttpHeaders headers) {
            reader = RelayAnswer.of(settings.access().name(), status, headers, text -> {
                if (present()) {
                    listener.message(text);
                }
            });
        }

        @Override
        public void body(ByteBuf piece) {
            if (present() && !reader.feed(piece)) {
                failed(reader.failure());
            }
        }

        @Override
        public void end() {
            if (!present()) {
                return;
            }
            reader.end();
            if (reader.failure() != null) {
                failed(reader.failure());
            } else if (present()) {
                answer = null;
                exchange = null;
                listener.answerEnded();
            }
        }

        @Override
        public void failed(EngineFailure failure) {
            if (present()) {
                abandon();
                listener.answerFailed(failure);
            }
        }
    }
}
