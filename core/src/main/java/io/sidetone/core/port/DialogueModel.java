package io.sidetone.core.port;

/** Text to text: decides what the agent says and does. Shared by all calls; thread-safe. */
public interface DialogueModel {
    /**
     * Name of a model, and what it can do. Does not change while the engine is open.
     *
     * @param modelId what clients are shown as the model they talk to (VIP 5.6, {@code model_id})
     * @param preemptible whether its sessions can begin an answer before it is certain that the caller has finished
     *     ({@link DialogueSession#prepare}), and forget it as if they had never been asked
     */
    record Capabilities(String modelId, boolean preemptible) {}

    /** Opens the dialogue of one call without blocking; answers {@code ready} or {@code failed}. */
    DialogueSession open(CallContext call, DialogueEvents events);

    /** Returns what it is called and can do: the same record each time, as calls ask for it with every frame. */
    Capabilities capabilities();

    /** Returns whether new calls can be served. */
    EngineHealth health();
}
