package io.sidetone.core.port.action;

/** Takes what an action has to say while it runs. Any thread; never blocks. */
@FunctionalInterface
public interface ActionProgress {
    /** Nobody listens. */
    ActionProgress NONE = (invocationId, words) -> {};

    /** Number of times that one invocation may say something that comes from outside this process; the rest is for nobody. */
    int MOST = 20;

    /**
     * The agent says {@code words} if it waits for the action and says nothing else: "I am looking into the calendar". They are part
     * of its turn, and no answer; an interruption drops them. More than {@value ActionWords#MAX} characters are cut off.
     */
    void says(String invocationId, String words);
}
