package io.sidetone.speech.chat.http;

import dev.langchain4j.http.client.SuccessfulHttpResponse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.net.ExchangeListener;
import io.sidetone.speech.net.ExchangeRequest;
import io.sidetone.speech.net.NetFailures;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Collects an answer that is not streamed. The exchange's loop only. */
final class WholeAnswer implements ExchangeListener {
    private static final int MAX_BYTES = 16 << 20;

    private final ExchangeRequest request;
    private final CompletableFuture<SuccessfulHttpResponse> answer;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private HttpHeaders headers;
    private int status;

    WholeAnswer(ExchangeRequest request, CompletableFuture<SuccessfulHttpResponse> answer) {
        this.request = request;
        this.answer = answer;
    }

    @Override
    public void head(int code, HttpHeaders given) {
        status = code;
        headers = given.copy();
    }

    @Override
    public void body(ByteBuf piece) {
        if (body.size() + piece.readableBytes() > MAX_BYTES) {
            failed(NetFailures.broken(request.service(), "sent an answer of more than " + MAX_BYTES + " bytes"));
        } else {
            body.writeBytes(ByteBufUtil.getBytes(piece));
        }
    }

    @Override
    public void end() {
        if (status < 200 || status > 299) {
            String words = body.toString(StandardCharsets.UTF_8);
            failed(RefusalReader.failure(
                    request.service(), status, headers, words, request.headers().values()));
            return;
        }
        Map<String, List<String>> all = new HashMap<>();
        headers.names().forEach(name -> all.put(name, headers.getAll(name)));
        answer.complete(SuccessfulHttpResponse.builder()
                .statusCode(status)
                .headers(all)
                .body(body.toByteArray())
                .build());
    }

    @Override
    public void failed(EngineFailure failure) {
        answer.completeExceptionally(new EngineException(failure));
    }
}
