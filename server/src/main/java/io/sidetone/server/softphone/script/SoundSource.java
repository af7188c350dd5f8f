package io.sidetone.server.softphone.script;

import io.sidetone.server.softphone.sound.CallerSound;
import java.io.IOException;

/** The source of a script's sounds. */
@FunctionalInterface
public interface SoundSource {
    /**
     * Returns a sound.
     *
     * @param path path in the script
     * @throws IOException when the sound cannot be used; the message gives the problem and the remedy
     */
    CallerSound read(String path) throws IOException;
}
