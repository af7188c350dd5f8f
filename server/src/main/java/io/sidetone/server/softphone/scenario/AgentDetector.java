package io.sidetone.server.softphone.scenario;

import io.sidetone.audio.frame.Level;

/**
 * Hears the agent's turns in its packets. A turn belongs to the time after the caller's last action: {@link #mark} begins
 * it. What the agent still says of an older talk counts too, so a caller who is not listened to waits for the end.
 */
final class AgentDetector {
    private static final long NS_PER_SAMPLE = 1_000_000_000L / 8_000;
    private static final long NS_PER_TIMESTAMP = 125_000;
    private static final int HELD_UP = 2;
    private static final long NEVER = Long.MIN_VALUE;

    private final ScenarioLimits limits;
    private AudioFingerprint.Builder heard = new AudioFingerprint.Builder();
    private AudioFingerprint before = AudioFingerprint.EMPTY;
    private long lastVoicedNs = NEVER;
    private int lastVoicedTimestamp;
    private long talkStartNs = NEVER;
    private long voicedNs;
    private long silentNs;
    private long lastPacketNs = NEVER;

    AgentDetector(ScenarioLimits limits) {
        this.limits = limits;
    }

    /** The caller is about to act: what was heard so far is what it answers. */
    void callerActs() {
        before = heard.build();
    }

    /** The caller's action is over: a new turn of the agent is awaited. */
    void mark() {
        heard = new AudioFingerprint.Builder();
        talkStartNs = NEVER;
        voicedNs = 0;
    }

    /**
     * Takes the sound of one packet, in the order of arrival.
     *
     * @param timestamp RTP timestamp at 8 kHz
     */
    void packet(long arrivalNs, int timestamp, short[] pcm, int off, int samples) {
        if (Level.isAgentAudio(pcm, off, samples)) {
            if (talkStartNs == NEVER && begins(arrivalNs, timestamp)) {
                talkStartNs = arrivalNs;
            }
            lastVoicedNs = arrivalNs;
            lastVoicedTimestamp = timestamp;
            voicedNs += samples * NS_PER_SAMPLE;
            silentNs = 0;
        } else {
            silentNs += samples * NS_PER_SAMPLE;
        }
        lastPacketNs = arrivalNs;
        heard.add(pcm, off, samples);
    }

    /** By the agent's own clock: where packets are held up on their way, the agent has not been silent. */
    private boolean begins(long arrivalNs, int timestamp) {
        if (lastVoicedNs == NEVER) {
            return true;
        }
        long gapNs = (timestamp - lastVoicedTimestamp) * NS_PER_TIMESTAMP;
        return (gapNs < 0 ? arrivalNs - lastVoicedNs : gapNs) >= limits.talkGapNs();
    }

    /**
     * Returns whether the agent has spoken since the mark and is silent now. Silence is what silent packets last. An agent
     * that sends no packets is taken to be silent after twice the time: packets may be held up on their way.
     */
    boolean turnOver(long nowNs) {
        boolean silent = silentNs >= limits.turnSilenceNs() || nowNs - lastPacketNs >= HELD_UP * limits.turnSilenceNs();
        return voicedNs >= limits.minTurnNs() && silent;
    }

    /** Returns whether the agent has begun a talk since the mark, at least {@code afterNs} ago. */
    boolean talkBegan(long nowNs, long afterNs) {
        return talkStartNs != NEVER && nowNs - talkStartNs >= afterNs;
    }

    /** Returns since when the agent is silent, at the earliest {@code sinceNs}. */
    long silentSince(long sinceNs) {
        return lastVoicedNs == NEVER ? sinceNs : Math.max(sinceNs, lastVoicedNs);
    }

    /** Returns whether any voiced packet came since the mark. */
    boolean heardSomething() {
        return voicedNs > 0;
    }

    /** Returns whether the agent asks again what it asked before the caller's last action. */
    boolean asksAgain() {
        return heard.build().endsLike(before);
    }
}
