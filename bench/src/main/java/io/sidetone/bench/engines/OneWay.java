package io.sidetone.bench.engines;

import io.sidetone.speech.loopback.Peer;
import io.sidetone.speech.loopback.SocketScript;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The far side of a connection whose messages are timed one by one: how long a question takes to it, its answer back, and an
 * interruption to it again. One question at a time; the server's loop writes, the asking thread reads.
 */
final class OneWay implements SocketScript {
    private static final long LIMIT_S = 10;
    private static final String QUESTION = "\"type\":\"prompt\"";
    private static final String INTERRUPTION = "\"type\":\"interrupt\"";

    /** Answer of the agent. */
    static final String ANSWER = "{\"type\":\"text\",\"token\":\"Yes, we are open until six. \",\"last\":true}";

    private final List<Double> upMs = new ArrayList<>();
    private final List<Double> downMs = new ArrayList<>();
    private final List<Double> cutMs = new ArrayList<>();
    private final Semaphore came = new Semaphore(0);
    private volatile long sentNs;
    private volatile long takenNs;
    private volatile long answeredNs;

    @Override
    public void text(Peer peer, String message) {
        long nowNs = System.nanoTime();
        if (message.contains(QUESTION)) {
            takenNs = nowNs;
            answeredNs = System.nanoTime();
            peer.text(ANSWER);
        } else if (message.contains(INTERRUPTION)) {
            takenNs = nowNs;
            came.release();
        }
    }

    /** The answer is where it belongs. On the client's loop. */
    void answered() {
        long nowNs = System.nanoTime();
        upMs.add(ms(takenNs - sentNs));
        downMs.add(ms(nowNs - answeredNs));
        came.release();
    }

    /** Asks by {@code question}, waits for the answer, then interrupts by {@code interruption}. */
    void turn(Runnable question, Runnable interruption) throws InterruptedException {
        sentNs = System.nanoTime();
        question.run();
        await();
        sentNs = System.nanoTime();
        interruption.run();
        await();
        cutMs.add(ms(takenNs - sentNs));
    }

    private void await() throws InterruptedException {
        if (!came.tryAcquire(LIMIT_S, TimeUnit.SECONDS)) {
            throw new IllegalStateException("no answer within " + LIMIT_S + " s");
        }
    }

    private static double ms(long ns) {
        return ns / 1e6;
    }

    /** Forgets what was timed so far. */
    void forget() {
        upMs.clear();
        downMs.clear();
        cutMs.clear();
    }

    List<Double> upMs() {
        return upMs;
    }

    List<Double> downMs() {
        return downMs;
    }

    List<Double> cutMs() {
        return cutMs;
    }
}
