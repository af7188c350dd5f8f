package io.sidetone.speech.prompt;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Processes one list of prompts at a time per engine. A clause that one list has cached is not requested by the next,
 * and an engine with a limit on simultaneous generations gets one request. Thread-safe.
 */
final class PromptQueue {
    /** Lists that wait behind the present one; an engine has a key while one of its lists is processed. */
    private final Map<String, Deque<Runnable>> waiting = new HashMap<>();

    /** Runs {@code start} as soon as {@code engine} processes no other list; {@link #made} must follow. */
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

    /** The present list of {@code engine} has ended, or waits to try again. */
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
