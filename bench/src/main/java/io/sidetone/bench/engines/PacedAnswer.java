package io.sidetone.bench.engines;

import io.sidetone.speech.chat.ChatService;
import io.sidetone.speech.loopback.HttpScript;
import io.sidetone.speech.loopback.Reply;
import io.sidetone.speech.loopback.Seen;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** A model's answer to any request: a pause, then a token every 20 ms. Every fourth answer is long. */
final class PacedAnswer implements HttpScript {
    private static final int LEAST_THOUGHT_MS = 250;
    private static final int MOST_THOUGHT_MS = 400;
    private static final int TOKEN_MS = 20;
    private static final int LONG_EVERY = 4;
    private static final int LONG_SENTENCES = 40;

    /** Answers that all models are giving at present. */
    static final AtomicInteger UNDER_WAY = new AtomicInteger();

    private final ChatService service;
    private final WireLog log;
    private final Random random = new Random(1);

    private PacedAnswer(ChatService service, WireLog log) {
        this.service = service;
        this.log = log;
    }

    /** Makes {@code service} answer like this from now on. */
    static void everywhere(ChatService service, WireLog log) {
        service.next(new PacedAnswer(service, log));
    }

    /** Whether answer {@code id} continues until it is interrupted. */
    private static boolean isLong(int id) {
        return id % LONG_EVERY == 0;
    }

    /** Returns the words of answer {@code id}, in tokens. */
    static List<String> tokens(int id) {
        List<String> tokens = new ArrayList<>(List.of("Answer ", id + " ", "is ", WireLog.CLAUSE_END));
        if (isLong(id)) {
            for (int i = 1; i <= LONG_SENTENCES; i++) {
                tokens.addAll(List.of("Part ", i + " ", "of ", id + " ", "goes ", "on ", "for ", "a ", "while. "));
            }
        } else {
            tokens.addAll(List.of("This ", "is ", "all ", "of ", id + ". "));
        }
        return tokens;
    }

    @Override
    public void request(Seen seen, Reply reply) {
        // The service uses an answer once, so it is set again.
        service.next(this);
        int id = WireLog.number(seen.text());
        List<String> events = service.words(tokens(id).toArray(String[]::new));
        UNDER_WAY.incrementAndGet();
        boolean[] ended = {false};
        reply.onGone(() -> {
            if (!ended[0]) {
                ended[0] = true;
                UNDER_WAY.decrementAndGet();
                log.turn(id).modelClosedNs = System.nanoTime();
            }
        });
        int thoughtMs = LEAST_THOUGHT_MS + random.nextInt(MOST_THOUGHT_MS - LEAST_THOUGHT_MS);
        reply.later(thoughtMs, () -> {
            reply.head(200, ChatService.SSE);
            step(reply, events.iterator(), ended);
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
