package io.sidetone.tools.softphone.wire;

import io.sidetone.transport.rtp.srtp.MasterKey;
import io.sidetone.transport.rtp.srtp.SrtpKeys;
import io.sidetone.transport.rtp.srtp.SrtpReceiver;
import io.sidetone.transport.rtp.srtp.SrtpSender;
import java.nio.ByteBuffer;

/**
 * The SRTP of the softphone's RTP. One thread sets the keys, one protects what is sent, one opens what arrives. Without
 * keys, packets pass as they are.
 */
final class MediaKeys {
    private static final int MAX_PACKET_BYTES = 2_048;

    private final byte[] sent = new byte[MAX_PACKET_BYTES];
    private final byte[] received = new byte[MAX_PACKET_BYTES];
    private volatile SrtpKeys keys;
    private volatile boolean awaited;

    /** Sending thread only. */
    private SrtpSender sender;

    private MasterKey senderKey;

    /** Receiving thread only. */
    private SrtpReceiver receiver;

    private MasterKey receiverKey;

    /** Keys were offered: until the answer, nothing that arrives can be read. */
    void await() {
        awaited = true;
    }

    /** Takes what was agreed; null for a call that is not encrypted. A stream keeps its counters under a new key. */
    void agreed(SrtpKeys agreed) {
        keys = agreed;
        awaited = false;
    }

    /** Returns the packet to send in place of {@code packet}, valid until the next call. */
    ByteBuffer protect(ByteBuffer packet) {
        SrtpKeys present = keys;
        if (present == null) {
            sender = null;
            return packet;
        }
        if (sender == null || !senderKey.equals(present.local())) {
            senderKey = present.local();
            sender = sender == null ? new SrtpSender(senderKey) : sender.renewed(senderKey);
        }
        int length = packet.limit();
        packet.get(0, sent, 0, length);
        return ByteBuffer.wrap(sent, 0, sender.protectRtp(sent, RtpDatagram.payloadOffset(packet), length));
    }

    /** Returns the plain packet, valid until the next call; null for one that cannot be read or is not authentic. */
    ByteBuffer open(ByteBuffer packet) {
        SrtpKeys present = keys;
        if (present == null) {
            receiver = null;
            return awaited ? null : packet;
        }
        if (receiver == null || !receiverKey.equals(present.remote())) {
            receiverKey = present.remote();
            receiver = receiver == null ? new SrtpReceiver(receiverKey) : receiver.renewed(receiverKey);
        }
        int offset = RtpDatagram.payloadOffset(packet);
        if (offset < 0) {
            return null;
        }
        int length = packet.limit();
        packet.get(0, received, 0, length);
        int opened = receiver.openRtp(received, offset, length);
        return opened < 0 ? null : ByteBuffer.wrap(received, 0, opened);
    }
}
