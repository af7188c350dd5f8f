package io.sidetone.speech.prompt;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Has one list of prompts made at a time per engine: what one list made, the next need not ask for, and an engine whose plan
 * limits generations at once is asked for one. Thread-safe.
 */
final class MakingOrder {
    /** Lists that wait behind the one that is being made; a key for each engine that makes one. */
    private final Map<String, Deque<Runnable>> waiting = new HashMap<>();

    /** Runs {@code start} as soon as {@code engine} makes nothing else; {@link #made} must follow. */
    void make(String engine, Runnable start) {
        synchronized (this) {
            Deque<Runnable> behind = waiting.get(engine);
            if (behind != null) {
                behind.add(start);
                return;
            }
            waiting.put(engine, new ArrayDeque<>());
        }
        start.run();
    }

    /** The list that {@code engine} was making is over, or waits to try again. */
    void made(String engine) {
        Runnable next;
        synchronized (this) {
            next = waiting.get(engine).poll();
            if (next == null) {
                waiting.remove(engine);
                return;
            }
        }
        next.run();
    }
}
