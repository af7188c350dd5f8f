package io.sidetone.speech.transcription;

import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.net.Exchange;
import java.util.Arrays;
import java.util.concurrent.ScheduledFuture;

/** One utterance: its recording, its upload and its transcript. Event loop only. */
final class Upload {
    private static final int FIRST_SAMPLES = 32_000;

    final long token;
    final TranscriptAnswer answer;
    Exchange exchange;
    ScheduledFuture<?> deadline;
    long askedNs;
    boolean completed;
    EngineFailure failure;
    String published = "";
    private final int mostSamples;
    private short[] pcm = new short[FIRST_SAMPLES];
    private int samples;

    Upload(long token, int mostSamples, TranscriptAnswer answer) {
        this.token = token;
        this.mostSamples = mostSamples;
        this.answer = answer;
    }

    /** Records a frame; returns false when the recording has reached its longest length. */
    boolean record(short[] frame, int offset, int count) {
        if (samples + count > mostSamples) {
            return false;
        }
        if (samples + count > pcm.length) {
            pcm = Arrays.copyOf(pcm, Math.min(mostSamples, Math.max(samples + count, pcm.length * 2)));
        }
        System.arraycopy(frame, offset, pcm, samples, count);
        samples += count;
        return true;
    }

    int samples() {
        return samples;
    }

    /** Returns the recording and drops it here. */
    short[] take() {
        short[] taken = Arrays.copyOf(pcm, samples);
        pcm = null;
        return taken;
    }

    /** Cancels the upload: its result is not needed any more. */
    void abandon() {
        pcm = null;
        if (deadline != null) {
            deadline.cancel(false);
        }
        if (exchange != null) {
            exchange.cancel();
        }
    }
}
