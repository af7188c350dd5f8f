package io.sidetone.tools.softphone.scenario;

import io.sidetone.audio.frame.Level;

/**
 * Detects the agent's turns in its packets. {@link #mark} begins a new period after the caller's last action. The rest
 * of an older talk counts too, so that a caller whom the agent talks over waits for the end.
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

    /** The caller begins to act: it answers the speech that it has heard so far. */
    void callerActs() {
        before = heard.build();
    }

    /** The caller's action has ended: from now on a new turn of the agent is awaited. */
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

    /** Uses the agent's own clock: when the network holds packets up, the agent was not silent. */
    private boolean begins(long arrivalNs, int timestamp) {
        if (lastVoicedNs == NEVER) {
            return true;
        }
        long gapNs = (timestamp - lastVoicedTimestamp) * NS_PER_TIMESTAMP;
        return (gapNs < 0 ? arrivalNs - lastVoicedNs : gapNs) >= limits.talkGapNs();
    }

    /**
     * Returns whether the agent has spoken since the mark and is silent now. The silent packets measure the silence.
     * When no packets arrive, twice that time must pass: packets may be held up.
     */
    boolean turnOver(long nowNs) {
        boolean silent = silentNs >= limits.turnSilenceNs() || nowNs - lastPacketNs >= HELD_UP * limits.turnSilenceNs();
        return voicedNs >= limits.minTurnNs() && silent;
    }

    /** Returns whether the agent has begun a talk since the mark, at least {@code afterNs} ago. */
    boolean talkBegan(long nowNs, long afterNs) {
        return talkStartNs != NEVER && nowNs - talkStartNs >= afterNs;
    }

    /** Returns when the agent's present silence began, {@code sinceNs} at the earliest. */
    long silentSince(long sinceNs) {
        return lastVoicedNs == NEVER ? sinceNs : Math.max(sinceNs, lastVoicedNs);
    }

    /** Returns whether any voiced packet arrived since the mark. */
    boolean heardSomething() {
        return voicedNs > 0;
    }

    /** Returns whether the agent repeats the question it asked before the caller's last action. */
    boolean asksAgain() {
        return heard.build().endsLike(before);
    }
}
