package io.sidetone.tools.command;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.value.Secret;
import io.sidetone.core.journal.file.JournalKey;

/** The key of a configuration that opens its journals. */
final class JournalKeys {
    private JournalKeys() {}

    /** Returns the key of {@code config}; null where its journals are not encrypted. */
    static JournalKey of(SidetoneConfig config) {
        return config.journal()
                .key()
                .map(Secret::value)
                .flatMap(JournalKey::parse)
                .orElse(null);
    }
}
