package io.sidetone.transport.stream;

import io.netty.buffer.ByteBuf;
import io.sidetone.audio.SampleRate;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.control.ControlProgress;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.MediaPort;
import io.sidetone.core.port.SignallingPort;
import io.sidetone.transport.egress.EgressLoop;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * One call over a stream, joined with its lane. Event loop of the connection only, except the methods of {@link MediaPort}
 * and {@link SignallingPort}, which the lane calls and which hand over.
 */
public final class StreamCall implements ClientCall, MediaPort, SignallingPort, EgressLoop.Member {
    private static final String MEDIA = "stream media";
    private static final String SIGNALLING = "stream";
    private static final long ALIVE_NS = 2_000_000_000L;

    private final String callId;
    private final Admission admission;
    private final StreamLoop loop;
    private final LongSupplier clock;
    private final int sampleRateHz;
    private final StreamIngress ingress;
    private final StreamEgress egress;
    private final AtomicBoolean mediaReleased = new AtomicBoolean();
    private final AtomicBoolean signallingReleased = new AtomicBoolean();
    private final StreamWire wire;
    private CallSetup setup;
    private boolean answered;
    private boolean over;
    private long aliveNs;

    StreamCall(
            String callId,
            Admission admission,
            StreamOffer offer,
            StreamWire wire,
            StreamLoop loop,
            LongSupplier clock) {
        this.callId = callId;
        this.admission = admission;
        this.loop = loop;
        this.clock = clock;
        this.wire = wire;
        this.answered = offer.answered();
        this.sampleRateHz = rateHz(offer.in());
        this.ingress = new StreamIngress(offer.in(), sampleRateHz, admission.publisher());
        this.egress = new StreamEgress(
                admission.fence(), offer.buffering(), sampleRateHz, offer.out(), wire, loop.counters());
        this.aliveNs = clock.getAsLong();
    }

    /** The lane works at 8 or 16 kHz, whatever the stream has. */
    static int rateHz(StreamFormat in) {
        return in.sampleRateHz() < SampleRate.WIDEBAND_HZ ? SampleRate.NARROWBAND_HZ : SampleRate.WIDEBAND_HZ;
    }

    @Override
    public String callId() {
        return callId;
    }

    void opened(CallSetup with) {
        setup = with;
    }

    @Override
    public CallSetup setup() {
        return setup;
    }

    @Override
    public void formats(StreamFormat in, StreamFormat out) {
        ingress.format(in);
        egress.format(out);
    }

    @Override
    public void audio(byte[] in, int offset, int length, long nowNs) {
        if (!over) {
            ingress.accept(in, offset, length, nowNs);
        }
    }

    @Override
    public void audio(ByteBuf in, long nowNs) {
        if (!over) {
            ingress.accept(in, nowNs);
        }
    }

    @Override
    public void restartAudio() {
        ingress.restart();
    }

    @Override
    public void digit(char digit, int ms, long nowNs) {
        publish(LaneEventType.DIGIT, Token.NONE, digit, ms, null, nowNs);
    }

    @Override
    public void played(long token, long positionMs, long nowNs) {
        publish(LaneEventType.PLAYED, token, positionMs, 0, null, nowNs);
    }

    @Override
    public void answered(long nowNs) {
        if (!answered) {
            answered = true;
            publish(LaneEventType.ANSWERED, Token.NONE, 0, 0, null, nowNs);
        }
    }

    @Override
    public void writable() {
        if (!over) {
            egress.drain(loop.out().auditor());
        }
    }

    @Override
    public boolean stale(long token) {
        return egress.stale(token, loop.out().auditor());
    }

    @Override
    public void publish(LaneEventType type, long token, long a, long b, Object ref, long nowNs) {
        if (!over) {
            admission.publisher().publish(type, token, a, b, ref, nowNs);
        }
    }

    @Override
    public void hangUp(EndCause cause, long nowNs) {
        publish(LaneEventType.HANG_UP, Token.NONE, 0, 0, cause, nowNs);
    }

    // ---- the lane's side --------------------------------------------------------------------------------------------

    @Override
    public long handle() {
        return admission.handle();
    }

    @Override
    public EgressRing egress() {
        return loop.out().egress(admission.lane());
    }

    @Override
    public int sampleRateHz() {
        return sampleRateHz;
    }

    @Override
    public void onFrame(EgressFrame frame, FenceAuditor auditor, long nowNs) {
        if (!over) {
            egress.send(frame, auditor);
        }
    }

    @Override
    public void onTimer(long nowNs) {
        if (nowNs - aliveNs >= ALIVE_NS) {
            aliveNs = nowNs;
            publish(LaneEventType.MEDIA_ALIVE, Token.NONE, 0, 0, null, nowNs);
        }
    }

    @Override
    public void answer() {
        onLoop(() -> wire.answer());
    }

    @Override
    public void end(EndCause cause, Map<String, String> headers) {
        end(cause);
    }

    @Override
    public void end(EndCause cause) {
        onLoop(() -> {
            if (!over) {
                over = true;
                loop.out().unregister(this);
                wire.hangUp(cause);
            }
        });
    }

    @Override
    public void transfer(ControlRequest request, ControlProgress progress) {
        onLoop(() -> wire.transfer(request, progress));
    }

    @Override
    public void hold(ControlRequest request, ControlProgress progress) {
        onLoop(() -> wire.hold(request, progress));
    }

    @Override
    public void sendDigits(ControlRequest request, ControlProgress progress) {
        onLoop(() -> wire.sendDigits(request, progress));
    }

    /** Media and signalling are one connection: each of the two releases the lane asks for is acknowledged. */
    @Override
    public void release() {
        Runnable acknowledge = () -> {
            over = true;
            loop.out().unregister(this);
            if (mediaReleased.compareAndSet(false, true)) {
                released(MEDIA);
            } else if (signallingReleased.compareAndSet(false, true)) {
                released(SIGNALLING);
            }
        };
        if (!onLoop(acknowledge)) {
            acknowledge.run();
        }
    }

    private void released(String what) {
        admission.publisher().publish(LaneEventType.RELEASED, Token.NONE, 0, 0, what, clock.getAsLong());
    }

    private boolean onLoop(Runnable step) {
        try {
            loop.executor().execute(step);
            return true;
        } catch (RejectedExecutionException ended) {
            return false;
        }
    }
}
