package io.sidetone.server.records.delivery;

import org.slf4j.Logger;

/**
 * Outage of a receiver of deliveries: what it is, why and since when. The log says so when it begins, once a minute, and when it is over.
 * One thread reports; any thread asks.
 */
public final class Outage {
    private static final long REMIND_NS = 60_000_000_000L;

    private final Logger log;
    private final String receiver;
    private final String records;
    private volatile State state;
    private long remindNs;

    private record State(String why, long sinceNs) {}

    /**
     * Creates an outage that has not begun.
     *
     * @param log of the owner
     * @param receiver who is down, as log lines begin
     * @param records what waits in the meantime, in plural
     */
    public Outage(Logger log, String receiver, String records) {
        this.log = log;
        this.receiver = receiver;
        this.records = records;
    }

    /**
     * An attempt failed.
     *
     * @param why the reason as people read it
     * @param nowNs monotonic time
     */
    public void failed(String why, long nowNs) {
        State before = state;
        state = new State(why, before == null ? nowNs : before.sinceNs());
        if (before == null) {
            remindNs = nowNs + REMIND_NS;
            log.warn("{} takes nothing ({}); {} wait in the spool", receiver, why, records);
        } else if (nowNs - remindNs >= 0) {
            remindNs = nowNs + REMIND_NS;
            log.warn(
                    "{} has taken nothing for {} min ({}); {} wait in the spool",
                    receiver,
                    forNs(nowNs) / REMIND_NS,
                    why,
                    records);
        }
    }

    /** An attempt succeeded. */
    public void over() {
        if (state != null) {
            log.info("{} takes {} again", receiver, records);
            state = null;
        }
    }

    /** Why nothing is taken, or null. */
    public String why() {
        State now = state;
        return now == null ? null : now.why();
    }

    /** Returns for how long nothing was taken, in ns; 0 when there is no outage. */
    public long forNs(long nowNs) {
        State now = state;
        return now == null ? 0 : nowNs - now.sinceNs();
    }
}
