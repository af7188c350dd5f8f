package io.sidetone.speech.voice;

import io.sidetone.speech.net.Deadlines;

/**
 * How a session treats its service.
 *
 * @param service name of the engine in the configuration
 * @param ahead clauses that are asked for at a time: more give a smoother turn, fewer a shorter tail after an interruption
 * @param tries how often a clause is asked for of which nothing came, with pauses between
 * @param deadlines {@link Deadlines#firstByteMs} (and connecting) to a clause's first audio, {@link Deadlines#silenceMs}
 *     between two pieces of it
 */
public record VoiceProfile(String service, int ahead, int tries, Deadlines deadlines) {
    /** The present clause, and the next while it is still being made. */
    public static final int AHEAD = 2;

    /** Once more where nothing was heard yet. */
    public static final int TRIES = 2;
}
