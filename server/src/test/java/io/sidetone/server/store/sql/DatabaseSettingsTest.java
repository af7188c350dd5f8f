package io.sidetone.server.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseSettingsTest {
    @ParameterizedTest
    @CsvSource({
        "jdbc:h2:file:/var/lib/x/calls, /var/lib/x/calls.mv.db",
        "jdbc:h2:/var/lib/x/calls;CIPHER=AES, /var/lib/x/calls.mv.db",
        "jdbc:h2:./calls, ./calls.mv.db"
    })
    void shouldNameTheFileOfAnEmbeddedDatabase(String url, String file) {
        assertThat(new DatabaseSettings(url, "", "").file()).contains(Path.of(file));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:h2:mem:calls",
                "jdbc:h2:tcp://db/calls",
                "jdbc:h2:nioMapped:/var/lib/x/calls",
                "jdbc:h2:~/calls",
                "jdbc:postgresql://db/calls"
            })
    void shouldNameNoFileWhereTheDatabaseAloneKnowsIt(String url) {
        assertThat(new DatabaseSettings(url, "", "").file()).isEmpty();
    }
}
