package io.sidetone.core.conversation;

import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.UserInput;

/**
 * The question to the model in the agent's present turn: asked at once, after a delay, or again when the model was asked too often
 * (VAN-05). Lane thread only.
 */
final class DialogueRequest {
    /** Number of times that a question is asked again. */
    static final int MAX_RETRIES = 3;

    /** The first wait before that; each further one is twice as long. */
    static final int RETRY_MS = 500;

    /** A model that wants more time than this is not waited for. */
    static final int MAX_RETRY_DELAY_MS = 8_000;

    private UserInput input;
    private long askAtNs;
    private long firstAskNs;
    private int tries;

    /** A new question, due in {@code delayMs}. */
    void ask(UserInput question, int delayMs, long nowNs) {
        input = question;
        tries = 0;
        firstAskNs = nowNs + delayMs * TurnContext.MS;
        askAtNs = firstAskNs;
    }

    /** The question was asked before the turn was over. */
    void adopted(UserInput question, long nowNs) {
        input = question;
        tries = 1;
        firstAskNs = nowNs;
        askAtNs = 0;
    }

    /** Returns whether it is time to ask. */
    boolean due(long nowNs) {
        return input != null && askAtNs != 0 && nowNs - askAtNs >= 0;
    }

    /** Returns the question, which is asked now. */
    UserInput take() {
        askAtNs = 0;
        tries++;
        return input;
    }

    /** Returns whether the question is not answered to its end. */
    boolean open() {
        return input != null;
    }

    /** Returns whether the question waits for its time. */
    boolean waiting() {
        return askAtNs != 0;
    }

    /** Returns whether the caller was asked to wait because the model was. */
    boolean repeated() {
        return tries > 1;
    }

    /** Returns whether this is the first try. */
    boolean first() {
        return tries == 1;
    }

    /** Returns whether {@code limitMs} have passed since it was asked for the first time, and since the floor is that of who answers. */
    boolean overdue(long thinkingSinceNs, int limitMs, long nowNs) {
        return nowNs - Math.max(thinkingSinceNs, firstAskNs) >= limitMs * TurnContext.MS;
    }

    /** The answer is complete. */
    void answered() {
        input = null;
    }

    /** The answer is dropped. */
    void drop() {
        input = null;
        askAtNs = 0;
    }

    /** Returns in how many ms the question is worth asking again after {@code failure}; negative when it is not. */
    int retryMs(EngineFailure failure) {
        if (input == null || !EngineFailure.RATE_LIMITED.equals(failure.code()) || tries > MAX_RETRIES) {
            return -1;
        }
        int delayMs = Math.max(failure.retryAfterMs(), RETRY_MS << tries - 1);
        return delayMs > MAX_RETRY_DELAY_MS ? -1 : delayMs;
    }

    /** The question is asked again in {@code delayMs}. */
    void again(int delayMs, long nowNs) {
        askAtNs = nowNs + delayMs * TurnContext.MS;
    }
}
