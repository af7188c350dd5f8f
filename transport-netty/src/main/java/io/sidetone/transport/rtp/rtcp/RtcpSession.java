package io.sidetone.transport.rtp.rtcp;

import io.netty.buffer.ByteBuf;
import io.sidetone.transport.rtp.packet.DatagramSink;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetSocketAddress;
import java.util.random.RandomGenerator;

/**
 * The RTCP of one call: reports what was sent and received, measures the round trip, says goodbye (RFC 3550 section 6).
 *
 * <p>A report goes out every {@link #INTERVAL_NS} × 0.5…1.5, the first after half of that: a sender report if anything
 * was sent since the last, else a receiver report, with a description of the source. What comes in is believed as far as
 * it is well formed. Event loop of the call only.
 */
public final class RtcpSession {
    /** Mean time between two reports. */
    public static final long INTERVAL_NS = 5_000_000_000L;

    /** A longer round trip is an error, not a distance. */
    static final long MAX_ROUND_TRIP_MICROS = 10_000_000L;

    /** Clocks may disagree by this much before a negative round trip is an error. */
    static final long TOLERANCE_MICROS = 50_000L;

    /** Sender reports of ours that a peer may still refer to. */
    private static final int REMEMBERED_REPORTS = 4;

    private static final long FRACTIONS_PER_SECOND = 65_536L;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final SenderSource sender;
    private final ReceptionSource reception;
    private final RtcpListener listener;
    private final RtpCounters counters;
    private final NtpTime time;
    private final RandomGenerator random;
    private final byte[] canonicalName;

    private ExtendedReports extended;
    private DatagramSink sink;
    private InetSocketAddress target;
    private boolean running;
    private long nextReportNs;
    private long packetsReported;

    private boolean senderReportSeen;
    private int lastSenderReport;
    private long lastSenderReportNs;

    private final int[] reportsSent = new int[REMEMBERED_REPORTS];
    private int reportCount;
    private long farLost;
    private long farCounted;

    /**
     * Creates a session that waits for {@link #start}.
     *
     * @param random chooses the intervals; a fast generator of the call's own
     * @param canonicalName random name of the source, 1 to 255 characters of ASCII (RFC 7022)
     */
    public RtcpSession(
            SenderSource sender,
            ReceptionSource reception,
            RtcpListener listener,
            RtpCounters counters,
            NtpTime time,
            RandomGenerator random,
            String canonicalName) {
        this.sender = sender;
        this.reception = reception;
        this.listener = listener;
        this.counters = counters;
        this.time = time;
        this.random = random;
        this.canonicalName = RtcpPacket.canonicalName(canonicalName);
    }

    /** Sets where reports go: a socket, and an address or null for nowhere yet. */
    public void target(DatagramSink socket, InetSocketAddress address) {
        sink = socket;
        target = address;
    }

    /** Sets what goes into reports beyond RFC 3550 from now on; null for nothing. */
    public void extended(ExtendedReports reports) {
        extended = reports;
    }

    /** Begins to report. */
    public void start(long nowNs) {
        if (!running) {
            running = true;
            nextReportNs = nowNs + interval() / 2;
        }
    }

    private long interval() {
        return (long) (INTERVAL_NS * (0.5 + random.nextDouble()));
    }

    /** Sends a report if one is due. Tries again at the next timer while the socket is blocked. */
    public void onTimer(long nowNs) {
        if (running && nowNs - nextReportNs >= 0 && (target == null || send(false, nowNs))) {
            nextReportNs = nowNs + interval();
        }
    }

    /** Says goodbye and falls silent. */
    public void stop(long nowNs) {
        if (running) {
            running = false;
            if (target != null) {
                send(true, nowNs);
            }
        }
    }

    private boolean send(boolean goodbye, long nowNs) {
        ByteBuf packet = sink.claim();
        if (packet == null) {
            counters.increment(RtpCounter.SEND_BLOCKED);
            return false;
        }
        writeReport(packet, nowNs);
        RtcpPacket.writeDescription(packet, sender.ssrc(), canonicalName);
        if (extended != null && reception.receiving()) {
            extended.append(packet);
        }
        if (goodbye) {
            RtcpPacket.writeHeader(packet, RtcpPacket.GOODBYE, 1, RtcpPacket.RECEIVER_REPORT_LENGTH, sender.ssrc());
        }
        listener.onReportSent(packet, target, nowNs);
        sink.send(target);
        counters.increment(RtpCounter.RTCP_OUT);
        return true;
    }

    private void writeReport(ByteBuf packet, long nowNs) {
        int blocks = reception.receiving() ? 1 : 0;
        int blockBytes = blocks * RtcpPacket.BLOCK_LENGTH;
        if (sender.packetsSent() != packetsReported) {
            packetsReported = sender.packetsSent();
            long ntp = time.at(nowNs);
            int bytes = RtcpPacket.SENDER_REPORT_LENGTH + blockBytes;
            RtcpPacket.writeHeader(packet, RtcpPacket.SENDER_REPORT, blocks, bytes, sender.ssrc());
            packet.writeLong(ntp);
            packet.writeInt(sender.timestampAt(nowNs));
            packet.writeInt((int) sender.packetsSent());
            packet.writeInt((int) sender.octetsSent());
            reportsSent[reportCount++ % REMEMBERED_REPORTS] = NtpTime.middle(ntp);
        } else {
            int bytes = RtcpPacket.RECEIVER_REPORT_LENGTH + blockBytes;
            RtcpPacket.writeHeader(packet, RtcpPacket.RECEIVER_REPORT, blocks, bytes, sender.ssrc());
        }
        if (blocks > 0) {
            packet.writeInt(reception.remoteSsrc());
            RtcpPacket.writeLoss(packet, reception.takeFractionLost(), reception.cumulativeLost());
            packet.writeInt(reception.extendedHighestSequence());
            packet.writeInt(reception.jitter());
            packet.writeInt(senderReportSeen ? lastSenderReport : 0);
            packet.writeInt(senderReportSeen ? fractions(nowNs - lastSenderReportNs) : 0);
        }
    }

    private static int fractions(long ns) {
        return (int) (ns / NANOS_PER_SECOND * FRACTIONS_PER_SECOND
                + ns % NANOS_PER_SECOND * FRACTIONS_PER_SECOND / NANOS_PER_SECOND);
    }

    /** Takes a compound packet from the caller's address, as far as it is well formed. */
    public void onCompound(ByteBuf buffer, int index, int length, long nowNs) {
        int end = index + length;
        int at = index;
        while (at < end) {
            int bytes = RtcpPacket.length(buffer, at, end);
            if (bytes < 0 || !onPacket(buffer, at, bytes, nowNs)) {
                counters.increment(RtpCounter.RTCP_MALFORMED);
                break;
            }
            at += bytes;
        }
        if (at > index) {
            counters.increment(RtpCounter.RTCP_IN);
            listener.onReport(nowNs);
        }
    }

    private boolean onPacket(ByteBuf buffer, int index, int bytes, long nowNs) {
        int type = RtcpPacket.type(buffer, index);
        if (type == VoipMetrics.EXTENDED_REPORT) {
            double score = VoipMetrics.conversationScore(buffer, index, bytes, sender.ssrc());
            if (score > 0) {
                listener.onOpinion(score);
            }
            return true;
        }
        boolean senderReport = type == RtcpPacket.SENDER_REPORT;
        if (!senderReport && type != RtcpPacket.RECEIVER_REPORT) {
            return true;
        }
        int fixed = senderReport ? RtcpPacket.SENDER_REPORT_LENGTH : RtcpPacket.RECEIVER_REPORT_LENGTH;
        int blocks = RtcpPacket.count(buffer, index);
        if (bytes < fixed + blocks * RtcpPacket.BLOCK_LENGTH) {
            return false;
        }
        if (senderReport
                && reception.receiving()
                && buffer.getInt(index + RtcpPacket.SSRC_OFFSET) == reception.remoteSsrc()) {
            senderReportSeen = true;
            lastSenderReport = NtpTime.middle(buffer.getLong(index + RtcpPacket.NTP_OFFSET));
            lastSenderReportNs = nowNs;
        }
        for (int i = 0; i < blocks; i++) {
            onBlock(buffer, index + fixed + i * RtcpPacket.BLOCK_LENGTH, nowNs);
        }
        return true;
    }

    private void onBlock(ByteBuf buffer, int index, long nowNs) {
        if (buffer.getInt(index) != sender.ssrc()) {
            return;
        }
        int loss = buffer.getInt(index + RtcpPacket.BLOCK_LOST_OFFSET);
        onFarLost(loss << 8 >> 8);
        listener.onReception(loss >>> 24, buffer.getInt(index + RtcpPacket.BLOCK_JITTER_OFFSET) & 0xFFFF_FFFFL, nowNs);
        int lastReport = buffer.getInt(index + RtcpPacket.BLOCK_LAST_SR_OFFSET);
        if (!isOurs(lastReport)) {
            return;
        }
        int delay = buffer.getInt(index + RtcpPacket.BLOCK_DELAY_OFFSET);
        int roundTrip = NtpTime.middle(time.at(nowNs)) - lastReport - delay;
        long micros = roundTrip * 1_000_000L / FRACTIONS_PER_SECOND;
        if (micros >= -TOLERANCE_MICROS && micros <= MAX_ROUND_TRIP_MICROS) {
            listener.onRoundTrip(Math.max(0, micros), nowNs);
        } else {
            counters.increment(RtpCounter.ROUND_TRIP_IGNORED);
        }
    }

    /** No peer can lose more than was sent, whatever it reports. */
    private void onFarLost(long cumulative) {
        counters.add(RtpCounter.FAR_LOST, Math.max(0, Math.min(sender.packetsSent(), cumulative) - farCounted));
        farCounted = Math.max(farCounted, Math.min(sender.packetsSent(), cumulative));
        farLost = cumulative;
    }

    /** Only a report we sent can be the base of a round trip. */
    private boolean isOurs(int report) {
        for (int i = 0; i < Math.min(reportCount, REMEMBERED_REPORTS); i++) {
            if (reportsSent[i] == report) {
                return true;
            }
        }
        return false;
    }

    /** Returns the packets of ours that the peer says it lost. */
    public long farLost() {
        return farLost;
    }
}
