package io.sidetone.server.records.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
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

    @Test
    void shouldKeepTheRestOfTheUrlWhenTheFileIsAnother() {
        DatabaseSettings settings = new DatabaseSettings("jdbc:h2:file:/x/calls;CIPHER=AES", "me", "secret");
        assertThat(settings.beside(".upgrade"))
                .isEqualTo(new DatabaseSettings("jdbc:h2:file:/x/calls.upgrade;CIPHER=AES", "me", "secret"));
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:h2:/x/calls;auto_server=true, true",
        "jdbc:h2:/x/calls;AUTO_SERVER=FALSE, false",
        "jdbc:h2:/x/calls, false"
    })
    void shouldKnowWhetherOthersMayHaveTheFileOpen(String url, boolean shared) {
        assertThat(new DatabaseSettings(url, "", "").shared()).isEqualTo(shared);
    }
}
