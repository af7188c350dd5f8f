package io.sidetone.transport.rtp;

import io.netty.util.NetUtil;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LanePublisher;
import io.sidetone.transport.rtp.receive.MediaSink;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The media port's words to a call, as events in its lane's ring. */
public final class LaneMediaSink implements MediaSink {
    private static final Logger LOG = LoggerFactory.getLogger(LaneMediaSink.class);

    private final String callId;
    private final LanePublisher publisher;
    private final LongConsumer onFirstMedia;
    private LanePublisher other;

    /**
     * Creates a sink.
     *
     * @param callId names the call in the log
     * @param onFirstMedia called with the time of the first valid packet, once, on the media event loop
     */
    public LaneMediaSink(String callId, LanePublisher publisher, LongConsumer onFirstMedia) {
        this.callId = callId;
        this.publisher = Objects.requireNonNull(publisher, "publisher");
        this.onFirstMedia = Objects.requireNonNull(onFirstMedia, "onFirstMedia");
    }

    @Override
    public boolean onAudio(short[] pcm, int offset, int samples, int sampleRateHz, long streamSamples, long nowNs) {
        if (other != null) {
            other.offerBridged(pcm, offset, samples, sampleRateHz, streamSamples, nowNs);
        }
        return publisher.offerAudio(pcm, offset, samples, sampleRateHz, streamSamples, nowNs);
    }

    @Override
    public void onDigit(char digit, int durationMs, long nowNs) {
        publisher.publish(LaneEventType.DIGIT, Token.NONE, digit, durationMs, null, nowNs);
        if (other != null) {
            other.publish(LaneEventType.DIGITS_REQUEST, Token.NONE, 0, 0, String.valueOf(digit), nowNs);
        }
    }

    @Override
    public void bridge(LanePublisher with) {
        other = with;
    }

    @Override
    public void onFirstMedia(long nowNs) {
        onFirstMedia.accept(nowNs);
    }

    @Override
    public void onAlive(long nowNs) {
        publisher.publish(LaneEventType.MEDIA_ALIVE, Token.NONE, 0, 0, null, nowNs);
    }

    @Override
    public void onRefused(InetSocketAddress source, InetSocketAddress announced, long nowNs) {
        String what = "media from " + text(source) + " is refused: the SDP names " + text(announced)
                + ", and only that address, that of the signalling and what the trunk allows are heard; if the peer sends from elsewhere,"
                + " set nat: true on its trunk, with media-networks if they are known";
        LOG.warn("Call {}: {}", callId, what);
        publisher.publish(LaneEventType.LINE_NOTE, Token.NONE, 0, 0, what, nowNs);
    }

    private static String text(InetSocketAddress address) {
        return NetUtil.toSocketAddressString(address);
    }

    @Override
    public void onFarDelay(int delayMs, long nowNs) {
        publisher.publish(LaneEventType.FAR_DELAY, Token.NONE, delayMs, 0, null, nowNs);
    }
}
