package io.sidetone.speech.prompt;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Prompts by voice and text; the least recently used leaves first, but prepared ones stay. One cache for all engines;
 * thread-safe, and never used by a lane.
 */
public final class PromptCache {
    /** The default size: 17 minutes of telephone speech. */
    public static final long MAX_BYTES = 16L << 20;

    private static final int MAX_REMEMBERED = 2_048;

    private final long maxBytes;
    private final PromptQueue order = new PromptQueue();
    private final Map<Key, Prompt> prompts = new LinkedHashMap<>(64, 0.75f, true);
    private final Set<Key> prepared = new HashSet<>();
    private final Map<Key, Boolean> askedOnce = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Boolean> eldest) {
            return size() > MAX_REMEMBERED;
        }
    };
    private long heldBytes;

    /** The key of a prompt. */
    private record Key(PromptVoice voice, String text) {}

    /** Creates an empty cache for {@code maxBytes} of PCM16. */
    public PromptCache(long maxBytes) {
        if (maxBytes < 0) {
            throw new IllegalArgumentException(
                    "prompts of " + maxBytes + " bytes cannot be kept; give 0 for none, or for example " + MAX_BYTES);
        }
        this.maxBytes = maxBytes;
    }

    /** Returns the order in which lists of prompts are processed for this cache. */
    PromptQueue order() {
        return order;
    }

    synchronized Prompt get(PromptVoice voice, String text) {
        return prompts.get(new Key(voice, text.strip()));
    }

    /** Counts a request for {@code text}; returns whether it was requested before and should be kept. */
    synchronized boolean askedAgain(PromptVoice voice, String text) {
        return askedOnce.put(new Key(voice, text.strip()), Boolean.TRUE) != null;
    }

    /**
     * Keeps a prompt; removes those that were not used for the longest time; does not keep one that is larger than the
     * whole cache.
     */
    synchronized void put(PromptVoice voice, String text, Prompt prompt, boolean stays) {
        Key key = new Key(voice, text.strip());
        if (prompt.bytes() > maxBytes) {
            return;
        }
        Prompt replaced = prompts.put(key, prompt);
        heldBytes += prompt.bytes() - (replaced == null ? 0 : replaced.bytes());
        if (stays) {
            prepared.add(key);
        }
        evict(key, false);
        evict(key, true);
    }

    private void evict(Key but, boolean preparedToo) {
        Iterator<Map.Entry<Key, Prompt>> eldest = prompts.entrySet().iterator();
        while (heldBytes > maxBytes && eldest.hasNext()) {
            Map.Entry<Key, Prompt> entry = eldest.next();
            if (!entry.getKey().equals(but) && (preparedToo || !prepared.contains(entry.getKey()))) {
                heldBytes -= entry.getValue().bytes();
                prepared.remove(entry.getKey());
                eldest.remove();
            }
        }
    }

    /** Returns whether the cache has any prompt in {@code voice}. */
    synchronized boolean knows(PromptVoice voice) {
        return prompts.keySet().stream().anyMatch(key -> key.voice().equals(voice));
    }

    /** Returns the bytes of PCM in the cache. */
    public synchronized long heldBytes() {
        return heldBytes;
    }

    /** Returns the number of prompts in the cache. */
    public synchronized int size() {
        return prompts.size();
    }
}
