package io.sidetone.core.port;

/** Answers of a synthesizer to a call. Any thread; never blocks. */
public interface SynthesisEvents {
    /** The session is open. */
    void ready();

    /** The next audio of a clause, in order, at most {@link PcmChunk#MAX_MS} long. */
    void audio(long token, int clause, PcmChunk chunk);

    /** The clause is complete. */
    void done(long token, int clause);

    /** The session (token 0) or one clause failed. */
    void failed(long token, int clause, EngineFailure failure);

    /** Everything the session held is released. */
    void closed();
}
