package io.sidetone.speech.realtime;

import io.sidetone.audio.SampleRate;
import io.sidetone.core.setting.Key;

/**
 * Time limits, in ms.
 *
 * @param batchMs audio in one message to the service, a multiple of 20
 * @param transcriptMs how long the caller's words are awaited after the utterance; then the known words count
 * @param setupMs from the first attempt to connect to an agreed session
 * @param answerMs between two events of a response
 * @param sessionMs longest session; an earlier end that the service reports counts instead
 * @param renewBeforeMs a session is replaced at the first quiet moment within this time before its end
 * @param heldAudioMs most audio of a response that may wait to be played; a longer response is cut off there
 */
public record RealtimeLimits(
        @Key(unit = "ms", why = "Audio in one message, a multiple of 20.", min = 20, max = 200) int batchMs,
        @Key(
                        unit = "ms",
                        why = "How long the caller's words are waited for when the utterance is over.",
                        min = 0,
                        max = 60_000)
                int transcriptMs,
        @Key(unit = "ms", why = "From the first attempt to connect to an agreed session.", min = 1, max = 120_000)
                int setupMs,
        int answerMs,
        @Key(
                        unit = "ms",
                        why = "Longest session; the service's own word counts when it is earlier.",
                        min = 1,
                        max = 86_400_000)
                int sessionMs,
        @Key(
                        unit = "ms",
                        why = "So long before its end a session is replaced at the first quiet moment.",
                        min = 0,
                        max = 86_400_000)
                int renewBeforeMs,
        @Key(
                        unit = "ms",
                        why = "Audio of a response that waits to be played; a longer response is cut off there.",
                        min = 1_000,
                        max = 3_600_000)
                int heldAudioMs) {
    /** The default limits. */
    public static final RealtimeLimits DEFAULT = new RealtimeLimits(40, 700, 4_000, 8_000, 3_600_000, 300_000, 180_000);

    /** Checks the rules beyond the ranges of the options. */
    public RealtimeLimits {
        if (batchMs % SampleRate.FRAME_MS != 0) {
            throw new IllegalArgumentException(
                    "batch " + batchMs + " ms must be 20 to 200 in steps of 20; 40 is usual");
        }
        if (sessionMs <= renewBeforeMs) {
            throw new IllegalArgumentException("session " + sessionMs + " ms must be longer than renew-before "
                    + renewBeforeMs + " ms; 3600000 and 300000 are usual");
        }
    }
}
