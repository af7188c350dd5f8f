package io.sidetone.core.port;

/** Speech to text. Implementations are shared by all calls; methods of this interface are thread-safe. */
public interface Recognizer {
    /**
     * Description of what sessions can do and want. Does not change while the engine is open.
     *
     * @param wantsImageLeak whether sessions want part of the up-sampling image above 4 kHz (trained on wide-band speech)
     * @param givesEvidence whether sessions can be a call's source of speech evidence; they take every frame of the call
     *     then
     * @param hearsWords whether transcripts are what was said; those of a mock are not, and clients may send it
     *     placeholders for audio
     */
    record Capabilities(boolean wantsImageLeak, boolean givesEvidence, boolean hearsWords) {
        /** Transcribes what was said, and nothing else. */
        public static final Capabilities TRANSCRIPTS = new Capabilities(false, false, true);
    }

    /**
     * Opens recognition for one call without blocking; answers {@code ready} or {@code failed} through {@code events}.
     * A session that cannot recognize but lets the call go on with digits answers {@code ready} and then
     * {@code exhausted} failures to {@link RecognizerSession#start}.
     */
    RecognizerSession open(CallContext call, RecognizerEvents events);

    /** Rate at which sessions want their audio, in Hz. */
    int sampleRateHz();

    /** Returns what its sessions can do and want: the same record each time, as calls ask for it on their lanes. */
    Capabilities capabilities();

    /** Returns whether new calls can be served. */
    EngineHealth health();
}
