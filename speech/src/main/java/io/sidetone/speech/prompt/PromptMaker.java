package io.sidetone.speech.prompt;

import io.netty.channel.EventLoop;
import io.sidetone.core.dialogue.ClauseSplitter;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Requests and keeps a list of sentences without a call, cut into the same clauses that calls will request. While it
 * waits to try again, other lists of its engine are processed; a failed clause moves to the end of its list. One loop.
 */
final class PromptMaker {
    private static final int CREDIT_MS = 600_000;
    private static final long FIRST_WAIT_MS = 500;
    private static final long MAX_WAIT_MS = 60_000;

    private final CachedSynthesizer owner;
    private final EventLoop loop;
    private final Deque<String> left = new ArrayDeque<>();
    private final List<PcmChunk> chunks = new ArrayList<>();
    private final CompletableFuture<Integer> result;
    private final PromptQueue order;
    private final String engine;
    private SynthesisSession session;
    private int number;
    private long token = Token.NONE;
    private long waitMs = FIRST_WAIT_MS;
    private int kept;
    private int openSessions;
    /** A clause was requested and not answered. */
    private boolean asked;
    /** This list requests nothing more now; it gives way to others when its last session has closed. */
    private boolean leaving;

    /**
     * Prepares to process {@code texts}.
     *
     * @param result completes with the number of kept clauses
     * @param order decides when this list of {@code engine} may run
     */
    PromptMaker(
            CachedSynthesizer owner,
            EventLoop loop,
            List<String> texts,
            CompletableFuture<Integer> result,
            PromptQueue order,
            String engine) {
        this.owner = owner;
        this.loop = loop;
        this.result = result;
        this.order = order;
        this.engine = engine;
        for (String text : texts) {
            ClauseSplitter splitter = new ClauseSplitter();
            splitter.add(text);
            for (String clause = splitter.rest(); clause != null; clause = splitter.rest()) {
                left.add(clause);
            }
        }
    }

    /** Processes the list as soon as its engine processes no other. */
    void begin() {
        order.make(engine, () -> loop.execute(this::open));
    }

    private void open() {
        skipKept();
        if (left.isEmpty()) {
            finish();
            return;
        }
        number++;
        openSessions++;
        CallContext noCandidate = new CallContext("prompts-" + number, "prompts", "", "", 1, new Fence());
        session = owner.voice().open(noCandidate, new Answers(number));
    }

    private void skipKept() {
        while (!left.isEmpty() && owner.kept(left.peek()) != null) {
            left.poll();
            kept++;
        }
    }

    private void next() {
        skipKept();
        if (left.isEmpty()) {
            leave();
            finish();
            return;
        }
        chunks.clear();
        token += 16;
        session.credit(token, CREDIT_MS);
        asked = true;
        session.speak(token, 0, left.peek());
    }

    private void leave() {
        if (session != null) {
            number++;
            session.close();
            session = null;
        }
    }

    private void finish() {
        result.complete(kept);
        endTurn();
    }

    private void endTurn() {
        leaving = true;
        endTurnIfClosed();
    }

    private void endTurnIfClosed() {
        if (leaving && openSessions == 0) {
            leaving = false;
            order.made(engine);
        }
    }

    private void done() {
        waitMs = FIRST_WAIT_MS;
        asked = false;
        String clause = left.poll();
        if (!chunks.isEmpty()) {
            owner.keep(clause, Prompt.of(chunks), true);
            kept++;
        }
        next();
    }

    private void failed(boolean whole, EngineFailure failure) {
        if (!failure.retryable() && whole) {
            leave();
            finish();
        } else if (!failure.retryable()) {
            left.poll();
            next();
        } else {
            if (asked) {
                asked = false;
                left.addLast(left.poll());
            }
            leave();
            endTurn();
            loop.schedule(this::begin, Math.max(waitMs, failure.retryAfterMs()), TimeUnit.MILLISECONDS);
            waitMs = Math.min(MAX_WAIT_MS, waitMs * 2);
        }
    }

    /** Passes the voice's events to the loop. */
    private final class Answers implements SynthesisEvents {
        private final int mine;

        Answers(int mine) {
            this.mine = mine;
        }

        /** Never runs inside a call to the session. */
        private void run(Runnable step) {
            loop.execute(() -> {
                if (mine == number) {
                    step.run();
                }
            });
        }

        @Override
        public void ready() {
            run(PromptMaker.this::next);
        }

        @Override
        public void audio(long of, int clause, PcmChunk chunk) {
            run(() -> {
                if (of == token) {
                    chunks.add(chunk);
                }
            });
        }

        @Override
        public void done(long of, int clause) {
            run(() -> {
                if (of == token) {
                    PromptMaker.this.done();
                }
            });
        }

        @Override
        public void failed(long of, int clause, EngineFailure failure) {
            run(() -> {
                if (of == Token.NONE || of == token) {
                    PromptMaker.this.failed(of == Token.NONE, failure);
                }
            });
        }

        @Override
        public void closed() {
            loop.execute(() -> {
                openSessions--;
                endTurnIfClosed();
            });
        }
    }
}
