package io.sidetone.config.agent;

import io.sidetone.audio.wav.Wav;
import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.Rule;
import io.sidetone.config.binding.Section;
import io.sidetone.config.schema.ValueType;
import io.sidetone.config.value.MusicFile;
import io.sidetone.core.setting.Key;
import java.util.Optional;

/**
 * Sound that callers of an agent hear while they wait.
 *
 * @param music of this agent
 */
@Section("While the agent's callers wait.")
public record HoldConfig(
        @FileType(ValueType.TEXT)
                @Rule(MusicFile.class)
                @Key(
                        unit = "file",
                        why = "What they hear, in place of hold.music.",
                        derived = "hold.music",
                        example = "music.wav")
                Optional<Wav> music) {}
