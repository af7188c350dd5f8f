package io.sidetone.audio.wav;

import java.io.IOException;

/** A file is not a valid WAV file; the message names the chunk, its offset, the rule and the remedy. */
public final class WavFormatException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public WavFormatException(String message) {
        super(message);
    }
}
