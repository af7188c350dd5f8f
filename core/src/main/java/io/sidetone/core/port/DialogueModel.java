package io.sidetone.core.port;

/** Text to text: decides what the agent says and does. Shared by all calls; thread-safe. */
public interface DialogueModel {
    /** Opens the dialogue of one call without blocking; answers {@code ready} or {@code failed}. */
    DialogueSession open(CallContext call, DialogueEvents events);

    /** Whether new calls can be served. */
    EngineHealth health();
}
