package io.sidetone.speech.chat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.ExchangeListener;
import io.sidetone.speech.net.ExchangeRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Reads the day on which a service switches a model off: {@code shutdown_date} of OpenAI's {@code GET
 * /v1/models/MODEL}. The exchange's loop only.
 */
public final class ShutdownDate implements ExchangeListener {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_BYTES = 65_536;
    private static final int OK = 200;

    private final CompletableFuture<Optional<LocalDate>> found = new CompletableFuture<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private int status;

    private ShutdownDate() {}

    /**
     * Asks for the date.
     *
     * @param request a GET of the model
     * @return completes within the deadlines, never exceptionally; empty when the service gives no date
     */
    public static CompletableFuture<Optional<LocalDate>> ask(EngineNet net, ExchangeRequest request) {
        ShutdownDate asked = new ShutdownDate();
        EventLoop loop = net.next();
        loop.execute(() -> net.send(loop, request, asked));
        return asked.found;
    }

    @Override
    public void head(int code, HttpHeaders headers) {
        status = code;
    }

    @Override
    public void body(ByteBuf piece) {
        byte[] bytes = new byte[Math.min(piece.readableBytes(), MAX_BYTES - body.size())];
        piece.readBytes(bytes);
        body.writeBytes(bytes);
    }

    @Override
    public void end() {
        found.complete(status == OK ? date() : Optional.empty());
    }

    private Optional<LocalDate> date() {
        try {
            String date =
                    JSON.readTree(body.toByteArray()).path("shutdown_date").asText("");
            return date.isEmpty() || date.equals("null") ? Optional.empty() : Optional.of(LocalDate.parse(date));
        } catch (IOException | DateTimeParseException noDate) {
            return Optional.empty();
        }
    }

    @Override
    public void failed(EngineFailure failure) {
        found.complete(Optional.empty());
    }
}
