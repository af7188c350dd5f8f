package io.sidetone.speech.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressPrefixTest {
    private static final AddressPrefix SOUNDS = AddressPrefix.of("https://cdn.example.com/sounds/");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://cdn.example.com/sounds/gong.wav",
                "https://CDN.example.com/sounds/a/b?x=1",
                "https://cdn.example.com/sounds/a/../gong.wav"
            })
    void shouldTakeWhatLiesUnderIt(String address) {
        assertThat(SOUNDS.under(address)).isNotNull();
    }

    @Test
    void shouldReturnTheAddressWithoutDetours() {
        assertThat(SOUNDS.under("https://cdn.example.com/sounds/a/../gong.wav"))
                .hasToString("https://cdn.example.com/sounds/gong.wav");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://cdn.example.com/sounds/gong.wav",
                "https://cdn.example.com:444/sounds/gong.wav",
                "https://cdn.example.com.evil.example/sounds/gong.wav",
                "https://user@cdn.example.com/sounds/gong.wav",
                "https://cdn.example.com/private/gong.wav",
                "https://cdn.example.com/sounds",
                "https://cdn.example.com/sounds/../private/gong.wav",
                "https://cdn.example.com/../sounds/gong.wav",
                "file:///sounds/gong.wav",
                "cdn.example.com/sounds/gong.wav",
                "no address",
                ""
            })
    void shouldRefuseWhatDoesNot(String address) {
        assertThat(SOUNDS.under(address)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "cdn.example.com/",
                "https://cdn.example.com",
                "ftp://cdn.example.com/",
                "https:///x/",
                "a b/"
            })
    void shouldRefuseWhatIsNoPrefix(String text) {
        assertThatThrownBy(() -> AddressPrefix.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("write https://HOST/");
    }
}
