package io.sidetone.transport.sip.digest;

import io.sidetone.transport.sip.digest.NonceIssuer.Nonce;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Record of which counts of which nonces were used, so that nothing is accepted twice (RFC 7616 section 3.4). Holds only nonces that a
 * right password came with, and no more than its bound: what it had to forget is too old from then on. SIP event loop only.
 */
final class NonceCounts {
    private static final int WINDOW = 64;

    private final int capacity;
    private final long lifeNs;
    private final Map<Nonce, Seen> used = new LinkedHashMap<>();
    private boolean forgot;
    private long forgottenNs;

    /** The counts of one nonce: the highest, and a bit for each of those just below it. */
    private static final class Seen {
        private long highest;
        private long window;

        /** Takes a count; false when it was used, or is too far below the highest to know. */
        boolean take(long count) {
            if (count > highest) {
                long by = count - highest;
                window = by >= WINDOW ? 1 : window << by | 1;
                highest = count;
                return true;
            }
            long back = highest - count;
            if (back >= WINDOW || (window >>> back & 1) == 1) {
                return false;
            }
            window |= 1L << back;
            return true;
        }
    }

    NonceCounts(int capacity, long lifeNs) {
        this.capacity = capacity;
        this.lifeNs = lifeNs;
    }

    /**
     * Takes one use of a nonce.
     *
     * @param count of the client, at least 1
     * @return false when it was used before, or that is not known any more
     */
    boolean take(Nonce nonce, long count, long nowNs) {
        if (forgot && nonce.issuedNs() - forgottenNs <= 0) {
            return false;
        }
        Seen seen = used.get(nonce);
        if (seen == null) {
            makeRoom(nowNs);
            seen = new Seen();
            used.put(nonce, seen);
        }
        return seen.take(count);
    }

    /** Returns how many nonces are kept. */
    int size() {
        return used.size();
    }

    private void makeRoom(long nowNs) {
        Iterator<Nonce> eldest = used.keySet().iterator();
        while (eldest.hasNext()) {
            Nonce nonce = eldest.next();
            boolean over = nowNs - nonce.issuedNs() > lifeNs;
            if (!over && used.size() < capacity) {
                return;
            }
            if (!over) {
                forgottenNs = forgot ? Math.max(forgottenNs, nonce.issuedNs()) : nonce.issuedNs();
                forgot = true;
            }
            eldest.remove();
        }
    }
}
