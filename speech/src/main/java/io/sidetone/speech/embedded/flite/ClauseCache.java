package io.sidetone.speech.embedded.flite;

import io.sidetone.core.port.PcmChunk;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Clauses that were spoken before, such as greetings and prompts; the least recently used leaves first. One thread. */
final class ClauseCache {
    private final int maxMs;
    private final Map<String, List<PcmChunk>> clauses = new LinkedHashMap<>(64, 0.75f, true);
    private long heldMs;

    /** Creates a cache of {@code maxMs} of audio (32 kB per second). */
    ClauseCache(int maxMs) {
        this.maxMs = maxMs;
    }

    List<PcmChunk> get(String text) {
        return clauses.get(text);
    }

    void put(String text, List<PcmChunk> chunks) {
        List<PcmChunk> replaced = clauses.put(text, List.copyOf(chunks));
        heldMs += lengthMs(chunks) - (replaced == null ? 0 : lengthMs(replaced));
        Iterator<Map.Entry<String, List<PcmChunk>>> eldest = clauses.entrySet().iterator();
        while (heldMs > maxMs && eldest.hasNext()) {
            heldMs -= lengthMs(eldest.next().getValue());
            eldest.remove();
        }
    }

    int size() {
        return clauses.size();
    }

    static long lengthMs(List<PcmChunk> chunks) {
        long ms = 0;
        for (PcmChunk chunk : chunks) {
            ms += lengthMs(chunk);
        }
        return ms;
    }

    /** Returns the length of a chunk, rounded up. */
    static int lengthMs(PcmChunk chunk) {
        int perMs = chunk.sampleRateHz() / 1000;
        return (chunk.samples() + perMs - 1) / perMs;
    }
}
