package io.sidetone.speech.realtime;

/**
 * How long things may take, in ms.
 *
 * @param batchMs audio in one message to the service, a multiple of 20
 * @param transcriptMs how long the caller's words are waited for when the utterance is over; then what is known counts
 * @param setupMs from the first attempt to connect to an agreed session
 * @param answerMs between two signs of life of a response
 * @param sessionMs longest session; the service's own word counts when it is earlier
 * @param renewBeforeMs so long before its end a session is replaced at the first quiet moment
 * @param heldAudioMs audio of a response that waits to be played; a response that is longer is cut off there
 */
public record RealtimeLimits(
        int batchMs, int transcriptMs, int setupMs, int answerMs, int sessionMs, int renewBeforeMs, int heldAudioMs) {
    /** The limits unless said otherwise. */
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
