package io.sidetone.transport.stream;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;

/**
 * Messages of a client that came before the engines of its call were open. They are applied in order when these are (VIP-T02).
 * Bounded in count and in size. Event loop of the call only.
 *
 * @param <M> a message as the dialect read it
 */
public final class HeldMessages<M> {
    private final Deque<Held<M>> held = new ArrayDeque<>();
    private final int maxCount;
    private final long maxSize;
    private long size;

    private record Held<M>(M message, int size) {}

    /**
     * Applies one message.
     *
     * @param <M> a message as the dialect read it
     */
    @FunctionalInterface
    public interface Receiver<M> {
        /** Applies {@code message}. Errors of the message are answered here. */
        void accept(M message);
    }

    /**
     * Creates an empty queue.
     *
     * @param maxCount messages that may wait
     * @param maxSize what all of them together may have, in the dialect's unit of {@link #offer}
     */
    public HeldMessages(int maxCount, long maxSize) {
        this.maxCount = maxCount;
        this.maxSize = maxSize;
    }

    /** Keeps {@code message}, which has {@code messageSize}; returns false, and keeps nothing, where a bound would be passed. */
    public boolean offer(M message, int messageSize) {
        if (held.size() >= maxCount || size + messageSize > maxSize) {
            return false;
        }
        size += messageSize;
        held.add(new Held<>(message, messageSize));
        return true;
    }

    /** Returns how many messages wait. */
    public int count() {
        return held.size();
    }

    /** Forgets what waits. */
    public void clear() {
        held.clear();
        size = 0;
    }

    /** Applies what waits, in order, as long as {@code open}: a message may end the session of those behind it. */
    public void release(BooleanSupplier open, Receiver<M> receiver) {
        while (open.getAsBoolean() && !held.isEmpty()) {
            Held<M> next = held.poll();
            size -= next.size();
            receiver.accept(next.message());
        }
    }
}
