package io.sidetone.core.port;

/** Why the agent speaks unasked. */
public enum PromptReason {
    /** The call was answered. */
    GREETING,
    /** The caller spoke but no words were found. */
    NO_MATCH,
    /** The caller said nothing for the policy's idle time. */
    NO_INPUT,
    /** Recognition is out of decoders: the caller is asked to use the keys. */
    DIGITS_ONLY,
    /** The call is about to be ended by the agent. */
    GOODBYE,
    /** The longest call is nearly reached: the caller is warned, and the agent says goodbye. */
    TIME_UP
}
