package io.sidetone.speech.chat.http;

import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParsingHandle;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.net.Exchange;
import io.sidetone.speech.net.ExchangeListener;
import io.sidetone.speech.net.ExchangeRequest;
import io.sidetone.speech.net.NetFailures;
import io.sidetone.speech.net.SseFraming;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Passes the result of one streamed request to a LangChain4j listener. The exchange's loop only. */
final class SseAnswer implements ExchangeListener, ServerSentEventParsingHandle {
    private static final int MAX_REFUSAL_BYTES = 8_192;

    /** Hours of speech; a longer answer is cut off. */
    private static final int MAX_ANSWER_BYTES = 16 << 20;

    private final ExchangeRequest request;
    private final ServerSentEventListener listener;
    private final SseErrorFilter check;
    private final SseFraming framing = new SseFraming(this::event);
    private final ServerSentEventContext context = new ServerSentEventContext(this);
    private Exchange exchange;
    private HttpHeaders refusalHeaders;
    private ByteArrayOutputStream refusal;
    private int status;
    private int bytes;
    private boolean complete;
    private boolean over;

    SseAnswer(ExchangeRequest request, ServerSentEventListener listener, SseErrorFilter check) {
        this.request = request;
        this.listener = listener;
        this.check = check;
    }

    void of(Exchange sent) {
        exchange = sent;
        if (over) {
            sent.cancel();
        }
    }

    @Override
    public void head(int code, HttpHeaders headers) {
        status = code;
        if (code < 200 || code > 299) {
            refusalHeaders = headers.copy();
            refusal = new ByteArrayOutputStream();
            return;
        }
        Map<String, List<String>> all = new HashMap<>();
        headers.names().forEach(name -> all.put(name, headers.getAll(name)));
        listener.onOpen(
                SuccessfulHttpResponse.builder().statusCode(code).headers(all).build());
    }

    @Override
    public void body(ByteBuf piece) {
        if (over) {
            return;
        }
        if (refusal != null) {
            byte[] words = new byte[Math.min(piece.readableBytes(), MAX_REFUSAL_BYTES - refusal.size())];
            piece.readBytes(words);
            refusal.writeBytes(words);
            return;
        }
        bytes += piece.readableBytes();
        if (!framing.feed(piece)) {
            broken("sent an event of more than " + SseFraming.MAX_EVENT_BYTES + " bytes");
        } else if (bytes > MAX_ANSWER_BYTES) {
            broken("sent an answer of more than " + MAX_ANSWER_BYTES + " bytes");
        }
    }

    private void event(String name, String data) {
        if (over) {
            return;
        }
        try {
            String checked = check.event(name, data);
            if (checked != null) {
                listener.onEvent(new ServerSentEvent(name, checked), context);
            }
            if (!over && check.last(data)) {
                complete();
            }
        } catch (EngineException failed) {
            fail(failed.failure());
        } catch (RuntimeException unreadable) {
            unreadable(unreadable);
        }
    }

    /**
     * Handles an event of JSON that LangChain4j does not understand: it reports the fault to the caller, or it throws.
     */
    private void unreadable(RuntimeException fault) {
        if (!over) {
            listener.onError(fault);
        }
    }

    private void complete() {
        if (!complete) {
            complete = true;
            listener.onClose();
        }
    }

    @Override
    public void end() {
        if (over) {
            return;
        }
        if (refusal != null) {
            String words = refusal.toString(StandardCharsets.UTF_8);
            fail(RefusalReader.failure(
                    request.service(),
                    status,
                    refusalHeaders,
                    words,
                    request.headers().values()));
            return;
        }
        framing.end();
        if (!over) {
            complete();
            over = true;
            check.ended();
        }
    }

    @Override
    public void failed(EngineFailure failure) {
        fail(failure);
    }

    private void broken(String what) {
        fail(NetFailures.broken(request.service(), what));
    }

    private void fail(EngineFailure failure) {
        if (!over) {
            cancel();
            listener.onError(new EngineException(failure));
        }
    }

    /** Both LangChain4j and this code cancel through this method. */
    @Override
    public void cancel() {
        over = true;
        if (exchange != null) {
            exchange.cancel();
        }
    }

    @Override
    public boolean isCancelled() {
        return over;
    }
}
