package io.sidetone.transport.capture;

import java.net.InetSocketAddress;

/**
 * Something that went over the wire. The payload is the receiver's to keep.
 *
 * @param wallNs when, in ns since 1970
 * @param capture number of the capture it belongs to; 0 for none, or for any
 * @param sipCallId of the dialog; of SIP it is read out of the message, empty when there is none
 * @param sent whether by us
 * @param stream whether it came in a stream, not as a datagram
 * @param payload of SIP without secrets
 */
public record WirePacket(
        WireKind kind,
        long wallNs,
        long capture,
        String sipCallId,
        boolean sent,
        boolean stream,
        InetSocketAddress from,
        InetSocketAddress to,
        byte[] payload) {}
