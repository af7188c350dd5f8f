package io.sidetone.tools.softphone.script;

import io.sidetone.tools.softphone.sound.CallerSound;
import io.sidetone.tools.softphone.sound.CallerSounds;
import io.sidetone.tools.softphone.sound.SpokenSounds;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The sounds of a script that lies in a folder.
 *
 * @param folder where its paths start
 * @param sampleRateHz of the line
 */
public record FolderSounds(Path folder, int sampleRateHz) implements SoundSource {
    @Override
    public CallerSound read(String path) throws IOException {
        return CallerSounds.read(path, folder.resolve(path), sampleRateHz);
    }

    @Override
    public CallerSound say(String text) throws IOException {
        return SpokenSounds.say(text, sampleRateHz);
    }
}
