package io.sidetone.core.lane;

/** Signal of producers to a lane that may be asleep, after they have published. Any thread; never blocks; allocates nothing. */
interface LaneWake {
    /** A lane that never sleeps. */
    LaneWake NONE = new LaneWake() {
        @Override
        public void atOnce(long nowNs) {}

        @Override
        public void now(long nowNs) {}

        @Override
        public void soon(long nowNs) {}
    };

    /** An event is there that may stop the agent: it does not even wait for the end of a tick. */
    void atOnce(long nowNs);

    /** An event is there for which a sleeping lane is woken. */
    void now(long nowNs);

    /** A frame is there, which may wait for others. */
    void soon(long nowNs);
}
