package io.sidetone.transport.rtp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.sidetone.audio.SampleRate;
import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.lane.LanePublisher;
import io.sidetone.core.port.MediaPort;
import io.sidetone.transport.capture.CallTap;
import io.sidetone.transport.egress.EgressLoop;
import io.sidetone.transport.rtp.dtmf.DigitSender;
import io.sidetone.transport.rtp.packet.DatagramSink;
import io.sidetone.transport.rtp.quality.CodecImpairment;
import io.sidetone.transport.rtp.quality.EModel;
import io.sidetone.transport.rtp.receive.GapHold;
import io.sidetone.transport.rtp.receive.SourceLatch;
import io.sidetone.transport.rtp.rtcp.NtpTime;
import io.sidetone.transport.rtp.rtcp.RtcpListener;
import io.sidetone.transport.rtp.rtcp.RtcpSession;
import io.sidetone.transport.rtp.rtcp.VoipMetrics;
import io.sidetone.transport.rtp.socket.DatagramReceiver;
import io.sidetone.transport.rtp.socket.PacketSources;
import io.sidetone.transport.rtp.socket.PortPair;
import io.sidetone.transport.rtp.srtp.SrtpDatagramSink;
import io.sidetone.transport.rtp.srtp.SrtpSession;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import io.sidetone.transport.rtp.stats.RtpStatistics;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * One call's media port, with everything between the sockets and the lane. The sockets are its own or shared ({@link PortPair}).
 *
 * <p>All state belongs to one media event loop. {@link #negotiated}, {@link #hold}, {@link #close} and {@link #release}
 * hand over to it from any thread, in the order of the calls of one thread; the rest says where it may be called.
 */
public final class RtpEndpoint implements MediaPort, EgressLoop.Member, RtcpListener, DatagramReceiver {
    /** Name under which the port reports to the lane that it has released the call. */
    public static final String RELEASE_NAME = "rtp";

    /** Answers digits that cannot be sent. */
    public static final int NOT_SENDING = 503;

    /** Part of the far delay that no round trip shows: the phone's jitter buffer and sound card. */
    static final int FAR_DELAY_BASE_MS = 40;

    /** One-way delay while no round trip is known. */
    static final int USUAL_DELAY_MS = 60;

    /** Often enough for reports of RTCP, which are seconds apart, and for people who look. */
    private static final long REPORT_INTERVAL_NS = 400_000_000L;

    /** The jitter of a call is recorded as often as RTCP reports it. */
    private static final long JITTER_INTERVAL_NS = RtcpSession.INTERVAL_NS;

    private static final long NANOS_PER_MICRO = 1_000;
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final double MICROS_PER_MS = 1_000;

    /** Some telephones report the distance of two clocks, which is hours, as jitter. */
    private static final long MOST_JITTER_MICROS = 10 * MICROS_PER_SECOND;

    private static final long NANOS_PER_MS = 1_000_000;
    private static final int RTP_BUFFER_BYTES = 2 * SampleRate.MAX_FRAME_SAMPLES + 64;
    private static final int RTCP_BUFFER_BYTES = 512;

    /** States, by what the port awaits. */
    private enum State {
        /** The first negotiation. */
        OPEN,
        /** Packets, frames, further negotiations, the end. */
        ACTIVE,
        /** Nothing. */
        CLOSED
    }

    private final RtpCall call;

    /** In here too: each frame that goes out asks for it. */
    private final long handle;

    private final RtpLoop loop;
    private final EventLoop executor;
    private final LongSupplier clock;
    private final RtpCounters counters;
    private final RtpIngress ingress;
    private final RtpEgress egress;
    private final RtcpSession rtcp;
    private final PortPair pair;
    private final ChannelDatagramSink rtpSink;
    private final ChannelDatagramSink rtcpSink;
    private final SrtpSession srtp;
    private final DatagramSink protectedRtp;
    private final DatagramSink protectedRtcp;

    private State state = State.OPEN;
    private RtpNegotiation negotiation;
    private CallTap tap;
    private InetSocketAddress announcedRtcp;
    private InetSocketAddress learnedRtcp;
    private InetSocketAddress source;
    private InetSocketAddress latchedTarget;

    /** True when too many calls send to the announced host, which has not spoken. */
    private boolean turnedAway;

    private final AtomicBoolean released = new AtomicBoolean();
    private boolean farDelayKnown;
    private int farDelayMs;
    private long farDelayNs;

    private volatile String codecName;
    private volatile long jitterMicros;
    private volatile long roundTripMicros = -1;
    private volatile long farLost;
    private volatile double farLossFraction = -1;
    private volatile double farJitterMs = -1;
    private volatile double farScore = -1;
    private volatile double burstRatio = 1;
    private int sendClockRateHz = SampleRate.NARROWBAND_HZ;
    private long jitterNs;

    /** Time at which statistics are published again, and RTCP is asked whether it has to send. */
    private long reportNs;

    RtpEndpoint(
            RtpCall call,
            RtpLoop loop,
            EventLoop executor,
            LongSupplier clock,
            NtpTime time,
            RandomGenerator random,
            PortPair pair) {
        this.call = call;
        this.handle = call.handle();
        this.loop = loop;
        this.executor = executor;
        this.clock = clock;
        this.pair = pair;
        this.counters = new RtpCounters(loop.counters());
        this.rtpSink = new ChannelDatagramSink(pair.rtp(), pair.batch(), RTP_BUFFER_BYTES);
        this.rtcpSink = new ChannelDatagramSink(pair.rtcp(), null, RTCP_BUFFER_BYTES);
        this.srtp = new SrtpSession(counters);
        this.protectedRtp = new SrtpDatagramSink(rtpSink, srtp);
        this.protectedRtcp = new SrtpDatagramSink(rtcpSink, srtp);
        this.ingress = new RtpIngress(loop.receiving(), call.sampleRateHz(), call.sink(), counters, this::onRtcp);
        this.egress = new RtpEgress(
                loop.sending(),
                call.fence(),
                call.sampleRateHz(),
                protectedRtp,
                counters,
                random.nextInt(),
                random.nextInt() & SrtpSession.MAX_FIRST_SEQUENCE,
                random.nextInt());
        // RFC 7022: a name that says nothing about the machine.
        String canonicalName = Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
        this.rtcp = new RtcpSession(
                egress, ingress, this, counters, time, new SplittableRandom(random.nextLong()), canonicalName);
    }

    /** Returns the RTP address bound. Any thread. */
    public InetSocketAddress localRtp() {
        return (InetSocketAddress) pair.rtp().localAddress();
    }

    /** Returns the RTCP address bound. Any thread. */
    public InetSocketAddress localRtcp() {
        return (InetSocketAddress) pair.rtcp().localAddress();
    }

    @Override
    public long handle() {
        return handle;
    }

    /** Returns where the call's media is received. Any thread. */
    public MediaAddress address() {
        return call.address();
    }

    @Override
    public EgressRing egress() {
        return loop.egress(call.lane());
    }

    @Override
    public int sampleRateHz() {
        return call.sampleRateHz();
    }

    /** Takes the outcome of an offer and its answer; the first one opens the port. Any thread. */
    public void negotiated(RtpNegotiation outcome) {
        PayloadMap map = new PayloadMap(outcome.receive(), outcome.receiveEvents());
        onLoop(() -> onNegotiated(outcome, map, clock.getAsLong()));
    }

    private void onNegotiated(RtpNegotiation outcome, PayloadMap map, long nowNs) {
        if (state == State.CLOSED) {
            return;
        }
        // The old form of hold names no address: the one before stays, so that resuming does not reopen learning.
        InetSocketAddress known = ingress.latch().announced();
        boolean blackHole = outcome.isBlackHole();
        InetSocketAddress announced = blackHole && known != null ? known : outcome.remoteRtp();
        boolean moved =
                ingress.negotiated(map, outcome.receives(), announced, outcome.signalling(), outcome.others(), nowNs);
        ingress.hearDigits(outcome.inBandDigits(), nowNs);
        srtp.negotiated(outcome.keys(), outcome.receiveEvents());
        egress.negotiated(outcome.send(), outcome.sendEvents(), outcome.sends() && !blackHole, outcome.packetMs());
        negotiation = outcome;
        rtcp.extended(outcome.extendedReports() ? this::extend : null);
        sendClockRateHz = outcome.send().codec().clockRateHz();
        if (!blackHole || announcedRtcp == null) {
            announcedRtcp = outcome.effectiveRtcp();
        }
        if (moved) {
            learnedRtcp = null;
        }
        retarget();
        if (state == State.OPEN) {
            state = State.ACTIVE;
            jitterNs = nowNs;
            reportNs = nowNs;
            loop.register(this);
            rtcp.start(nowNs);
        }
    }

    /** Digits come by another way than the sound, in which they are not to be heard again. Any thread. */
    public void digitsElsewhere() {
        onLoop(() -> ingress.hearDigits(false, clock.getAsLong()));
    }

    /** Passes what the caller says to the lane of another call too, from now on. Any thread. */
    public void bridge(LanePublisher other) {
        onLoop(() -> call.sink().bridge(other));
    }

    /**
     * Sends digits after those that wait: as telephone events where the peer takes them, else as tones. Any thread.
     *
     * @param digits 0–9, *, #, A–D; not empty
     * @param toneMs 40 to 8000
     * @param outcome hears {@link DigitSender#SENT} when the last one has been sent, or {@link #NOT_SENDING} when there is
     *     no stream or too many wait; nothing when the call ends before. Media event loop, as a rule
     */
    public void sendDigits(String digits, int toneMs, IntConsumer outcome) {
        boolean accepted = onLoop(() -> {
            if (state != State.ACTIVE || !egress.sendDigits(digits, toneMs, outcome)) {
                outcome.accept(NOT_SENDING);
            }
        });
        if (!accepted) {
            outcome.accept(NOT_SENDING);
        }
    }

    /** The call is over: says goodbye, leaves its ports, drops what still comes. Any thread; again is harmless. */
    public void close() {
        onLoop(() -> onClose(clock.getAsLong()));
    }

    @Override
    public void release() {
        boolean accepted = onLoop(() -> {
            onClose(clock.getAsLong());
            acknowledge();
        });
        if (!accepted) {
            acknowledge();
        }
    }

    private void acknowledge() {
        if (released.compareAndSet(false, true)) {
            call.release().released(RELEASE_NAME);
        }
    }

    /** Returns false when the loop has ended, and with it the sockets: nothing is left to do there. */
    private boolean onLoop(Runnable step) {
        try {
            executor.execute(step);
            return true;
        } catch (RejectedExecutionException ended) {
            return false;
        }
    }

    private void onClose(long nowNs) {
        if (state == State.CLOSED) {
            return;
        }
        rtcp.stop(nowNs);
        state = State.CLOSED;
        ingress.end();
        loop.unregister(this);
        loop.unproven().left(this);
        publishStatistics();
        rtpSink.release();
        rtcpSink.release();
        pair.leave(this);
    }

    /** Returns whether no other call on the same port has named {@code rtp} as the address of its media. Any thread. */
    public boolean admits(InetSocketAddress rtp) {
        return pair.admits(this, rtp);
    }

    /**
     * Decides anew where packets go: to the proven address, else to the announced one if that is harmless and no other call's, else where
     * they come from.
     */
    private void retarget() {
        SourceLatch latch = ingress.latch();
        InetSocketAddress announced = latch.announced();
        source = latch.source();
        latchedTarget = latch.target();
        boolean ours = pair.expect(this, new PacketSources(announced, announcedRtcp));
        boolean harmless = ours && MediaTargets.mayTarget(announced, negotiation.signalling());
        InetSocketAddress rtp = latchedTarget != null ? latchedTarget : harmless ? announced : ours ? source : null;
        turnedAway = false;
        if (rtp != null && source != null && rtp.getAddress().equals(source.getAddress())) {
            loop.unproven().proves(this, rtp.getAddress());
        } else if (rtp == null
                || negotiation.signalling() == null
                || rtp.getAddress().equals(negotiation.signalling())) {
            loop.unproven().left(this);
        } else if (!loop.unproven().admits(this, rtp.getAddress())) {
            turnedAway = true;
            rtp = null;
        }
        egress.target(rtp);
        if (negotiation.rtcpMux()) {
            rtcp.target(protectedRtp, rtp);
        } else {
            rtcp.target(protectedRtcp, rtcpTarget(rtp));
        }
    }

    private InetSocketAddress rtcpTarget(InetSocketAddress rtp) {
        if (learnedRtcp != null || rtp == null) {
            return learnedRtcp;
        }
        if (rtp.getAddress().equals(announcedRtcp.getAddress())) {
            return announcedRtcp;
        }
        return rtp == latchedTarget || !MediaTargets.mayTarget(announcedRtcp, negotiation.signalling())
                ? MediaTargets.rtcpOf(rtp)
                : announcedRtcp;
    }

    @Override
    public void onDatagram(boolean rtcpPort, ByteBuf datagram, InetSocketAddress from, long nowNs) {
        try {
            if (tap != null && tap.capturing()) {
                tap.datagram(false, datagram, rtcpPort ? localRtcp() : localRtp(), from);
            }
            ByteBuf content = srtp.open(datagram);
            if (content == null) {
                return;
            }
            if (rtcpPort) {
                ingress.onRtcpPort(content, from, nowNs);
                return;
            }
            ingress.onRtpPort(content, from, nowNs);
            if (ingress.latch().source() != source || ingress.latch().target() != latchedTarget) {
                // The RTCP address was that of the source before.
                learnedRtcp = latchedTarget == null ? learnedRtcp : null;
                retarget();
            }
        } catch (RuntimeException defect) {
            counters.increment(RtpCounter.HANDLER_ERROR);
        }
    }

    private void onRtcp(ByteBuf buffer, int index, int length, InetSocketAddress from, long nowNs) {
        if (tap != null) {
            tap.report(false, buffer, index, length, reportsFrom(), from);
        }
        rtcp.onCompound(buffer, index, length, nowNs);
        boolean learns = learnedRtcp == null && latchedTarget != null && !negotiation.rtcpMux();
        if (learns && from.getAddress().equals(latchedTarget.getAddress()) && !from.equals(latchedTarget)) {
            learnedRtcp = from;
            retarget();
        }
    }

    @Override
    public void onSocketError() {
        counters.increment(RtpCounter.SEND_FAILED);
    }

    @Override
    public void onFrame(EgressFrame frame, FenceAuditor auditor, long nowNs) {
        egress.send(frame, auditor, nowNs);
        ingress.onTick(nowNs);
    }

    @Override
    public void onTimer(long nowNs) {
        ingress.onTick(nowNs);
        if (nowNs - reportNs < 0) {
            return;
        }
        reportNs = nowNs + REPORT_INTERVAL_NS;
        if (turnedAway) {
            retarget();
        }
        rtcp.onTimer(nowNs);
        if (nowNs - jitterNs >= JITTER_INTERVAL_NS && ingress.receiving()) {
            jitterNs = nowNs;
            loop.jitter().record(ingress.jitterMicros() * NANOS_PER_MICRO);
        }
        publishStatistics();
    }

    @Override
    public void onReception(int fractionLost, long jitter, long nowNs) {
        long micros = jitter * MICROS_PER_SECOND / sendClockRateHz;
        farLossFraction = fractionLost / 256.0;
        if (micros > MOST_JITTER_MICROS) {
            return;
        }
        farJitterMs = micros / 1000.0;
        loop.farJitter().record(micros * NANOS_PER_MICRO);
    }

    @Override
    public void onOpinion(double score) {
        farScore = score;
    }

    @Override
    public void onReportSent(ByteBuf compound, InetSocketAddress target, long nowNs) {
        if (tap != null) {
            tap.report(true, compound, compound.readerIndex(), compound.readableBytes(), reportsFrom(), target);
        }
    }

    private InetSocketAddress reportsFrom() {
        return negotiation.rtcpMux() ? localRtp() : localRtcp();
    }

    /** Says who sees the packets of the call from now on. Any thread. */
    public void tappedBy(CallTap newTap) {
        onLoop(() -> {
            tap = newTap;
            rtpSink.tappedBy(newTap);
            rtcpSink.tappedBy(newTap);
        });
    }

    /** Appends what RFC 3611 says of a call of speech. */
    private void extend(ByteBuf compound) {
        double loss = percent(
                ingress.pattern().lost(),
                Math.max(1, ingress.pattern().lost() + ingress.pattern().inPlace()));
        double burst = ingress.pattern().burstRatio();
        CodecImpairment codec = CodecImpairment.of(ingress.codecName());
        VoipMetrics.write(
                compound,
                egress.ssrc(),
                ingress.remoteSsrc(),
                new VoipMetrics.Received(
                        ingress.pattern(),
                        counters.value(RtpCounter.LATE),
                        SampleRate.FRAME_MS,
                        roundTripMicros / MICROS_PER_MS,
                        FAR_DELAY_BASE_MS,
                        (int) (GapHold.MAX_HOLD_NS / NANOS_PER_MS),
                        EModel.rating(0, codec, loss, burst),
                        EModel.rating(oneWayMs(), codec, loss, burst)));
    }

    @Override
    public void onReport(long nowNs) {
        ingress.alive(nowNs);
    }

    @Override
    public void onRoundTrip(long micros, long nowNs) {
        roundTripMicros = micros;
        int delayMs = (int) (micros / 2000) + FAR_DELAY_BASE_MS;
        boolean due = !farDelayKnown || nowNs - farDelayNs >= RtpIngress.ALIVE_INTERVAL_NS;
        if (due && (!farDelayKnown || delayMs != farDelayMs)) {
            farDelayKnown = true;
            farDelayMs = delayMs;
            farDelayNs = nowNs;
            call.sink().onFarDelay(delayMs, nowNs);
        }
    }

    private void publishStatistics() {
        codecName = ingress.codecName();
        jitterMicros = ingress.jitterMicros();
        farLost = rtcp.farLost();
        burstRatio = ingress.pattern().burstRatio();
    }

    /** Returns what this call has counted; jitter and codec are at most half a second old. Any thread. */
    public RtpStatistics statistics() {
        return new RtpStatistics(
                codecName,
                counters.value(RtpCounter.PACKETS_IN),
                counters.value(RtpCounter.BYTES_IN),
                counters.value(RtpCounter.PACKETS_OUT),
                counters.value(RtpCounter.BYTES_OUT),
                counters.value(RtpCounter.LOST),
                counters.value(RtpCounter.DUPLICATE),
                counters.value(RtpCounter.LATE),
                counters.value(RtpCounter.REORDERED),
                lossFraction(),
                jitterMicros / 1000.0,
                roundTripMicros < 0 ? -1 : roundTripMicros / 1000.0,
                farLost,
                farLossFraction,
                farJitterMs,
                counters.value(RtpCounter.COMFORT_NOISE),
                srtp.suiteName(),
                counters.value(RtpCounter.SRTP_NOT_AUTHENTIC),
                counters.value(RtpCounter.SRTP_REPLAYED),
                mos(),
                farMos());
    }

    /** Packets that came late were as good as lost. */
    private double mos() {
        long lost = counters.value(RtpCounter.LOST);
        long played = counters.value(RtpCounter.PACKETS_IN)
                - counters.value(RtpCounter.DUPLICATE)
                - counters.value(RtpCounter.LATE);
        return played <= 0 ? -1 : opinion(percent(lost, played + lost), burstRatio);
    }

    private double farMos() {
        if (farScore > 0 || farLossFraction < 0) {
            return farScore;
        }
        return opinion(percent(Math.max(0, farLost), Math.max(1, counters.value(RtpCounter.PACKETS_OUT))), 1);
    }

    private double opinion(double lossPercent, double burst) {
        return EModel.opinion(EModel.rating(oneWayMs(), CodecImpairment.of(codecName), lossPercent, burst));
    }

    private static double percent(long part, long whole) {
        return Math.min(100, 100.0 * part / whole);
    }

    /** Mouth to ear, as far as it is known. */
    private double oneWayMs() {
        long micros = roundTripMicros;
        return micros < 0 ? USUAL_DELAY_MS : micros / (2 * MICROS_PER_MS) + FAR_DELAY_BASE_MS;
    }

    /** Unlike RFC 3550's sum, where a packet that comes twice replaces one that does not come. */
    private double lossFraction() {
        long missing = Math.max(0, counters.value(RtpCounter.LOST) - counters.value(RtpCounter.LATE));
        long came = counters.value(RtpCounter.PACKETS_IN) - counters.value(RtpCounter.DUPLICATE);
        return missing == 0 ? 0 : missing / (double) (missing + Math.max(0, came));
    }

    /** Returns everything this call has counted. Any thread. */
    public RtpCounters counters() {
        return counters;
    }
}
