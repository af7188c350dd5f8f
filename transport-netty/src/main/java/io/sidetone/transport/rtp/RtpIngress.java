package io.sidetone.transport.rtp;

import io.netty.buffer.ByteBuf;
import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.transport.rtp.dtmf.TelephoneEventReceiver;
import io.sidetone.transport.rtp.packet.DatagramKind;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.quality.LossPattern;
import io.sidetone.transport.rtp.receive.AudioReceiver;
import io.sidetone.transport.rtp.receive.InBandDigits;
import io.sidetone.transport.rtp.receive.JitterEstimator;
import io.sidetone.transport.rtp.receive.MediaSink;
import io.sidetone.transport.rtp.receive.OtherSources;
import io.sidetone.transport.rtp.receive.PacketConsumer;
import io.sidetone.transport.rtp.receive.ReceiveWork;
import io.sidetone.transport.rtp.receive.ReorderWindow;
import io.sidetone.transport.rtp.receive.SequenceTracker;
import io.sidetone.transport.rtp.receive.SourceLatch;
import io.sidetone.transport.rtp.rtcp.ReceptionSource;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * The way of a datagram to the lane: what is it → is it the caller's → which number → in order → sound, digit or sign of
 * life.
 *
 * <p>One per call, on the call's media event loop. Knows addresses but no sockets. A datagram that fails a step costs a
 * counter and nothing else. The buffer stays the caller's.
 */
public final class RtpIngress implements PacketConsumer, ReceptionSource {
    /** Signs of life are passed on no more often. */
    static final long ALIVE_INTERVAL_NS = 1_000_000_000L;

    /** Packets that are refused for so long, while none is taken, are more than late ones. */
    static final long REFUSED_NS = 500_000_000L;

    /** States, by whether all that comes is refused. */
    private enum Refusing {
        /** The last packet was taken, or none came. */
        NOTHING,
        /** Since a while. */
        SINCE,
        /** It was said. */
        REPORTED
    }

    /** Takes what is RTCP on either port. */
    @FunctionalInterface
    public interface RtcpHandler {
        /** Takes the {@code length} bytes at {@code index}, sent by the caller's IP address. */
        void onRtcp(ByteBuf buffer, int index, int length, InetSocketAddress source, long nowNs);
    }

    /** Phases, by what the port awaits. */
    private enum Phase {
        /** The answer. */
        BEFORE_ANSWER,
        /** Packets. */
        ACTIVE,
        /** Nothing more. */
        ENDED
    }

    private final ReceiveWork work;
    private final int sampleRateHz;
    private final MediaSink sink;
    private final RtpCounters counters;
    private final RtcpHandler rtcp;
    private final InBandDigits digits;

    /** In here too: each packet asks for it. */
    private boolean hearsDigits;

    private final SourceLatch latch = new SourceLatch();
    private final LossPattern pattern = new LossPattern();
    private final SequenceTracker tracker = new SequenceTracker();
    private final ReorderWindow window;

    private Phase phase = Phase.BEFORE_ANSWER;
    private PayloadMap payloads;
    private boolean receives;
    private JitterEstimator jitter;
    private TelephoneEventReceiver events;
    private AudioReceiver audio;
    private int audioPayloadType = -1;
    private boolean heardFirst;
    /**
     * True when a packet waits for a gap, a digit for its end, or a pause for its noise; true when that may have changed. Between two
     * packets of most calls nothing does, and what would be asked lies in the caches no more.
     */
    private boolean awaitsTime;

    private Refusing refusing = Refusing.NOTHING;
    private long refusedFromNs;
    private long refusedNs;
    private boolean aliveKnown;
    private long aliveNs;

    /**
     * Creates the receiving side of a call that has not been answered.
     *
     * @param work of the event loop
     * @param sampleRateHz rate of the call's frames
     */
    public RtpIngress(ReceiveWork work, int sampleRateHz, MediaSink sink, RtpCounters counters, RtcpHandler rtcp) {
        this.work = work;
        this.sampleRateHz = sampleRateHz;
        this.sink = sink;
        this.counters = counters;
        this.rtcp = rtcp;
        this.digits = new InBandDigits(sampleRateHz, sink, counters);
        this.window = new ReorderWindow(ReceiveWork.MAX_PAYLOAD, this, counters);
    }

    /**
     * Takes the outcome of an offer and its answer; the first one opens the port.
     *
     * @param map what payload types mean from now on
     * @param receive whether the direction has us receive
     * @return whether the caller's address is another than before
     */
    public boolean negotiated(
            PayloadMap map,
            boolean receive,
            InetSocketAddress sdp,
            InetAddress signalling,
            OtherSources others,
            long nowNs) {
        if (phase == Phase.ENDED) {
            return false;
        }
        if (payloads == null) {
            jitter = new JitterEstimator(map.clockRateHz());
            events = new TelephoneEventReceiver(map.clockRateHz(), sink, counters);
            audio = new AudioReceiver(work, sampleRateHz, soundTo(), counters);
        } else if (map.clockRateHz() != payloads.clockRateHz()) {
            // RFC 7160: timestamps of one clock say nothing about those of another.
            jitter = new JitterEstimator(map.clockRateHz());
            events = new TelephoneEventReceiver(map.clockRateHz(), sink, counters);
            audio.restart();
        } else {
            map.continueFrom(payloads);
        }
        audio.codecRate(map.sampleRateHz(), map.clockRateHz());
        payloads = map;
        receives = receive;
        phase = Phase.ACTIVE;
        return latch.announce(sdp, signalling, others, nowNs);
    }

    /** Says whether digits are to be heard in the sound. */
    public void hearDigits(boolean on, long nowNs) {
        digits.listen(on, nowNs);
        hearsDigits = on;
        if (audio != null) {
            audio.handTo(soundTo());
        }
    }

    /** Sound goes by way of the digits only where they are in it. */
    private MediaSink soundTo() {
        return hearsDigits ? digits : sink;
    }

    /** The call is over: whatever still comes is counted and dropped. */
    public void end() {
        phase = Phase.ENDED;
    }

    /** Takes a datagram from the RTP port, where RTCP may be multiplexed. */
    public void onRtpPort(ByteBuf buffer, InetSocketAddress source, long nowNs) {
        int index = buffer.readerIndex();
        int length = buffer.readableBytes();
        switch (DatagramKind.of(buffer, index, length)) {
            case RTP:
                onRtp(buffer, index, length, source, nowNs);
                break;
            case RTCP:
                onRtcp(buffer, index, length, source, nowNs);
                break;
            case STUN:
                counters.increment(RtpCounter.STUN_IGNORED);
                break;
            case DTLS:
                counters.increment(RtpCounter.DTLS_IGNORED);
                break;
            default:
                counters.increment(RtpCounter.MALFORMED);
                break;
        }
    }

    /** Takes a datagram from the RTCP port. */
    public void onRtcpPort(ByteBuf buffer, InetSocketAddress source, long nowNs) {
        int index = buffer.readerIndex();
        int length = buffer.readableBytes();
        if (DatagramKind.of(buffer, index, length) == DatagramKind.RTCP) {
            onRtcp(buffer, index, length, source, nowNs);
        } else {
            counters.increment(RtpCounter.RTCP_MALFORMED);
        }
    }

    /** Lets go of packets and digits that have waited long enough, and makes the noise of a pause. */
    public void onTick(long nowNs) {
        if (awaitsTime && phase == Phase.ACTIVE) {
            window.onTick(nowNs);
            events.onTick(nowNs);
            audio.onTick(nowNs);
            digits.onTick(nowNs);
            awaitsTime = soundAwaitsTime() || events.open();
        }
    }

    private boolean soundAwaitsTime() {
        return window.waiting() || audio.pausing() || hearsDigits && digits.pressed();
    }

    private boolean isActive() {
        if (phase == Phase.ACTIVE) {
            return true;
        }
        counters.increment(phase == Phase.ENDED ? RtpCounter.AFTER_END : RtpCounter.BEFORE_ANSWER);
        return false;
    }

    private void onRtcp(ByteBuf buffer, int index, int length, InetSocketAddress source, long nowNs) {
        if (!isActive()) {
            return;
        }
        if (latch.mayControl(source.getAddress())) {
            rtcp.onRtcp(buffer, index, length, source, nowNs);
        } else {
            counters.increment(RtpCounter.RTCP_FOREIGN);
        }
    }

    private void onRtp(ByteBuf buffer, int index, int length, InetSocketAddress source, long nowNs) {
        if (!isActive()) {
            return;
        }
        int payloadOffset = RtpHeader.payloadOffset(buffer, index, length);
        int payloadLength = payloadOffset == RtpHeader.INVALID
                ? RtpHeader.INVALID
                : RtpHeader.payloadLength(buffer, index, length, payloadOffset);
        if (payloadLength == RtpHeader.INVALID || payloadLength > ReceiveWork.MAX_PAYLOAD) {
            counters.increment(RtpCounter.MALFORMED);
            return;
        }
        int payloadType = RtpHeader.payloadType(buffer, index);
        int sequence = RtpHeader.sequence(buffer, index);
        int ssrc = RtpHeader.ssrc(buffer, index);
        boolean offered = payloads.isOffered(payloadType);
        boolean proven = false;
        switch (latch.admit(source, sequence, offered, nowNs)) {
            case FOREIGN:
                counters.increment(RtpCounter.FOREIGN_SOURCE);
                refused(source, nowNs);
                return;
            case PROBATION:
                counters.increment(RtpCounter.LATCH_PROBATION);
                refused(source, nowNs);
                return;
            case LATCHED:
                counters.increment(RtpCounter.LATCHED);
                // The announced address is latched at its first packet, which proves no stream.
                proven = !source.equals(latch.announced()) && (!tracker.active() || tracker.ssrc() != ssrc);
                break;
            case REPLACED:
                counters.increment(RtpCounter.SOURCE_REPLACED);
                proven = !tracker.active() || tracker.ssrc() != ssrc;
                break;
            default:
                break;
        }
        refusing = refusing == Refusing.SINCE ? Refusing.NOTHING : refusing;
        if (!receives) {
            counters.increment(RtpCounter.NOT_RECEIVING);
            return;
        }
        boolean marker = RtpHeader.marker(buffer, index);
        int timestamp = RtpHeader.timestamp(buffer, index);
        byte[] payload = work.payload();
        boolean key = payloads.isTelephoneEvent(payloadType);
        if (key) {
            // Gateways number events apart from the sound, or send them as a source of their own.
            buffer.getBytes(index + payloadOffset, payload, 0, payloadLength);
            heard(nowNs);
            events.onPacket(ssrc, sequence, timestamp, marker, payload, payloadLength, nowNs);
            awaitsTime = true;
            alive(nowNs);
        }
        if (key ? !tracker.follows(ssrc, sequence) : !place(ssrc, sequence, proven, nowNs)) {
            return;
        }
        counters.increment(RtpCounter.PACKETS_IN);
        counters.add(RtpCounter.BYTES_IN, payloadLength);
        if (!offered) {
            counters.increment(RtpCounter.UNKNOWN_PAYLOAD_TYPE);
        } else {
            heard(nowNs);
            if (payloads.codec(payloadType) != null) {
                jitter.update(timestamp, nowNs);
                audioPayloadType = payloadType;
            }
        }
        buffer.getBytes(index + payloadOffset, payload, 0, payloadLength);
        window.offer(tracker.extended(), timestamp, payloadType, marker, payload, payloadLength, nowNs);
        awaitsTime |= soundAwaitsTime();
    }

    private void heard(long nowNs) {
        if (!heardFirst) {
            heardFirst = true;
            sink.onFirstMedia(nowNs);
        }
    }

    /** A call that takes nothing and refuses what comes is deaf: once per call that is said. */
    private void refused(InetSocketAddress source, long nowNs) {
        boolean passing = nowNs - refusedNs >= REFUSED_NS / 2;
        refusedNs = nowNs;
        if (refusing == Refusing.NOTHING || refusing == Refusing.SINCE && passing) {
            refusing = Refusing.SINCE;
            refusedFromNs = nowNs;
        } else if (refusing == Refusing.SINCE && nowNs - refusedFromNs >= REFUSED_NS) {
            refusing = Refusing.REPORTED;
            counters.increment(RtpCounter.MEDIA_REFUSED);
            sink.onRefused(source, latch.announced(), nowNs);
        }
    }

    /** Returns whether the packet has a place in the stream. */
    private boolean place(int ssrc, int sequence, boolean proven, long nowNs) {
        boolean active = tracker.active();
        if (proven) {
            tracker.begin(ssrc, sequence);
            if (active) {
                counters.increment(RtpCounter.SSRC_CHANGED);
                restart(nowNs);
            }
            return true;
        }
        switch (tracker.update(ssrc, sequence)) {
            case PROBATION:
                counters.increment(RtpCounter.SOURCE_PROBATION);
                return false;
            case JUMP:
                counters.increment(RtpCounter.SEQUENCE_JUMP);
                return false;
            case SOURCE_CHANGED:
                counters.increment(RtpCounter.SSRC_CHANGED);
                restart(nowNs);
                return true;
            case RESTARTED:
                counters.increment(RtpCounter.SEQUENCE_RESTARTED);
                restart(nowNs);
                return true;
            default:
                return true;
        }
    }

    private void restart(long nowNs) {
        window.reset(nowNs);
        jitter.reset();
        audio.restart();
        payloads.reset();
    }

    @Override
    public void onPacket(
            long extended, int timestamp, int payloadType, boolean marker, byte[] payload, int length, long nowNs) {
        pattern.received();
        AudioCodec codec = payloads.codec(payloadType);
        if (codec != null) {
            audio.onPayload(codec, timestamp, payload, length, nowNs);
        } else if (payloads.isComfortNoise(payloadType)) {
            boolean described = audio.onComfortNoise(timestamp, payload, length, nowNs);
            counters.increment(described ? RtpCounter.COMFORT_NOISE : RtpCounter.COMFORT_NOISE_INVALID);
            alive(nowNs);
        }
    }

    @Override
    public void onLost(long count) {
        // Counted by the window, too; the stream position follows the timestamps over the gap.
        pattern.lost(count);
    }

    /** Passes on a sign of life, at most once a second. */
    public void alive(long nowNs) {
        if (!aliveKnown || nowNs - aliveNs >= ALIVE_INTERVAL_NS) {
            aliveKnown = true;
            aliveNs = nowNs;
            sink.onAlive(nowNs);
        }
    }

    /** Returns whose packets are taken. */
    public SourceLatch latch() {
        return latch;
    }

    /** Returns the encoding name of the audio received last, or null. */
    public String codecName() {
        return audioPayloadType < 0 ? null : payloads.name(audioPayloadType);
    }

    /** Returns how losses were spread. */
    public LossPattern pattern() {
        return pattern;
    }

    /** Returns the jitter in microseconds. */
    public long jitterMicros() {
        return jitter == null ? 0 : jitter.jitterMicros();
    }

    @Override
    public boolean receiving() {
        return tracker.active();
    }

    @Override
    public int remoteSsrc() {
        return tracker.ssrc();
    }

    @Override
    public int takeFractionLost() {
        return tracker.takeFractionLost();
    }

    @Override
    public long cumulativeLost() {
        return tracker.cumulativeLost();
    }

    @Override
    public int extendedHighestSequence() {
        return tracker.extendedHighestForReport();
    }

    @Override
    public int jitter() {
        return jitter.jitter();
    }
}
