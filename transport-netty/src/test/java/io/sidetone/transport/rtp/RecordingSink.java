package io.sidetone.transport.rtp;

import io.sidetone.core.lane.LanePublisher;
import io.sidetone.transport.rtp.receive.MediaSink;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Remembers what a call hears. */
final class RecordingSink implements MediaSink {
    record Frame(short[] pcm, int sampleRateHz, long streamSamples, long nowNs) {}

    final List<Frame> frames = new ArrayList<>();
    final List<String> events = new ArrayList<>();
    boolean accepts = true;

    @Override
    public synchronized boolean onAudio(
            short[] pcm, int offset, int samples, int sampleRateHz, long streamSamples, long nowNs) {
        if (accepts) {
            frames.add(
                    new Frame(Arrays.copyOfRange(pcm, offset, offset + samples), sampleRateHz, streamSamples, nowNs));
        }
        return accepts;
    }

    @Override
    public synchronized void onFirstMedia(long nowNs) {
        events.add("first media @" + nowNs / 1_000_000);
    }

    @Override
    public synchronized void onAlive(long nowNs) {
        events.add("alive @" + nowNs / 1_000_000);
    }

    @Override
    public synchronized void onRefused(InetSocketAddress source, InetSocketAddress announced, long nowNs) {
        events.add("refused " + source.getPort() + " @" + nowNs / 1_000_000);
    }

    @Override
    public void bridge(LanePublisher other) {
        throw new UnsupportedOperationException("nothing is bridged here");
    }

    @Override
    public synchronized void onFarDelay(int delayMs, long nowNs) {
        events.add("far delay " + delayMs);
    }

    @Override
    public synchronized void onDigit(char digit, int durationMs, long nowNs) {
        events.add("digit " + digit + " " + durationMs);
    }

    synchronized List<Long> positions() {
        return frames.stream().map(Frame::streamSamples).toList();
    }

    synchronized List<String> digits() {
        return events.stream().filter(event -> event.startsWith("digit")).toList();
    }

    synchronized int frameCount() {
        return frames.size();
    }
}
