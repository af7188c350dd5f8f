package io.sidetone.bench.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A collector of the JVM, and the flags with which a server has it. */
enum Collector {
    ZGC("-XX:+UseZGC"),
    G1("-XX:+UseG1GC"),
    PARALLEL("-XX:+UseParallelGC"),
    SERIAL("-XX:+UseSerialGC");

    private final String flag;

    Collector(String flag) {
        this.flag = flag;
    }

    /** Returns {@code flags} with this collector and a heap of {@code heapMb}, in place of what they say of both. */
    List<String> in(List<String> flags, int heapMb) {
        List<String> own = new ArrayList<>(flags);
        // What belongs to ZGC stays with ZGC.
        own.removeIf(one -> one.matches("-XX:[+-]Use.*GC|-Xm[sx].*") || this != ZGC && one.matches("-XX:[+-]Z.*"));
        own.add(flag);
        own.add("-Xms" + heapMb + "m");
        own.add("-Xmx" + heapMb + "m");
        return own;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
