package io.sidetone.config.agent;

import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.Rule;
import io.sidetone.config.binding.Section;
import io.sidetone.config.schema.ValueType;
import io.sidetone.config.value.Secret;
import io.sidetone.core.setting.Key;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Recordings of an agent's calls.
 *
 * @param dir folder of the files, or none: nothing is recorded
 * @param consent sentence that every caller hears first, or none
 * @param upload where each finished file is put, or none: they stay in the folder
 * @param uploadToken proves to the storage who sends, or none
 * @param keep how long files stay in the folder after their call; zero: for ever
 * @param maxBytes what the folder may hold; zero: no limit
 */
@Section("One WAV file per call: the caller left, the agent right. Off by default; callers must know.")
public record RecordingConfig(
        @Key(
                        unit = "folder",
                        why =
                                "CALL-ID.wav and, beside it, CALL-ID.json with who called whom; readable by this user only. A"
                                        + " path starts from the folder of this file.",
                        derived = "nothing is recorded",
                        example = "/var/lib/sidetone/recordings")
                Optional<Path> dir,
        @Key(
                        why =
                                "Spoken before everything else to every caller. A call whose client speaks first is not recorded"
                                        + " then, because nobody would say it.",
                        example = "\"This call is recorded.\"")
                Optional<String> consent,
        @FileType(ValueType.URL)
                @Rule(UploadAddress.class)
                @Key(
                        unit = "URL",
                        why =
                                "Each finished file is sent there by PUT and then removed here. {callId}, {agent} and {date} are"
                                        + " filled in. https; http only on this machine. What is not taken after 8 attempts stays in"
                                        + " dir.",
                        derived = "files stay in dir",
                        example = "https://storage.example.com/calls/{date}/{callId}.wav")
                Optional<String> upload,
        @Key(why = "Sent with the upload as Authorization: Bearer.", example = "${file:/etc/sidetone/storage-token}")
                Optional<Secret> uploadToken,
        @Key(
                        why =
                                "Files whose call ended longer ago are removed; 0s keeps them for ever. 720h are 30 days. Agents"
                                        + " that share a folder have the same.",
                        min = 0,
                        max = 10 * 366 * 86_400_000.0,
                        byDefault = "0s")
                Duration keep,
        @FileType(ValueType.SIZE)
                @Key(
                        why =
                                "What all files of the folder may take; the oldest finished ones are removed. 0B is no limit. A"
                                        + " minute takes 1.9 MiB at 8 kHz.",
                        min = 0,
                        max = 1L << 50,
                        byDefault = "0B")
                long maxBytes) {
    /** Takes an empty sentence for none. */
    public RecordingConfig {
        consent = consent.map(String::strip).filter(text -> !text.isEmpty());
    }

    /** Returns whether calls are recorded. */
    public boolean on() {
        return dir.isPresent();
    }
}
