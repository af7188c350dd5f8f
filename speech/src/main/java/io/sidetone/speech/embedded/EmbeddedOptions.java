package io.sidetone.speech.embedded;

import io.sidetone.speech.embedded.flite.VoiceName;
import io.sidetone.speech.embedded.parts.NativeParts;
import java.nio.file.Path;

/**
 * Options of the embedded engines.
 *
 * @param decoders callers of flows that can be recognized at the same time; about 6 MB each
 * @param dictationDecoders callers who may say any words and can be recognized at the same time; about 70 MB each; 0 for none
 * @param recognizerThreads threads that decode; one serves about forty callers who speak at the same time
 * @param voice name of the voice
 * @param model directory of the acoustic model and its dictionary
 */
public record EmbeddedOptions(int decoders, int dictationDecoders, int recognizerThreads, VoiceName voice, Path model) {
    /** Eight decoders for flows and none for any words, two threads, the voice slt, and the model folder of Debian. */
    public static final EmbeddedOptions DEFAULTS =
            new EmbeddedOptions(8, 0, 2, VoiceName.SLT, NativeParts.DEFAULT_MODEL);
}
