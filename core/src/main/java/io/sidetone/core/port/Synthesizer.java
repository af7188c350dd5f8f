package io.sidetone.core.port;

/** Text to speech. Shared by all calls; thread-safe. */
public interface Synthesizer {
    /** Opens synthesis for one call without blocking; answers {@code ready} or {@code failed}. */
    SynthesisSession open(CallContext call, SynthesisEvents events);

    /** Whether new calls can be served. */
    EngineHealth health();
}
