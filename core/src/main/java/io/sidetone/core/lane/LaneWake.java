package io.sidetone.core.lane;

/** What producers tell a lane that may be asleep, after they have published. Any thread; never blocks; allocates nothing. */
interface LaneWake {
    /** A lane that never sleeps. */
    LaneWake NONE = new LaneWake() {
        @Override
        public void now(long nowNs) {}

        @Override
        public void soon(long nowNs) {}
    };

    /** An event is there that wants the lane at once. */
    void now(long nowNs);

    /** A frame is there, which may wait for others. */
    void soon(long nowNs);
}
