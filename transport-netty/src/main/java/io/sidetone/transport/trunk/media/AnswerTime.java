package io.sidetone.transport.trunk.media;

/** Times at which calls of a trunk are answered. */
public enum AnswerTime {
    /** Time at which the agent is ready. */
    AT_ONCE,
    /** Time at which the agent has greeted: until then what it says is early media, which no caller pays for (RFC 3960). */
    AFTER_GREETING
}
