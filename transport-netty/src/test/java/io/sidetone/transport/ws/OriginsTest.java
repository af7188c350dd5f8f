package io.sidetone.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OriginsTest {
    private static final String HOST = "voice.example:8080";
    private final Origins origins = new Origins(List.of("https://App.example.com/", "http://localhost:3000"));

    @ParameterizedTest
    @CsvSource({
        "https://app.example.com,           true",
        "https://app.example.com:443,       true",
        "http://app.example.com,            false",
        "https://app.example.com:8443,      false",
        "https://app.example.com.evil.com,  false",
        "https://sub.app.example.com,       false",
        "http://localhost:3000,             true",
        "http://localhost,                  false",
        "http://voice.example:8080,         true",
        "http://voice.example,              false",
        "null,                              false",
        "'',                                false",
    })
    void shouldAllowItsOwnPagesAndTheListedOnes(String origin, boolean allowed) {
        assertThat(origins.allows(origin, HOST)).isEqualTo(allowed);
    }

    @Test
    void shouldAllowWhoeverIsNoPage() {
        assertThat(Origins.OWN.allows(null, HOST)).isTrue();
        assertThat(Origins.OWN.allows("http://voice.example:8080", null)).isFalse();
        assertThat(Origins.OWN.lists(null)).isFalse();
    }
}
