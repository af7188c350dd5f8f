package io.sidetone.transport.capture;

import io.sidetone.core.call.CallSetup;

/** Takes what the tap saw. The tap's thread only. */
public interface WireListener {
    /** Returns whether SIP messages are wanted at present. Any thread. */
    boolean takesSip();

    /** Returns whether reports of RTCP are wanted. Any thread. */
    boolean takesReports();

    /** Takes a packet. */
    void onPacket(WirePacket packet);

    /** A call by SIP begins. */
    default void onCallBegan(CallTap call, CallSetup.Identity who) {}

    /** A call that was being captured is over. */
    void onCallEnded(CallTap call);

    /** Time has passed; called some fifty times a second, whether packets come or not. */
    void onIdle(long wallNs);

    /** Nothing comes any more. */
    void onClose();
}
