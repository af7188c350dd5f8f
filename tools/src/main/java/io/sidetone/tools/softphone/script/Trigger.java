package io.sidetone.tools.softphone.script;

/** Time at which a line of a script runs. */
public sealed interface Trigger {
    /** The agent has spoken since the caller's last action and is silent again. */
    record AfterAgentTurn() implements Trigger {}

    /**
     * The same, or the agent has been silent for a while: for a caller who does not know the agent.
     *
     * @param patienceMs silence after which the caller stops waiting
     */
    record AfterAgentTurnOrSilence(long patienceMs) implements Trigger {}

    /**
     * A time since the answer; the step runs at once when that time has passed.
     *
     * @param atMs milliseconds since the answer
     */
    record At(long atMs) implements Trigger {}

    /**
     * A time since the agent began to speak after the caller's last action: for interruptions.
     *
     * @param afterMs milliseconds since the first voiced packet of the talk
     */
    record AfterTalkStart(long afterMs) implements Trigger {}
}
