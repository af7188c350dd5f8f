package io.sidetone.tools.softphone.call;

/** Receives the progress of a call, on the SIP event loop; must not block. */
public interface CallProgress {
    /** Ignores all progress. */
    CallProgress NONE = new CallProgress() {};

    /** A status of 101 to 199 came. */
    default void onProgress(int status) {}

    /** The call was answered. */
    default void onAnswered(String callId) {}
}
