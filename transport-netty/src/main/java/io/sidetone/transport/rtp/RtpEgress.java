package io.sidetone.transport.rtp;

import io.netty.buffer.ByteBuf;
import io.sidetone.audio.SampleRate;
import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.transport.rtp.dtmf.DigitSender;
import io.sidetone.transport.rtp.packet.DatagramSink;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.packet.TelephoneEvent;
import io.sidetone.transport.rtp.rtcp.SenderSource;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetSocketAddress;
import java.util.function.IntConsumer;

/**
 * The way of a frame to the wire: may it still be heard → encode → header → socket → audit. Digits being sent take the
 * place of frames.
 *
 * <p>One per call, on the call's media event loop. SSRC, sequence numbers and timestamps go on unbroken over hold,
 * re-INVITE and change of codec; a codec of another rate than the call's frames gets them converted. A sequence number is used up only by a packet that is sent; the timestamp follows the
 * frame's number, so what was not sent is a pause to the peer, not a loss.
 */
public final class RtpEgress implements SenderSource {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final Fence fence;
    private final int sampleRateHz;
    private final DatagramSink sink;
    private final RtpCounters counters;
    private final int ssrc;
    private final short[] made;
    private final byte[] payload;

    private int timestampBase;
    private AudioFormat format;
    private AudioCodec codec;
    private Resampler resampler;
    private int eventPayloadType = PayloadMap.NO_TELEPHONE_EVENT;
    private int codecSamples;
    private int frameTimestamps;
    private long lastIndex;
    private boolean sends;
    private InetSocketAddress target;

    /** Null where packets are frames. */
    private Packetizer packets;

    private int presentMs = SampleRate.FRAME_MS;

    /** Null until digits are to be sent: most calls send none. */
    private DigitSender digits;

    private int sequence;
    private boolean talkspurt = true;
    private long packetsSent;
    private long octetsSent;
    private int lastTimestamp;
    private long lastSentNs;

    /**
     * Creates the sending side of a call.
     *
     * @param work of the event loop
     * @param sampleRateHz rate of the call's frames
     * @param ssrc random
     * @param firstSequence random, 0…65535
     * @param timestampBase random: timestamp of the frame numbered 0
     */
    public RtpEgress(
            SendWork work,
            Fence fence,
            int sampleRateHz,
            DatagramSink sink,
            RtpCounters counters,
            int ssrc,
            int firstSequence,
            int timestampBase) {
        this.made = work.made();
        this.payload = work.payload();
        this.fence = fence;
        this.sampleRateHz = sampleRateHz;
        this.sink = sink;
        this.counters = counters;
        this.ssrc = ssrc;
        this.sequence = firstSequence & 0xFFFF;
        this.timestampBase = timestampBase;
        this.lastTimestamp = timestampBase;
    }

    /**
     * Takes the outcome of an offer and its answer.
     *
     * @param agreed what to send from the next frame on
     * @param events payload type of telephone events the peer takes, or {@link PayloadMap#NO_TELEPHONE_EVENT}
     * @param send whether the direction has us send
     * @param packetMs length of a packet, 10 to 60; ignored by Opus, whose packets are frames
     */
    public void negotiated(AudioFormat agreed, int events, boolean send, int packetMs) {
        if (!send) {
            pauseDigits();
        }
        eventPayloadType = events;
        if (format == null || !format.name().equals(agreed.name())) {
            encodeWith(agreed.codec());
            packets = null;
            presentMs = SampleRate.FRAME_MS;
        }
        if (packetMs != presentMs && codec.clockRateHz() == SampleRate.NARROWBAND_HZ) {
            presentMs = packetMs;
            int frameBytes = codec.encodeSilence(codecSamples, payload, 0);
            packets = packetMs == SampleRate.FRAME_MS ? null : new Packetizer(packetMs, codec, frameBytes);
        }
        format = agreed;
        sends = send;
        tellDigits();
    }

    private void tellDigits() {
        if (digits == null) {
            return;
        }
        digits.inBand(eventPayloadType == PayloadMap.NO_TELEPHONE_EVENT);
        if (codec != null) {
            digits.clockRate(codec.clockRateHz());
            digits.sampleRate(codec.sampleRateHz());
        }
    }

    private void pauseDigits() {
        if (digits != null) {
            digits.pause();
        }
    }

    private void encodeWith(AudioCodec other) {
        codec = other;
        int codecRateHz = codec.sampleRateHz();
        codecSamples = SampleRate.frameSamples(codecRateHz);
        frameTimestamps = SampleRate.frameSamples(codec.clockRateHz());
        // RFC 7160: with another clock the next frame still follows the last one by its own length.
        timestampBase = lastTimestamp - (int) (lastIndex * frameTimestamps);
        resampler = codecRateHz == sampleRateHz ? null : Resamplers.create(sampleRateHz, codecRateHz);
    }

    /**
     * Sends digits after those that wait: as telephone events where the peer takes them, else as tones.
     *
     * @param toneMs 40 to 8000
     * @param outcome hears {@link DigitSender#SENT} once, when the last one has been sent
     * @return false when too many wait
     */
    public boolean sendDigits(String text, int toneMs, IntConsumer outcome) {
        if (digits == null) {
            digits = new DigitSender();
            tellDigits();
        }
        return digits.offer(text, toneMs, outcome);
    }

    /** Sets where packets go; null for nowhere. */
    public void target(InetSocketAddress address) {
        target = address;
    }

    /**
     * Sends one frame of the call, or silence in its place if its turn has been cancelled.
     *
     * @param frame stays the ring's
     * @param auditor of this event loop
     */
    public void send(EgressFrame frame, FenceAuditor auditor, long nowNs) {
        if (!sends) {
            pause();
            counters.increment(RtpCounter.SEND_HELD);
            return;
        }
        InetSocketAddress remote = target;
        if (remote == null) {
            pause();
            counters.increment(RtpCounter.SEND_NO_TARGET);
            return;
        }
        int timestamp = timestampBase + (int) (frame.mediaIndex * frameTimestamps);
        lastIndex = frame.mediaIndex;
        if (packets != null) {
            sendCut(frame, auditor, timestamp, remote, nowNs);
            return;
        }
        ByteBuf packet = sink.claim();
        if (packet == null) {
            counters.increment(RtpCounter.SEND_BLOCKED);
            return;
        }
        DigitSender.Frame kind = kindOf(timestamp);
        if (kind == DigitSender.Frame.AUDIO) {
            sendAudio(packet, frame, auditor, timestamp, remote, nowNs);
        } else {
            sendDigit(packet, kind, frame.marker, timestamp, remote, nowNs);
        }
    }

    private DigitSender.Frame kindOf(int timestamp) {
        return digits == null ? DigitSender.Frame.AUDIO : digits.next(timestamp);
    }

    /** Digits go in frames of 20 ms, sound in packets as the peer wants them. */
    private void sendCut(EgressFrame frame, FenceAuditor auditor, int timestamp, InetSocketAddress remote, long nowNs) {
        DigitSender.Frame kind = kindOf(timestamp);
        if (kind == DigitSender.Frame.AUDIO) {
            packetize(frame, auditor, timestamp, remote, nowNs);
            return;
        }
        flush(auditor, remote, nowNs);
        ByteBuf packet = sink.claim();
        if (packet == null) {
            counters.increment(RtpCounter.SEND_BLOCKED);
        } else {
            sendDigit(packet, kind, frame.marker, timestamp, remote, nowNs);
        }
    }

    private void sendDigit(
            ByteBuf packet,
            DigitSender.Frame kind,
            boolean marker,
            int timestamp,
            InetSocketAddress remote,
            long nowNs) {
        int bytes;
        if (kind == DigitSender.Frame.EVENT) {
            bytes = writeEvent(packet);
        } else {
            digits.fillTone(made, codecSamples);
            bytes = writeAudio(packet, codec.encode(made, 0, codecSamples, payload, 0), marker, timestamp);
        }
        sink.send(remote);
        sent(bytes, timestamp, nowNs);
    }

    private void sendAudio(
            ByteBuf packet,
            EgressFrame frame,
            FenceAuditor auditor,
            int timestamp,
            InetSocketAddress remote,
            long nowNs) {
        boolean audible = isAudible(frame, auditor);
        int bytes;
        if (audible && !frame.silence) {
            bytes = encode(frame);
        } else {
            bytes = encodeSilence();
        }
        writeAudio(packet, bytes, frame.marker, timestamp);
        boolean gone = sink.send(remote);
        if (audible) {
            audit(frame.token, auditor, gone);
        }
        sent(bytes, timestamp, nowNs);
    }

    private void audit(long token, FenceAuditor auditor, boolean gone) {
        if (gone) {
            auditor.written(fence, token);
        } else {
            auditor.gathered(fence, token);
        }
    }

    private void pause() {
        talkspurt = true;
        if (packets != null) {
            packets.clear();
        }
    }

    private void packetize(
            EgressFrame frame, FenceAuditor auditor, int timestamp, InetSocketAddress remote, long nowNs) {
        if (!packets.follows(timestamp)) {
            flush(auditor, remote, nowNs);
        }
        boolean audible = isAudible(frame, auditor);
        if (audible && !frame.silence) {
            encode(frame);
        } else {
            encodeSilence();
        }
        packets.add(payload, audible ? frame.token : Packetizer.NEVER_STALE, timestamp, frame.marker);
        while (packets.complete()) {
            sendPacket(auditor, remote, nowNs);
        }
    }

    /** Sends what waits, although its packet is not complete. */
    private void flush(FenceAuditor auditor, InetSocketAddress remote, long nowNs) {
        while (packets != null && !packets.empty()) {
            sendPacket(auditor, remote, nowNs);
        }
    }

    private void sendPacket(FenceAuditor auditor, InetSocketAddress remote, long nowNs) {
        ByteBuf packet = sink.claim();
        if (packet == null) {
            counters.increment(RtpCounter.SEND_BLOCKED);
            packets.clear();
            return;
        }
        int timestamp = packets.timestamp();
        RtpHeader.write(packet, packets.marker() || talkspurt, format.payloadType(), sequence, timestamp, ssrc);
        talkspurt = false;
        int bytes = packets.take(packet, fence, auditor);
        boolean gone = sink.send(remote);
        if (packets.oldest() != Packetizer.NEVER_STALE) {
            audit(packets.oldest(), auditor, gone);
        }
        sent(bytes, timestamp, nowNs);
    }

    private int encodeSilence() {
        if (resampler != null) {
            resampler.reset();
        }
        return codec.encodeSilence(codecSamples, payload, 0);
    }

    private int encode(EgressFrame frame) {
        if (resampler == null) {
            return codec.encode(frame.pcm, 0, codecSamples, payload, 0);
        }
        int samples = resampler.process(frame.pcm, 0, frame.samples, made, 0);
        return codec.encode(made, 0, samples, payload, 0);
    }

    private int writeAudio(ByteBuf packet, int bytes, boolean marker, int timestamp) {
        RtpHeader.write(packet, marker || talkspurt, format.payloadType(), sequence, timestamp, ssrc);
        packet.writeBytes(payload, 0, bytes);
        talkspurt = false;
        return bytes;
    }

    /** Audio pauses while an event is sent (RFC 4733 2.5.1.3), so that the digit is not heard twice. */
    private int writeEvent(ByteBuf packet) {
        RtpHeader.write(packet, digits.first(), eventPayloadType, sequence, digits.timestamp(), ssrc);
        digits.writeEvent(packet);
        talkspurt = true;
        counters.increment(RtpCounter.EVENT_PACKETS_OUT);
        return TelephoneEvent.LENGTH;
    }

    private void sent(int bytes, int timestamp, long nowNs) {
        sequence = sequence + 1 & 0xFFFF;
        lastTimestamp = timestamp;
        lastSentNs = nowNs;
        packetsSent++;
        octetsSent += bytes;
        counters.increment(RtpCounter.PACKETS_OUT);
        counters.add(RtpCounter.BYTES_OUT, bytes);
    }

    private boolean isAudible(EgressFrame frame, FenceAuditor auditor) {
        if (!auditor.mayWrite(fence, frame.token)) {
            counters.increment(RtpCounter.STALE_REPLACED);
            return false;
        }
        if (frame.samples != SampleRate.frameSamples(sampleRateHz) || frame.sampleRateHz != sampleRateHz) {
            counters.increment(RtpCounter.FRAME_MISMATCH);
            return false;
        }
        return true;
    }

    @Override
    public int ssrc() {
        return ssrc;
    }

    @Override
    public long packetsSent() {
        return packetsSent;
    }

    @Override
    public long octetsSent() {
        return octetsSent;
    }

    @Override
    public int timestampAt(long nowNs) {
        if (packetsSent == 0) {
            return lastTimestamp;
        }
        long ns = nowNs - lastSentNs;
        int rate = codec.clockRateHz();
        return lastTimestamp + (int) (ns / NANOS_PER_SECOND * rate + ns % NANOS_PER_SECOND * rate / NANOS_PER_SECOND);
    }
}
