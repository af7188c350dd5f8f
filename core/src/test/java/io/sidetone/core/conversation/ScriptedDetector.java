package io.sidetone.core.conversation;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.core.port.vad.VoiceActivityEvents;
import io.sidetone.core.port.vad.VoiceActivitySession;

/** A detector beside the lane that the test answers for. */
public final class ScriptedDetector implements VoiceActivityEngine {
    public VoiceActivityEvents events;
    public boolean readyAtOnce = true;
    public boolean broken;
    public boolean throwing;
    public boolean holding;
    public boolean full;
    public int opened;
    public int closed;
    public int sampleRateHz;
    public int heardFrames;
    public int heardSamples;
    public long heardMs;

    /** What it says of every frame at once; below 0 it says nothing by itself. */
    public float score = -1;

    @Override
    public boolean present() {
        return true;
    }

    @Override
    public VoiceActivitySession open(CallContext call, int rateHz, VoiceActivityEvents answers) {
        opened++;
        sampleRateHz = rateHz;
        events = answers;
        if (throwing) {
            throw new IllegalStateException("defect");
        }
        if (broken) {
            answers.failed(ScriptedEngines.GONE);
        } else if (readyAtOnce) {
            answers.ready();
        }
        return new Session(answers);
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up("scripted");
    }

    @Override
    public void close() {}

    private final class Session implements VoiceActivitySession {
        private final VoiceActivityEvents answers;

        Session(VoiceActivityEvents answers) {
            this.answers = answers;
        }

        @Override
        public boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
            heardFrames++;
            heardSamples = samples;
            heardMs = streamPosMs;
            if (score >= 0) {
                answers.evidence(streamPosMs, score);
            }
            return !full;
        }

        @Override
        public void close() {
            closed++;
            if (!holding) {
                answers.closed();
            }
        }
    }
}
