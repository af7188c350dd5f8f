package io.sidetone.speech.realtime;

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
        int batchMs, int transcriptMs, int setupMs, int answerMs, int sessionMs, int renewBeforeMs, int heldAudioMs) {
    /** The default limits. */
    public static final RealtimeLimits DEFAULT = new RealtimeLimits(40, 700, 4_000, 8_000, 3_600_000, 300_000, 180_000);

    /** Checks the numbers. */
    public RealtimeLimits {
        if (batchMs < 20 || batchMs > 200 || batchMs % 20 != 0) {
            throw new IllegalArgumentException(
                    "batch " + batchMs + " ms must be 20 to 200 in steps of 20; 40 is usual");
        }
        if (transcriptMs < 0 || setupMs < 1 || answerMs < 1 || heldAudioMs < 1_000) {
            throw new IllegalArgumentException(
                    "transcript must be 0 or more, setup and answer 1 or more, held-audio 1000 ms or more");
        }
        if (renewBeforeMs < 0 || sessionMs <= renewBeforeMs) {
            throw new IllegalArgumentException("session " + sessionMs + " ms must be longer than renew-before "
                    + renewBeforeMs + " ms; 3600000 and 300000 are usual");
        }
    }
}
