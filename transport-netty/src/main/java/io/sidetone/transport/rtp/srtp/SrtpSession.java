package io.sidetone.transport.rtp.srtp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sidetone.transport.rtp.packet.DatagramKind;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The SRTP of one call, between its sockets and its RTP and RTCP. Datagrams pass unchanged while there are no keys.
 *
 * <p>Event loop of the call only, except {@link #suiteName}. A packet is not looked at before its tag is verified, so no
 * source is learnt from a packet that the key did not make.
 */
public final class SrtpSession {
    /** First sequence numbers lie below: see {@link SrtpSender}. */
    public static final int MAX_FIRST_SEQUENCE = 0x7FFF;

    /** Bytes that a packet may grow by: index and tag of AES-GCM. */
    public static final int MAX_ADDED_BYTES =
            PacketCipher.INDEX_BYTES + GaloisCounterCipher.TAG_BYTES + MasterKey.MAX_MKI_BYTES;

    /** Keys of the peer that were in use before, the last one first. */
    private static final int FORMER_KEYS = 8;

    private record Kept(MasterKey key, SrtpReceiver receiver) {}

    private final RtpCounters counters;
    private final Deque<Kept> kept = new ArrayDeque<>();
    private byte[] received;
    private ByteBuf opened;
    private byte[] sent;
    private SrtpKeys keys;
    private SrtpSender sender;
    private SrtpReceiver receiver;
    private SrtpReceiver former;
    private int repeatedPayloadType = -1;
    private volatile String suiteName;

    /** Creates a session without keys. */
    public SrtpSession(RtpCounters counters) {
        this.counters = counters;
    }

    /**
     * Takes the keys of an offer and its answer. A key that stays or comes back keeps its replay window, and a stream keeps its roll-over
     * counter under a new key, too. Packets of the peer's key before are taken until the first one of its new key.
     *
     * @param agreed null ends encryption
     * @param events payload type of telephone events, whose last packet is sent again as it was; negative for none
     */
    public void negotiated(SrtpKeys agreed, int events) {
        repeatedPayloadType = events;
        if (receiver != null && (agreed == null || !agreed.remote().equals(keys.remote()))) {
            remember(keys.remote(), receiver);
        }
        if (agreed == null) {
            sender = null;
            receiver = null;
            former = null;
        } else {
            reserve();
            if (sender == null) {
                sender = new SrtpSender(agreed.local());
            } else if (!agreed.local().equals(keys.local())) {
                sender = sender.renewed(agreed.local());
            }
            if (receiver == null) {
                receiver = known(agreed.remote(), null);
            } else if (!agreed.remote().equals(keys.remote())) {
                former = receiver;
                receiver = known(agreed.remote(), receiver);
            }
        }
        keys = agreed;
        suiteName = agreed == null ? null : agreed.suite().name();
    }

    /** Or who goes back to a key could have what was said under it be said again. */
    private void remember(MasterKey key, SrtpReceiver heard) {
        kept.removeIf(each -> each.key().equals(key));
        kept.addFirst(new Kept(key, heard));
        if (kept.size() > FORMER_KEYS) {
            kept.removeLast();
        }
    }

    private SrtpReceiver known(MasterKey key, SrtpReceiver latest) {
        for (Kept each : kept) {
            if (each.key().equals(key)) {
                if (latest != null) {
                    each.receiver().resumed(latest);
                }
                return each.receiver();
            }
        }
        return latest == null ? new SrtpReceiver(key) : latest.renewed(key);
    }

    private void reserve() {
        if (received == null) {
            received = new byte[PacketCipher.MAX_PACKET_BYTES];
            sent = new byte[PacketCipher.MAX_PACKET_BYTES];
            opened = Unpooled.wrappedBuffer(received);
        }
    }

    /** Returns the name of the suite in use, or null. Any thread. */
    public String suiteName() {
        return suiteName;
    }

    /**
     * Opens a datagram.
     *
     * @param datagram stays the caller's
     * @return the plain packet, valid until the next call; what is neither RTP nor RTCP comes back as it is; null for a
     *     packet that is refused, which has been counted
     */
    public ByteBuf open(ByteBuf datagram) {
        if (receiver == null) {
            return datagram;
        }
        int index = datagram.readerIndex();
        int length = datagram.readableBytes();
        DatagramKind kind = DatagramKind.of(datagram, index, length);
        boolean control = kind == DatagramKind.RTCP;
        if (!control && kind != DatagramKind.RTP) {
            return datagram;
        }
        int payloadOffset = control ? 0 : RtpHeader.payloadOffset(datagram, index, length);
        if (payloadOffset == RtpHeader.INVALID || length > received.length) {
            counters.increment(RtpCounter.MALFORMED);
            return null;
        }
        datagram.getBytes(index, received, 0, length);
        int plain = open(receiver, control, payloadOffset, length);
        if (plain >= 0) {
            former = null;
        } else if (plain == SrtpReceiver.NOT_AUTHENTIC && former != null) {
            plain = open(former, control, payloadOffset, length);
        }
        if (plain < 0) {
            boolean repeatedKey = !control && RtpHeader.payloadType(datagram, index) == repeatedPayloadType;
            RtpCounter replay = repeatedKey ? RtpCounter.DUPLICATE : RtpCounter.SRTP_REPLAYED;
            counters.increment(plain == SrtpReceiver.REPLAYED ? replay : RtpCounter.SRTP_NOT_AUTHENTIC);
            return null;
        }
        return opened.setIndex(0, plain);
    }

    private int open(SrtpReceiver by, boolean control, int payloadOffset, int length) {
        return control ? by.openRtcp(received, length) : by.openRtp(received, payloadOffset, length);
    }

    /** Protects an RTP or RTCP packet in place, if there are keys; it has room for {@link #MAX_ADDED_BYTES} more. */
    void protect(ByteBuf packet) {
        if (sender == null) {
            return;
        }
        int index = packet.readerIndex();
        int length = packet.readableBytes();
        packet.getBytes(index, sent, 0, length);
        int protectedLength = DatagramKind.of(packet, index, length) == DatagramKind.RTCP
                ? sender.protectRtcp(sent, length)
                : sender.protectRtp(sent, RtpHeader.payloadOffset(packet, index, length), length);
        packet.setBytes(index, sent, 0, protectedLength);
        packet.writerIndex(index + protectedLength);
    }
}
