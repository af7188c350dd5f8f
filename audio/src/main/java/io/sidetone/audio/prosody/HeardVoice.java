package io.sidetone.audio.prosody;

/** Answers about what was heard of a voice in the last 20 ms: the thread that heard it asks, before it hears anything else. */
public interface HeardVoice {
    /** Returns the level of the frame in dBov, without its mean and without our echo. */
    float nearLevelDbov();

    /** Returns the period of the voice at the end of the frame, in samples at 4 kHz (10 … 55: 400 … 73 Hz); 0 when there is none. */
    float pitchPeriod();

    /** Returns the correlation of the frame with itself one period before, 0 … 1. */
    float pitchStrength();
}
