package io.sidetone.bench.harness;

import java.util.AbstractQueue;
import java.util.Collections;
import java.util.Iterator;
import java.util.function.Supplier;

/** A queue of lines that never ends: each line is made when it is taken. */
public final class EndlessLines extends AbstractQueue<String> {
    private final Supplier<String> next;

    /** Creates a queue of what {@code next} makes; it is asked on the threads that poll. */
    public EndlessLines(Supplier<String> next) {
        this.next = next;
    }

    @Override
    public String poll() {
        return next.get();
    }

    @Override
    public boolean offer(String line) {
        return false;
    }

    @Override
    public String peek() {
        return "";
    }

    @Override
    public Iterator<String> iterator() {
        return Collections.emptyIterator();
    }

    @Override
    public int size() {
        return 1;
    }
}
