package io.sidetone.config;

import io.sidetone.config.binding.Section;
import io.sidetone.config.value.Secret;
import io.sidetone.core.setting.Key;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Destination of the journals of calls.
 *
 * @param dir their folder
 * @param maxBytes what they may take together
 * @param key encrypts them
 */
@Section("Journals of the calls of agents with journal: on.")
public record JournalConfig(
        @Key(
                        unit = "folder",
                        why = "One file per call, CALL-ID.journal, readable by this user only. A path starts from the"
                                + " folder of this file.",
                        byDefault = "journals")
                Path dir,
        @Key(
                        why = "What all journals may take; the oldest are deleted. A minute of a G.711 call takes about"
                                + " 0.9 MiB.",
                        min = 1L << 20,
                        max = 1L << 44,
                        byDefault = "1GiB")
                long maxBytes,
        @Key(
                        why = "Encrypts journals with AES-GCM: 16, 24 or 32 bytes as hexadecimal digits or Base64. Keep"
                                + " it out of this file: ${NAME} reads a variable, ${file:PATH} a file.",
                        example = "${file:/etc/sidetone/journal.key}")
                Optional<Secret> key) {}
