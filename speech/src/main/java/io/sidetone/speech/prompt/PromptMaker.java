package io.sidetone.speech.prompt;

import io.netty.channel.EventLoop;
import io.sidetone.core.dialogue.ClauseSplitter;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.playout.PcmChunk;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Has a list of sentences spoken to nobody, cut into the clauses that calls will ask for. One loop. */
final class PromptMaker {
    private static final int CREDIT_MS = 600_000;
    private static final long FIRST_WAIT_MS = 500;
    private static final long MAX_WAIT_MS = 60_000;

    private final CachedSynthesizer owner;
    private final EventLoop loop;
    private final Deque<String> left = new ArrayDeque<>();
    private final List<PcmChunk> chunks = new ArrayList<>();
    private final CompletableFuture<Integer> result;
    private final Runnable over;
    private SynthesisSession session;
    private int number;
    private long token = Token.NONE;
    private long waitMs = FIRST_WAIT_MS;
    private int kept;
    private int openSessions;
    private boolean finished;

    /**
     * Prepares to make {@code texts}.
     *
     * @param result completes with the clauses that are kept
     * @param over runs when nothing of it is open any more
     */
    PromptMaker(
            CachedSynthesizer owner,
            EventLoop loop,
            List<String> texts,
            CompletableFuture<Integer> result,
            Runnable over) {
        this.owner = owner;
        this.loop = loop;
        this.result = result;
        this.over = over;
        for (String text : texts) {
            ClauseSplitter splitter = new ClauseSplitter();
            splitter.add(text);
            for (String clause = splitter.rest(); clause != null; clause = splitter.rest()) {
                left.add(clause);
            }
        }
    }

    void begin() {
        loop.execute(this::open);
    }

    private void open() {
        skipKept();
        if (left.isEmpty()) {
            finish();
            return;
        }
        number++;
        openSessions++;
        CallContext nobody = new CallContext("prompts-" + number, "prompts", "", "", 1, new Fence());
        session = owner.voice().open(nobody, new Answers(number));
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
        finished = true;
        result.complete(kept);
        overIfClosed();
    }

    private void overIfClosed() {
        if (finished && openSessions == 0) {
            over.run();
        }
    }

    private void done() {
        waitMs = FIRST_WAIT_MS;
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
            leave();
            loop.schedule(this::open, Math.max(waitMs, failure.retryAfterMs()), TimeUnit.MILLISECONDS);
            waitMs = Math.min(MAX_WAIT_MS, waitMs * 2);
        }
    }

    /** What the voice says, brought to the loop. */
    private final class Answers implements SynthesisEvents {
        private final int mine;

        Answers(int mine) {
            this.mine = mine;
        }

        /** Never from within a call to the session. */
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
                overIfClosed();
            });
        }
    }
}
