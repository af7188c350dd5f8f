package io.sidetone.bench.engines;

import io.sidetone.speech.chat.ChatService;
import io.sidetone.speech.loopback.HttpScript;
import io.sidetone.speech.loopback.Reply;
import io.sidetone.speech.loopback.Seen;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;

/** A model's answer to any request: a pause, then a token every {@value #TOKEN_MS} ms. On the loop of its service. */
public final class PacedAnswer implements HttpScript {
    /** Between two tokens. */
    public static final int TOKEN_MS = 20;

    /** Answers that all models are giving at present. */
    static final AtomicInteger UNDER_WAY = new AtomicInteger();

    private final ChatService service;
    private final IntSupplier thoughtMs;
    private final Function<String, String[]> tokens;
    private final Consumer<String> gone;

    /**
     * Makes {@code service} answer like this from now on.
     *
     * @param thoughtMs the pause before the first token
     * @param tokens the answer to the text of a request
     * @param gone takes the text of a request whose asker left before the end
     */
    public PacedAnswer(
            ChatService service, IntSupplier thoughtMs, Function<String, String[]> tokens, Consumer<String> gone) {
        this.service = service;
        this.thoughtMs = thoughtMs;
        this.tokens = tokens;
        this.gone = gone;
        service.next(this);
    }

    @Override
    public void request(Seen seen, Reply reply) {
        // The service uses an answer once, so it is set again.
        service.next(this);
        Iterator<String> events = service.words(tokens.apply(seen.text())).iterator();
        UNDER_WAY.incrementAndGet();
        boolean[] ended = {false};
        reply.onGone(() -> {
            if (!ended[0]) {
                ended[0] = true;
                UNDER_WAY.decrementAndGet();
                gone.accept(seen.text());
            }
        });
        reply.later(thoughtMs.getAsInt(), () -> {
            reply.head(200, ChatService.SSE);
            // The role comes with the first word.
            reply.chunk(events.next());
            step(reply, events, ended);
        });
    }

    private void step(Reply reply, Iterator<String> rest, boolean[] ended) {
        if (!reply.connected()) {
            return;
        }
        if (rest.hasNext()) {
            reply.chunk(rest.next());
            reply.later(TOKEN_MS, () -> step(reply, rest, ended));
        } else {
            ended[0] = true;
            UNDER_WAY.decrementAndGet();
            reply.end();
        }
    }
}
