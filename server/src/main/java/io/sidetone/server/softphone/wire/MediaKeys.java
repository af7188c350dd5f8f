package io.sidetone.server.softphone.wire;

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

    private record Sending(MasterKey key, SrtpSender sender) {}

    private record Receiving(MasterKey key, SrtpReceiver receiver) {}

    private final byte[] sent = new byte[MAX_PACKET_BYTES];
    private final byte[] received = new byte[MAX_PACKET_BYTES];
    private volatile Sending sending;
    private volatile Receiving receiving;
    private volatile boolean awaited;

    /** Keys were offered: until the answer, nothing that arrives can be read. */
    void await() {
        awaited = true;
    }

    /** Takes what was agreed; null for a call that is not encrypted. A key that stays keeps its counters. */
    void agreed(SrtpKeys keys) {
        if (keys == null) {
            sending = null;
            receiving = null;
        } else {
            if (sending == null || !sending.key.equals(keys.local())) {
                sending = new Sending(keys.local(), new SrtpSender(keys.local()));
            }
            if (receiving == null || !receiving.key.equals(keys.remote())) {
                receiving = new Receiving(keys.remote(), new SrtpReceiver(keys.remote()));
            }
        }
        awaited = false;
    }

    /** Returns the packet to send in place of {@code packet}, valid until the next call. */
    ByteBuffer protect(ByteBuffer packet) {
        Sending present = sending;
        if (present == null) {
            return packet;
        }
        int length = packet.limit();
        packet.get(0, sent, 0, length);
        return ByteBuffer.wrap(sent, 0, present.sender.protectRtp(sent, RtpDatagram.payloadOffset(packet), length));
    }

    /** Returns the plain packet, valid until the next call; null for one that cannot be read or is not authentic. */
    ByteBuffer open(ByteBuffer packet) {
        Receiving present = receiving;
        if (present == null) {
            return awaited ? null : packet;
        }
        int offset = RtpDatagram.payloadOffset(packet);
        if (offset < 0) {
            return null;
        }
        int length = packet.limit();
        packet.get(0, received, 0, length);
        int opened = present.receiver.openRtp(received, offset, length);
        return opened < 0 ? null : ByteBuffer.wrap(received, 0, opened);
    }
}
