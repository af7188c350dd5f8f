package io.sidetone.transport.trunk.media;

/** When calls of a trunk are answered. */
public enum AnswerTime {
    /** When the agent is ready. */
    AT_ONCE,
    /** When the agent has greeted: until then what it says is early media, which no caller pays for (RFC 3960). */
    AFTER_GREETING
}
