package io.sidetone.speech.relay;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.turn.event.AnswerTimes;

/** The way between a call and its agent. Event loop of the session; nothing blocks. */
interface RelayLine {
    /** Takes what the agent does. On the same loop. */
    interface Listener {
        /** The agent can be asked. */
        void opened();

        /** It sent one message of the protocol, as JSON. */
        void message(String text);

        /** It sent what is no message. */
        void unreadable(String why);

        /** Nothing more of the present answer comes. */
        void answerEnded();

        /** The present answer, or the rest of it, does not come. */
        void answerFailed(EngineFailure failure);

        /** The agent cannot be asked any more in this session. Comes once, last. */
        void lost(EngineFailure failure);
    }

    /** Opens it; {@link Listener#opened} or {@link Listener#lost} follows. */
    void open(Listener listener);

    /** Lets the agent greet; returns how long that may take, in ms. */
    int greet();

    /** Sends what the caller said; {@code history} is the conversation with it at the end. An answer follows. */
    void prompt(String words, History.Snapshot history);

    /** Sends what the caller has said so far; no answer follows. */
    void partial(String words);

    /** Sends where the time of an answer went. */
    void metrics(AnswerTimes times);

    /** The caller is heard and answered in {@code language} from now on. */
    void language(String language);

    /** Keys of the caller. An answer follows. */
    void keys(String digits, History.Snapshot history);

    /** Sends what became of the action that the agent called {@code id}. An answer follows, or the present one goes on. */
    void result(String id, ActionResult result);

    /** The caller took the floor: what was heard of the answer, and for how long. */
    void interrupt(String heard, long heardMs);

    /** A message of the agent's cannot be used. */
    void error(String description);

    /** Has {@code over} run when all that the agent sent before it read this far has come. */
    void barrier(Runnable over);

    /** The call is over, or the agent is given up; the listener hears nothing more. */
    void close();
}
