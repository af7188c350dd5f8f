package io.sidetone.transport.sip.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipUri;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReferTargetTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sip:+15550123@example.com",
                "sips:desk@example.com;transport=tcp",
                "tel:+1-555-0123",
                "sip:[2001:db8::1]:5070",
                "sip:a%20b@example.com"
            })
    void shouldTakeTelephoneAddresses(String text) {
        SipUri uri = ReferTarget.of(text);
        assertThat(NameAddress.of(uri).toString()).isEqualTo("<" + text + ">");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "+15550123",
                "http://example.com",
                "mailto:a@example.com",
                "sip:",
                "sip:a@b>\r\nX-Evil: 1",
                "sip:a@b\r\nX-Evil: 1",
                "sip:a@b\nX: 1",
                "sip:a@b>;method=BYE,<sip:c",
                "sip:a@b?Replaces=1",
                "sip:a@b\u0000",
                "sip:a b@c",
                "sip:\u00e9@c",
                "tel:",
                "tel:hello"
            })
    void shouldRefuseWhatIsNone(String text) {
        assertThatThrownBy(() -> ReferTarget.of(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "+1-555.0123, 192.0.2.1, sip:+15550123@192.0.2.1",
        "*98#, example.com, sip:*98%23@example.com",
        "110, 2001:db8::1, sip:110@[2001:db8::1]",
        "sip:a@b, example.com, sip:a@b"
    })
    void shouldLetThePeerDialANumber(String text, String peer, String uri) {
        assertThat(ReferTarget.of(text, peer).toString()).isEqualTo(uri);
    }

    @ParameterizedTest
    @ValueSource(strings = {"+", "1 2", "1\r\n2", "12@evil.example", "12;x", "-", "--"})
    void shouldRefuseWhatIsNoNumber(String text) {
        assertThatThrownBy(() -> ReferTarget.of(text, "192.0.2.1")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseWhatIsTooLong() {
        assertThatThrownBy(() -> ReferTarget.of("1".repeat(300), "192.0.2.1")).hasMessageContaining("at most 256");
        assertThatThrownBy(() -> ReferTarget.of("sip:" + "1".repeat(300) + "@example.com"))
                .hasMessageContaining("at most 256");
    }

    @Test
    void shouldNeverLetALineBreakOrAnotherHeaderThroughWhateverTheText() {
        long seed = 77;
        Random random = new Random(seed);
        String alphabet = "sip:tel@.;?<>\"\r\n\t ,=&%0aA+-[]\u0000\u2028\u00e9";
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder(i % 2 == 0 ? "sip:" : "tel:1");
            for (int n = random.nextInt(20); n > 0; n--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            try {
                String written = ReferTarget.of(text.toString()).toString();
                assertThat(written)
                        .as("seed %d, round %d", seed, i)
                        .isEqualTo(text.toString())
                        .doesNotContainPattern("[\\x00-\\x20<>\"?\\x7f-\\uffff]");
            } catch (IllegalArgumentException refused) {
                assertThat(refused.getMessage()).isNotEmpty();
            }
        }
    }
}
