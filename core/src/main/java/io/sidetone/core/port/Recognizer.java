package io.sidetone.core.port;

/** Speech to text. Implementations are shared by all calls; methods of this interface are thread-safe. */
public interface Recognizer {
    /**
     * Opens recognition for one call without blocking; answers {@code ready} or {@code failed} through {@code events}.
     * A session that cannot recognise but lets the call go on with digits answers {@code ready} and then
     * {@code exhausted} failures to {@link RecognizerSession#start}.
     */
    RecognizerSession open(CallContext call, RecognizerEvents events);

    /** Rate at which sessions want their audio, in Hz. */
    int sampleRateHz();

    /** Whether sessions want part of the up-sampling image above 4 kHz (trained on wide-band speech). */
    default boolean wantsImageLeak() {
        return false;
    }

    /** Whether its sessions can be a call's source of speech evidence: they are heard throughout then. */
    default boolean givesEvidence() {
        return false;
    }

    /** Whether its transcripts are what was said. A stand-in's are not: clients may send it placeholders for audio. */
    default boolean hearsWords() {
        return true;
    }

    /** Returns the recogniser for calls whose frames come at {@code mediaRateHz}: this one, or one of another rate. */
    default Recognizer forMedia(int mediaRateHz) {
        return this;
    }

    /** Whether new calls can be served. */
    EngineHealth health();
}
