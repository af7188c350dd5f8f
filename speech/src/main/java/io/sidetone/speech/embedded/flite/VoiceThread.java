package io.sidetone.speech.embedded.flite;

import io.sidetone.core.background.Background;
import io.sidetone.core.port.PcmChunk;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The one thread of a voice: opens it, produces the clauses in order of arrival, closes it. */
final class VoiceThread implements AutoCloseable {
    private final ExecutorService thread = Background.one("sidetone-voice");
    private final CompletableFuture<Voice> opened;

    VoiceThread(Supplier<Voice> opener) {
        opened = CompletableFuture.supplyAsync(opener, thread);
    }

    /** Completes with the open voice, or with the reason why it cannot open. */
    CompletableFuture<Voice> opened() {
        return opened;
    }

    /** Adds a clause; {@code job} is called on the voice's thread. */
    void submit(Job job) {
        try {
            thread.execute(() -> run(job));
        } catch (RejectedExecutionException e) {
            job.end.accept("the voice is closed");
        }
    }

    private void run(Job job) {
        if (job.abandoned.getAsBoolean()) {
            job.end.accept("");
            return;
        }
        try {
            Voice voice = opened.join();
            List<String> pieces = job.text.pieces();
            ClauseCutter cutter =
                    new ClauseCutter(job.text, pieces.size(), voice.sampleRateHz(), job.chunks, job.abandoned);
            for (String piece : pieces) {
                if (!job.abandoned.getAsBoolean()) {
                    voice.speak(piece, cutter);
                    cutter.pieceDone(piece.length());
                }
            }
            if (!job.abandoned.getAsBoolean()) {
                cutter.finish();
            }
        } catch (RuntimeException | LinkageError e) {
            job.end.accept("the voice failed: " + e.getMessage());
            return;
        }
        job.end.accept(null);
    }

    @Override
    public void close() {
        if (thread.isShutdown()) {
            return;
        }
        thread.execute(() -> {
            if (!opened.isCompletedExceptionally()) {
                opened.join().close();
            }
        });
        thread.shutdown();
        try {
            if (!thread.awaitTermination(10, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * One clause to produce.
     *
     * @param chunks receives the audio in order
     * @param abandoned whether the clause was dropped; asked every 50 ms of audio
     * @param end receives null at the end, or the failure; empty when the clause was dropped before it began
     */
    record Job(SpeakableText text, Consumer<PcmChunk> chunks, BooleanSupplier abandoned, Consumer<String> end) {}
}
