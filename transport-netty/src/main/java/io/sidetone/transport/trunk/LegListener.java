package io.sidetone.transport.trunk;

/** Hears how a call goes that was placed for another one. SIP event loop only. */
public interface LegListener {
    /** Nobody wants to know. */
    LegListener NONE = new LegListener() {
        @Override
        public void onDialled(TrunkCall leg) {}

        @Override
        public void onProgress(int status) {}

        @Override
        public void onAnswered(TrunkCall leg) {}

        @Override
        public void onEnded(int status) {}
    };

    /** It is on its way. */
    void onDialled(TrunkCall leg);

    /** It has a provisional response, 101 to 199. */
    void onProgress(int status);

    /** Both sides are on the line. */
    void onAnswered(TrunkCall leg);

    /** It is over; {@code status} is the SIP status of a failure, or 0. */
    void onEnded(int status);
}
