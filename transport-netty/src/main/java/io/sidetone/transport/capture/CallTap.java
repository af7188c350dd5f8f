package io.sidetone.transport.capture;

import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;

/**
 * Sees the packets of one call while somebody looks. {@link #datagram} and {@link #report} on the call's media event loop;
 * the rest on any thread. Never waits, never fails.
 */
public final class CallTap {
    private static final long OFF = 0;

    private final WireTap wire;
    private final String callId;
    private volatile String sipCallId = "";
    private volatile long capture = OFF;
    private volatile boolean over;

    CallTap(WireTap wire, String callId) {
        this.wire = wire;
        this.callId = callId;
    }

    /** Returns the id of the call. */
    public String callId() {
        return callId;
    }

    /** Says which dialog carries the call from now on. */
    public void carriedBy(String newSipCallId) {
        sipCallId = newSipCallId;
    }

    /** The call is over. */
    public void over() {
        over = true;
        if (capture != OFF) {
            wire.over(this);
        }
    }

    /** Returns whether the call is over; what begins a capture sets the number first, then asks. */
    boolean isOver() {
        return over;
    }

    String sipCallId() {
        return sipCallId;
    }

    /** Packets belong to this capture from now on; 0 for none. */
    void capture(long number) {
        capture = number;
    }

    /** Returns whether datagrams are wanted at present. */
    public boolean capturing() {
        return capture != OFF;
    }

    /** A datagram of RTP or RTCP as it is on the wire, encrypted where the call is. */
    public void datagram(boolean sent, ByteBuf content, InetSocketAddress local, InetSocketAddress remote) {
        long number = capture;
        if (number != OFF) {
            wire.datagram(
                    WireKind.MEDIA,
                    number,
                    "",
                    sent,
                    content,
                    content.readerIndex(),
                    content.readableBytes(),
                    local,
                    remote);
        }
    }

    /** A compound packet of RTCP in plain. */
    public void report(
            boolean sent, ByteBuf content, int index, int length, InetSocketAddress local, InetSocketAddress remote) {
        if (wire.takesReports()) {
            wire.datagram(WireKind.REPORT, OFF, sipCallId, sent, content, index, length, local, remote);
        }
    }
}
