package io.sidetone.server.records.recording;

import io.sidetone.audio.wav.WavRecorder;
import io.sidetone.core.lane.EgressKind;
import io.sidetone.core.playout.Buffering;
import java.io.IOException;
import java.util.Arrays;

/**
 * Puts the frames of both sides where they belong in time: the caller by the position in the stream as long as that agrees with
 * the clock, the agent by the time at which the far end plays the frame. Between frames is silence. What a far end was sent
 * ahead and then told to throw away is taken out again. Recording thread only; allocates nothing after creation.
 */
final class StereoTimeline {
    private static final int WINDOW_S = 2;
    private static final long NANOS = 1_000_000_000L;
    private static final int EARLIEST_MS = 40;
    private static final int LATEST_MS = 250;
    private static final EgressKind[] KINDS = EgressKind.values();

    private final WavRecorder file;
    private final Buffering farEnd;
    private final int sampleRateHz;
    private final long startNs;
    private final int window;
    private final short[] caller;
    private final short[] agent;
    private final short[] held;
    private int heldSamples;
    private long written;
    private long callerEnd;
    private long callerOffset;
    private boolean anchored;
    private long agentEnd;

    /** Writes to {@code file}, whose first sample belongs to {@code startNs}. */
    StereoTimeline(WavRecorder file, int sampleRateHz, Buffering farEnd, long startNs) {
        this.file = file;
        this.farEnd = farEnd;
        this.sampleRateHz = sampleRateHz;
        this.startNs = startNs;
        this.window = WINDOW_S * sampleRateHz;
        this.caller = new short[window];
        this.agent = new short[window];
        this.held = new short[window];
    }

    /** Returns how long it is, in samples of each side. */
    long length() {
        return written;
    }

    /** 20 ms of the caller, of position {@code stream} in samples, arrived at {@code nowNs}. */
    void caller(long stream, long nowNs, short[] pcm, int samples) throws IOException {
        long byClock = position(nowNs) - samples;
        long byStream = stream + callerOffset;
        boolean agrees =
                anchored && byStream - byClock <= samples(EARLIEST_MS) && byClock - byStream <= samples(LATEST_MS);
        long at = agrees ? byStream : Math.max(byClock, callerEnd);
        anchored = true;
        callerOffset = at - stream;
        put(caller, at, pcm, 0, samples);
        callerEnd = Math.max(callerEnd, at + samples);
    }

    /** 20 ms of the agent that are to be played at {@code dueNs}; a far end that keeps frames plays one after the other. */
    void agent(long dueNs, short[] pcm, int samples) throws IOException {
        long at = farEnd.kept() ? Math.max(position(dueNs), agentEnd) : position(dueNs);
        put(agent, at, pcm, 0, samples);
        agentEnd = at + samples;
    }

    /** The far end was asked for {@code kind}, an ordinal of {@link EgressKind}, at {@code nowNs}. */
    void control(int kind, long nowNs) throws IOException {
        long now = position(nowNs);
        switch (KINDS[kind]) {
            case FLUSH -> {
                takeBack(now);
                heldSamples = 0;
            }
            case PAUSE -> {
                if (farEnd.pausable()) {
                    hold(now);
                } else if (farEnd.clearsAtPause()) {
                    takeBack(now);
                }
            }
            case CONTINUE -> {
                if (heldSamples > 0) {
                    long at = Math.max(now, agentEnd);
                    put(agent, at, held, 0, heldSamples);
                    agentEnd = at + heldSamples;
                    heldSamples = 0;
                }
            }
            default -> {
                // A turn that ends, or a frame.
            }
        }
    }

    /** The call ended at {@code endNs}. */
    void end(long endNs) throws IOException {
        takeBack(position(endNs));
        flush(Math.max(position(endNs), callerEnd));
    }

    private void hold(long from) {
        long begin = Math.max(from, written);
        heldSamples = 0;
        for (long at = begin; at < agentEnd; at++) {
            held[heldSamples++] = agent[(int) (at % window)];
        }
        takeBack(from);
    }

    private void takeBack(long from) {
        for (long at = Math.max(from, written); at < agentEnd; at++) {
            agent[(int) (at % window)] = 0;
        }
        agentEnd = Math.min(agentEnd, Math.max(from, written));
    }

    private void put(short[] side, long at, short[] pcm, int offset, int samples) throws IOException {
        if (at + samples > written + window) {
            flush(at + samples - window);
        }
        int late = (int) Math.min(samples, Math.max(0, written - at));
        for (int i = late; i < samples; i++) {
            side[(int) ((at + i) % window)] = pcm[offset + i];
        }
    }

    /** Writes everything before {@code end}. */
    private void flush(long end) throws IOException {
        while (written < end) {
            int from = (int) (written % window);
            int samples = (int) Math.min(end - written, window - from);
            file.write(caller, from, agent, from, samples);
            Arrays.fill(caller, from, from + samples, (short) 0);
            Arrays.fill(agent, from, from + samples, (short) 0);
            written += samples;
        }
    }

    private long position(long nowNs) {
        long ns = Math.max(0, nowNs - startNs);
        return ns / NANOS * sampleRateHz + ns % NANOS * sampleRateHz / NANOS;
    }

    private long samples(int ms) {
        return (long) sampleRateHz * ms / 1000;
    }
}
