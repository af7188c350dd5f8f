package io.sidetone.bench.speech;

import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Counts the voice's answers. The voice's thread writes. */
final class VoiceListener implements SynthesisEvents {
    final Semaphore ready = new Semaphore(0);
    final Semaphore firstAudio = new Semaphore(0);
    final Semaphore ended = new Semaphore(0);
    volatile long samples;
    volatile long failures;
    private final List<PcmChunk> kept = new ArrayList<>();
    private boolean keeping;
    private long heard;

    /** Keeps the audio from now on. Call it before the first request. */
    void keep() {
        keeping = true;
    }

    /** Returns the audio since the last call, in one piece; after {@link #ended}. */
    synchronized short[] take() {
        short[] pcm = new short[kept.stream().mapToInt(PcmChunk::samples).sum()];
        int at = 0;
        for (PcmChunk chunk : kept) {
            chunk.copyTo(0, pcm, at, chunk.samples());
            at += chunk.samples();
        }
        kept.clear();
        return pcm;
    }

    @Override
    public void ready() {
        ready.release();
    }

    @Override
    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
    public void audio(long token, int clause, PcmChunk chunk) {
        samples += chunk.samples();
        if (keeping) {
            synchronized (this) {
                kept.add(chunk);
            }
        }
        if (token != heard) {
            heard = token;
            firstAudio.release();
        }
    }

    @Override
    public void done(long token, int clause) {
        ended.release();
    }

    @Override
    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
    public void failed(long token, int clause, EngineFailure failure) {
        failures++;
        ended.release();
    }

    @Override
    public void closed() {}
}
