package io.sidetone.tools.softphone.script;

/** A caller who thinks of the next action only when the agent has finished. The thread that sends calls; nothing here blocks. */
public interface Improviser {
    /** The agent has finished, or says nothing: begins to think of what the caller does next. */
    void think();

    /** Returns the action that was thought of, once; null while it is not known. */
    CallerAction poll();
}
