package io.sidetone.server.softphone.call;

/** Hears how a call gets on, on the SIP event loop; must not block. */
public interface CallProgress {
    /** Hears nothing. */
    CallProgress NONE = new CallProgress() {};

    /** The INVITE was sent. */
    default void onInvited(String callId) {}

    /** A status of 101 to 199 came. */
    default void onProgress(int status) {}

    /** The call was answered. */
    default void onAnswered(String callId) {}
}
