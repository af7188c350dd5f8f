package io.sidetone.server.softphone.script;

import io.sidetone.server.softphone.sound.CallerSound;
import java.io.IOException;

/** Where the sounds of a script come from. */
@FunctionalInterface
public interface SoundSource {
    /**
     * Returns a sound.
     *
     * @param path as the script names it
     * @throws IOException with what is wrong with the sound and what to do about it
     */
    CallerSound read(String path) throws IOException;
}
