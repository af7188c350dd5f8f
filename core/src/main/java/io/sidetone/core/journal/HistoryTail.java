package io.sidetone.core.journal;

import io.sidetone.core.dialogue.History;
import java.util.List;

/**
 * Part that a journal keeps of a history: enough to distinguish two, and the entries that are new. The whole of it is in the
 * records before; a call of hours would write it again at every turn.
 *
 * @param entries number of entries
 * @param hash over all of them
 * @param last the last two
 */
public record HistoryTail(int entries, long hash, List<History.Entry> last) {
    private static final int KEPT = 2;
    private static final long PRIME = 0x9E37_79B9_7F4A_7C15L;

    /** Returns the tail of {@code snapshot}. */
    public static HistoryTail of(History.Snapshot snapshot) {
        List<History.Entry> all = snapshot.entries();
        long hash = all.size();
        for (History.Entry entry : all) {
            hash = (hash ^ entry.role().ordinal() ^ entry.token() ^ (entry.interrupted() ? 1L << 40 : 0)) * PRIME;
            hash = (hash ^ entry.text().hashCode() ^ (long) entry.intended().hashCode() << 32) * PRIME;
            hash ^= hash >>> 29;
        }
        return new HistoryTail(all.size(), hash, List.copyOf(all.subList(Math.max(0, all.size() - KEPT), all.size())));
    }
}
