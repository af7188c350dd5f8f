package io.sidetone.transport.egress;

/** Gathers the packets of frames that a loop takes one after the other, so that one system call sends many. Event loop only. */
public interface SendGathering {
    /** Sends nothing together. */
    SendGathering NONE = new SendGathering() {
        @Override
        public void begin() {}

        @Override
        public void end() {}
    };

    /** Begins a batch: what is sent from now on may wait for {@link #end}. */
    void begin();

    /** Sends what waits. */
    void end();
}
