package io.sidetone.core.lane;

/**
 * What stands in the ring behind the event that is handled now. With it a lane takes what may stop the agent between two calls of a tick.
 * Lane thread only.
 */
interface RingAhead {
    /** A ring into which nobody looks ahead. */
    RingAhead NONE = new RingAhead() {
        @Override
        public boolean urgent() {
            return false;
        }

        @Override
        public long last() {
            return -1;
        }

        @Override
        public LaneEvent at(long sequence) {
            return null;
        }
    };

    /** Whether anything that may stop the agent was published since the last time it was asked. */
    boolean urgent();

    /** Returns the sequence of the last event that is published or about to be. */
    long last();

    /** Returns the event at {@code sequence}, or null when it is not published yet. */
    LaneEvent at(long sequence);
}
