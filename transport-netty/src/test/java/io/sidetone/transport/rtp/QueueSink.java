package io.sidetone.transport.rtp;

import io.sidetone.core.lane.LanePublisher;
import io.sidetone.transport.rtp.receive.MediaSink;
import java.net.InetSocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Queues what the call hears. */
final class QueueSink implements MediaSink {
    final BlockingQueue<Long> positions = new LinkedBlockingQueue<>();
    final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    @Override
    public boolean onAudio(short[] pcm, int offset, int samples, int sampleRateHz, long streamSamples, long nowNs) {
        return positions.add(streamSamples);
    }

    @Override
    public void onFirstMedia(long nowNs) {
        events.add("first media");
    }

    @Override
    public void onAlive(long nowNs) {}

    @Override
    public void bridge(LanePublisher other) {}

    @Override
    public void onRefused(InetSocketAddress source, InetSocketAddress announced, long nowNs) {}

    @Override
    public void onFarDelay(int delayMs, long nowNs) {}

    @Override
    public void onDigit(char digit, int durationMs, long nowNs) {
        events.add(digit + " " + durationMs);
    }
}
