package io.sidetone.config.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlMaskTest {
    @ParameterizedTest
    @CsvSource({
        "https://a.example/p?key=k1, https://a.example/p?key=********",
        "https://a.example/p?x=1&sig=k1#f, https://a.example/p?x=********&sig=********#f",
        "https://a.example/p?k1, https://a.example/p?********",
        "wss://user:k1@a.example/p, wss://********@a.example/p",
        "jdbc:postgresql://db:5432/calls?user=u&password=k1, jdbc:postgresql://db:5432/calls?user=u&password=********",
        "jdbc:h2:file:/var/lib/x;CIPHER=AES;PASSWORD=k1, jdbc:h2:file:/var/lib/x;CIPHER=AES;PASSWORD=********",
        "https://a.example/p?key=${K}, https://a.example/p?key=${K}",
        "https://a.example/p?key=${K}k1, https://a.example/p?key=********"
    })
    void shouldMaskEveryValueThatMayBeSecret(String url, String shown) {
        assertThat(UrlMask.masked(url)).isEqualTo(shown);
    }

    @Test
    void shouldLeaveAUrlAloneWhenItHasNothingToHide() {
        for (String url : new String[] {"", "https://a.example/p", "jdbc:h2:file:/x/calls", "https://a.example/p?"}) {
            assertThat(UrlMask.masked(url)).isEqualTo(url);
        }
    }
}
