package io.sidetone.core.port;

/** Text to speech. Shared by all calls; thread-safe. */
public interface Synthesizer {
    /**
     * Description of what sessions can do. Does not change while the engine is open.
     *
     * @param takesContinuations whether clauses of a turn sound like one text, however they are cut: a turn may then begin with
     *     a few words of a sentence whose rest follows
     */
    record Capabilities(boolean takesContinuations) {
        /** Each clause is spoken by itself. */
        public static final Capabilities CLAUSES = new Capabilities(false);

        /** Each clause goes on as the one before it ended. */
        public static final Capabilities CONTINUES = new Capabilities(true);
    }

    /** Opens synthesis for one call without blocking; answers {@code ready} or {@code failed}. */
    SynthesisSession open(CallContext call, SynthesisEvents events);

    /** Returns what its sessions can do: the same record each time, as calls ask for it on their lanes. */
    Capabilities capabilities();

    /** Returns whether new calls can be served. */
    EngineHealth health();
}
