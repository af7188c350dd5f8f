package io.sidetone.transport.rtp.receive;

import io.sidetone.core.lane.LanePublisher;
import io.sidetone.transport.rtp.dtmf.DigitConsumer;
import java.net.InetSocketAddress;

/** Things that a call hears from its media port. Called on the call's media event loop. */
public interface MediaSink extends DigitConsumer {
    /**
     * Takes 20 ms of the caller.
     *
     * @param pcm PCM16 mono; the port's again when this returns
     * @param streamSamples position of the frame in the caller's stream; counts on over losses and pauses
     * @return false if the frame was refused because there was no room
     */
    boolean onAudio(short[] pcm, int offset, int samples, int sampleRateHz, long streamSamples, long nowNs);

    /** The first valid packet has come. Once per call. */
    void onFirstMedia(long nowNs);

    /** Sign of life without audio: RTCP, comfort noise, a key being held. At most once a second. */
    void onAlive(long nowNs);

    /**
     * For half a second no packet was taken and all that came were refused. Once per call.
     *
     * @param source where the last one came from
     * @param announced where the SDP says that media comes from
     */
    void onRefused(InetSocketAddress source, InetSocketAddress announced, long nowNs);

    /** The caller's ear is about {@code delayMs} behind our socket. */
    void onFarDelay(int delayMs, long nowNs);

    /** Passes what the caller says and presses to the call of {@code other} too, from now on. */
    void bridge(LanePublisher other);
}
