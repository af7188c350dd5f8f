package io.sidetone.server.records.usage;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.turn.event.TurnEvent;

/** Keeps the last event of a call on the disk while more is awaited for it, so that it is sent though the process dies. Any thread. */
public interface EndedPromises {
    /** Keeps nothing. */
    EndedPromises NONE = new EndedPromises() {
        @Override
        public void promised(CallRecord call, TurnEvent event) {}

        @Override
        public void withdrawn(CallRecord call) {}

        @Override
        public void erased() {}
    };

    /** {@code event} is sent by the next process unless a better one follows. Never blocks. */
    void promised(CallRecord call, TurnEvent event);

    /** Nothing of {@code call} is to be sent any more: its caller was erased. */
    void withdrawn(CallRecord call);

    /** A caller was erased: what was sent already is not kept any longer. */
    void erased();
}
