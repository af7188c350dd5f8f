package io.sidetone.tools.softphone.script;

import io.sidetone.tools.softphone.sound.CallerSound;
import java.io.IOException;

/** The source of a script's sounds. */
public interface SoundSource {
    /**
     * Returns a sound.
     *
     * @param path path in the script
     * @throws IOException when the sound cannot be used; the message gives the problem and the remedy
     */
    CallerSound read(String path) throws IOException;

    /**
     * Returns words as a sound.
     *
     * @param text words in the script
     * @throws IOException when they cannot be spoken; the message gives the problem and the remedy
     */
    CallerSound say(String text) throws IOException;
}
