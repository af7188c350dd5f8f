package io.sidetone.core.port;

/** Text to text: decides what the agent says and does. Shared by all calls; thread-safe. */
public interface DialogueModel {
    /** Opens the dialogue of one call without blocking; answers {@code ready} or {@code failed}. */
    DialogueSession open(CallContext call, DialogueEvents events);

    /** What clients are told that they talk to (VIP 5.6, {@code model_id}). */
    default String modelId() {
        return "unnamed";
    }

    /**
     * Whether its sessions can begin an answer before it is certain that the caller has finished
     * ({@link DialogueSession#prepare}), and forget it as if they had never been asked.
     */
    default boolean preemptible() {
        return false;
    }

    /** Returns the model for calls with media at {@code mediaRateHz}: this one, unless it hears and speaks itself. */
    default DialogueModel forMedia(int mediaRateHz) {
        return this;
    }

    /** Whether new calls can be served. */
    EngineHealth health();
}
