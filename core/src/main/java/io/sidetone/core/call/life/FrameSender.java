package io.sidetone.core.call.life;

import io.sidetone.audio.SampleRate;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.CallTap;
import io.sidetone.core.call.timeline.VoiceLevels;
import io.sidetone.core.conversation.AgentFrames;
import io.sidetone.core.fence.Token;
import io.sidetone.core.hearing.SpeechInput;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressKind;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.playout.Buffering;
import io.sidetone.core.playout.SpeechOutput;

/**
 * The way of the agent's voice from playout to egress, one frame per 20 ms of the call: at its time to a peer in real time,
 * ahead of it to a peer that keeps what it is sent ({@link Buffering}). Lane thread only; allocates nothing.
 */
final class FrameSender {
    private static final long MS = 1_000_000L;
    private static final long FRAME_NS = SampleRate.FRAME_MS * MS;
    private static final int MAX_LATE_FRAMES = 3;

    private final EgressRing egress;
    private final Buffering buffering;
    private final long handle;
    private final SpeechOutput speaking;
    private final SpeechInput hearing;
    private final AgentFrames frames;
    private final LaneMetrics metrics;
    private final EgressControls controls;
    private final CallTap tap;
    private final VoiceLevels levels;
    private final HoldSound music;
    private BridgedAudio bridged;
    private boolean resumeMarker = true;
    private long nextDueNs;
    private long mediaIndex;
    private long framesOut;
    private long framesSkipped;

    FrameSender(
            CallSetup setup,
            long handle,
            SpeechOutput speaking,
            SpeechInput hearing,
            AgentFrames frames,
            EgressControls controls,
            LaneMetrics metrics,
            CallTap tap,
            VoiceLevels levels) {
        this.egress = setup.line().media().egress();
        this.buffering = setup.line().buffering();
        this.handle = handle;
        this.speaking = speaking;
        this.hearing = hearing;
        this.frames = frames;
        this.controls = controls;
        this.metrics = metrics;
        this.tap = tap;
        this.levels = levels;
        this.music = HoldSound.of(setup.line().holdMusic());
    }

    /** The stream pauses or goes on after a pause: its next frame says so. */
    void restart() {
        resumeMarker = true;
    }

    /** Sends what another party says from now on, and no longer what the agent does. */
    void bridge(BridgedAudio with) {
        bridged = with;
        resumeMarker = true;
    }

    /**
     * Sends what is due. Late ticks are made up to three frames; beyond, frames are skipped and the media time goes on.
     *
     * @param held nothing of the agent is sent
     * @param waits the caller waits for us, and may hear music: alone when held, else where the agent is silent
     */
    void send(long deadlineNs, boolean held, boolean waits, long nowNs) {
        HoldSound filling = waits ? music : null;
        FrameSource other = held ? filling : bridged;
        boolean silent = held && other == null;
        if (nextDueNs == 0) {
            nextDueNs = deadlineNs;
        }
        long late = (deadlineNs - nextDueNs) / FRAME_NS;
        if (late >= MAX_LATE_FRAMES) {
            long skipped = late - MAX_LATE_FRAMES + 1;
            nextDueNs += skipped * FRAME_NS;
            mediaIndex += skipped;
            framesSkipped += skipped;
            metrics.add(LaneCounter.FRAMES_SKIPPED, skipped);
            hearing.skipped(skipped);
            resumeMarker = true;
        }
        settled(nowNs);
        while (deadlineNs - nextDueNs >= 0 || !held && ahead(deadlineNs)) {
            if (!silent) {
                sendFrame(other, filling, nowNs);
            }
            mediaIndex++;
            nextDueNs += FRAME_NS;
        }
    }

    /** Returns how many frames' time has come by {@code nowNs} without a tick that sent or skipped them. */
    long overdueFrames(long nowNs) {
        return nextDueNs == 0 || nowNs - nextDueNs < 0 ? 0 : (nowNs - nextDueNs) / FRAME_NS + 1;
    }

    /** Returns whether the far end may keep the next frame for its time, and there is one. */
    private boolean ahead(long deadlineNs) {
        return bridged == null
                && buffering.kept()
                && deadlineNs + buffering.leadMs() * MS - nextDueNs >= 0
                && frames.audible();
    }

    /** Sends what is pending between frames; returns whether nothing is any more. A line in real time never has anything. */
    private boolean settled(long nowNs) {
        return !buffering.kept() || controls.settle(nowNs);
    }

    private void sendFrame(FrameSource other, HoldSound filling, long nowNs) {
        if (other == null && buffering.kept() && !frames.audible()) {
            hearing.sentSilence();
            frames.pass(nowNs);
            resumeMarker = true;
            return;
        }
        // Nothing of a turn overtakes the clear of the one before it.
        EgressFrame frame = settled(nowNs) ? egress.claim() : null;
        if (frame == null) {
            tap.frameRefused();
            framesSkipped++;
            metrics.increment(LaneCounter.FRAMES_SKIPPED);
            hearing.skipped(1);
            return;
        }
        int samples = SampleRate.frameSamples(hearing.mediaRateHz());
        frame.room(samples);
        frame.mediaIndex = mediaIndex;
        if (other != null) {
            take(other, frame);
        } else {
            frames.next(frame, nowNs);
            // A frame that carries out a yield is the agent's, however silent.
            if (frame.silence && filling != null && frame.yieldNs == 0) {
                take(filling, frame);
            }
        }
        // The caller of a call on hold is not listened to: there is nothing that could be an echo.
        boolean heard = other == null || other == bridged;
        if (frame.silence) {
            frame.samples = samples;
            hearing.sentSilence();
        } else if (heard) {
            hearing.sent(frame.pcm, frame.samples);
            levels.agent(frame.pcm, frame.samples, nowNs);
        }
        frame.kind = EgressKind.AUDIO;
        frame.handle = handle;
        frame.dueNs = nextDueNs;
        frame.marker = resumeMarker;
        frame.sampleRateHz = hearing.mediaRateHz();
        resumeMarker = false;
        // The reader owns the frame from publish on.
        long token = frame.token;
        boolean yields = frame.yieldNs != 0;
        tap.frame(frame);
        egress.publish();
        framesOut++;
        metrics.increment(LaneCounter.FRAMES_SENT);
        if (other != null) {
            return;
        }
        if (buffering.kept()) {
            frames.kept(token, nowNs);
        } else {
            frames.played(token, nowNs);
        }
        if (yields) {
            controls.send(EgressKind.PAUSE, speaking.token(), nowNs);
        }
    }

    private static void take(FrameSource other, EgressFrame frame) {
        other.next(frame);
        frame.turnPositionMs = 0;
        frame.silence = frame.samples == 0;
        frame.token = Token.UNFENCED;
        frame.yieldNs = 0;
    }

    long framesOut() {
        return framesOut;
    }

    long framesSkipped() {
        return framesSkipped;
    }
}
