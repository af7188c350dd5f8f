package io.sidetone.core.call.life;

import io.sidetone.core.call.timeline.VoiceLevels;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;

/**
 * A call that its agent has left: its party hears the party of another call. What was meant for the agent is dropped and
 * counted; what concerns the line itself is for the call as before. Lane thread only.
 */
final class BridgedLine {
    private final CallLimits limits;
    private final VoiceLevels levels;
    private final LaneMetrics metrics;
    private final BridgedAudio audio;

    /** Creates the line; its frames have {@code mediaRateHz}. */
    BridgedLine(int mediaRateHz, CallLimits limits, VoiceLevels levels, LaneMetrics metrics) {
        this.limits = limits;
        this.levels = levels;
        this.metrics = metrics;
        this.audio = new BridgedAudio(mediaRateHz, metrics);
    }

    BridgedAudio audio() {
        return audio;
    }

    /** Takes an event; false for one that the call itself has to take. */
    boolean takes(LaneEvent event) {
        switch (event.type()) {
            case HOLD,
                    PEER_CHANGED,
                    LINE_NOTE,
                    HANG_UP,
                    RELEASED,
                    ENGINE_READY,
                    DIGITS_REQUEST,
                    SIGNALLING_PROGRESS -> {
                return false;
            }
            case BRIDGED_AUDIO -> audio.take(event);
            case AUDIO -> {
                limits.media(event.nowNs());
                levels.caller(event.pcm(), event.samples(), event.nowNs());
            }
            case DIGIT, MEDIA_ALIVE -> limits.media(event.nowNs());
            case FAR_DELAY, SPEECH_EVIDENCE, SPEECH_CERTAIN, ANSWERED -> {}
            default -> metrics.increment(LaneCounter.STALE_DROPPED);
        }
        return true;
    }
}
