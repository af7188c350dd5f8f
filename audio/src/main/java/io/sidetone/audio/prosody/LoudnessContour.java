package io.sidetone.audio.prosody;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.frame.Level;

/**
 * Follows the loudness of one stretch of speech: how far it has faded, and how many syllables it has.
 *
 * <p>One instance per voice, one thread at a time. Nothing is allocated after creation. A frame outside of a stretch costs
 * nothing.
 */
public final class LoudnessContour {
    /** A gap inside a stretch that does not end it. */
    private static final int BRIDGE_MS = 300;

    /** A syllable is this much louder than the dip before it. */
    private static final float SYLLABLE_DB = 3f;

    private boolean begun;
    private boolean dipped;
    private int gapMs;
    private int syllables;
    private float dbov = Level.SILENCE_DBOV;
    private float loudestDbov;
    private float turnedDbov;

    /** Takes the next frame of the stream. Returns whether it is part of a stretch of speech. */
    boolean frame(HeardVoice heard, boolean speech) {
        gapMs = speech ? 0 : gapMs + SampleRate.FRAME_MS;
        if (gapMs > BRIDGE_MS) {
            reset();
        }
        if (!speech && !begun) {
            return false;
        }
        dbov = heard.nearLevelDbov();
        if (!begun) {
            begun = true;
            syllables = 1;
            loudestDbov = dbov;
            turnedDbov = dbov;
        }
        loudestDbov = Math.max(loudestDbov, dbov);
        turn();
        return true;
    }

    private void turn() {
        float sinceTurnDb = dipped ? dbov - turnedDbov : turnedDbov - dbov;
        if (sinceTurnDb > SYLLABLE_DB) {
            syllables += dipped ? 1 : 0;
            dipped = !dipped;
            turnedDbov = dbov;
        } else if (sinceTurnDb < 0) {
            turnedDbov = dbov;
        }
    }

    /** Returns how far the last frame is below the loudest of the stretch, in dB; 0 outside of one. */
    public float fadedDb() {
        return begun ? loudestDbov - dbov : 0;
    }

    /** Returns how often the loudness has risen: about once for each syllable. */
    public int syllables() {
        return syllables;
    }

    /** Returns the level of the last frame of a stretch. */
    float dbov() {
        return dbov;
    }

    /** Ends the stretch: the next frame with speech begins another. */
    public void reset() {
        begun = false;
        dipped = false;
        gapMs = 0;
        syllables = 0;
        dbov = Level.SILENCE_DBOV;
    }
}
