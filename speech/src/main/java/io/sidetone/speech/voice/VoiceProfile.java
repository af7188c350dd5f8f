package io.sidetone.speech.voice;

import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.ServiceAccess;

/**
 * Way in which a session uses its service.
 *
 * @param service name of the engine in the configuration
 * @param ahead clauses requested at a time: more make a turn smoother, fewer shorten the rest after an interruption
 * @param tries how often a clause without audio is requested, with pauses between
 * @param deadlines {@link Deadlines#firstByteMs} (and connecting) to a clause's first audio, {@link
 *     Deadlines#silenceMs} between two pieces of it
 */
public record VoiceProfile(String service, int ahead, int tries, Deadlines deadlines) {
    /** The present clause, and the next one at the same time. */
    public static final int AHEAD = 2;

    /** One more request when nothing was heard yet. */
    private static final int TRIES = 2;

    /** Returns the profile of a service. */
    public static VoiceProfile of(ServiceAccess access, int ahead) {
        return new VoiceProfile(access.name(), ahead, TRIES, access.deadlines());
    }
}
