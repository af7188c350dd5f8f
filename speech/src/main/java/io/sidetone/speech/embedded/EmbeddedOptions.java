package io.sidetone.speech.embedded;

import io.sidetone.speech.embedded.flite.VoiceName;
import io.sidetone.speech.embedded.parts.NativeParts;
import java.nio.file.Path;

/**
 * What the embedded engines are made of.
 *
 * @param decoders callers that may be recognized at once; about 6 MB each
 * @param recognizerThreads threads that decode; one serves some forty callers who speak at once
 * @param voice who speaks
 * @param model directory of the acoustic model and its dictionary
 */
public record EmbeddedOptions(int decoders, int recognizerThreads, VoiceName voice, Path model) {
    /** Eight decoders, two threads, the voice slt, the model where Debian puts it. */
    public static final EmbeddedOptions DEFAULTS = new EmbeddedOptions(8, 2, VoiceName.SLT, NativeParts.DEFAULT_MODEL);

    /** These options with {@code count} decoders. */
    public EmbeddedOptions withDecoders(int count) {
        return new EmbeddedOptions(count, recognizerThreads, voice, model);
    }

    /** These options with the voice {@code name}. */
    public EmbeddedOptions withVoice(VoiceName name) {
        return new EmbeddedOptions(decoders, recognizerThreads, name, model);
    }
}
