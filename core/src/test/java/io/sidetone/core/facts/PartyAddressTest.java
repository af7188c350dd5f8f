package io.sidetone.core.facts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartyAddressTest {
    private static final NumberPlan GERMAN = new NumberPlan("+49", "0", "00", NumberPlan.Bare.AS_IS);
    private static final NumberPlan AMERICAN = new NumberPlan("+1", "1", "011", NumberPlan.Bare.NATIONAL);
    private static final NumberPlan BARE = new NumberPlan("+49", "0", "00", NumberPlan.Bare.INTERNATIONAL);

    @ParameterizedTest
    @CsvSource({
        "sip:+4930123456@192.0.2.1:5060;user=phone, +4930123456",
        "<sip:004930123456@carrier.example>, +4930123456",
        "sip:030123456@carrier.example, +4930123456",
        "sip:%2B4930123456@carrier.example, +4930123456",
        "sip:+4930123456;npdi;rn=+4930@carrier.example;user=phone, +4930123456",
        "sip:+4930123456;verstat=TN-Validation-Passed@carrier.example, +4930123456",
        "\"+1 555\" <tel:+49-(30)-123.456>, +4930123456",
        "tel:7042;phone-context=+1914555, +19145557042",
        "tel:030123456;phone-context=+49, +4930123456",
        "sip:030123456;phone-context=example.com@carrier.example, +4930123456",
        "sip:4930123456@carrier.example, 4930123456",
        "110, 110",
        "sip:100@pbx.example, 100",
        "sip:0@pbx.example, 0",
        "sip:00@pbx.example, 00",
        "sip:alice@example.com, ''",
        "sip:+49alice@example.com, ''",
        "sip:*97@example.com, ''",
        "sip:+1234567890123456@example.com, ''",
        "sip:+049301@example.com, ''",
        "sip:0001234567@example.com, 0001234567"
    })
    void shouldReadNumbersAsTheTrunkWritesThem(String address, String number) {
        assertThat(PartyAddress.of(address).number(GERMAN)).isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource({
        "sip:2125550100@x, +12125550100",
        "sip:12125550100@x, +12125550100",
        "sip:0114930123456@x, +4930123456",
        "sip:911@x, 911",
        "sip:555010@x, 555010"
    })
    void shouldAddTheCountryToLongNumbersWithoutPrefixWhereTheTrunkSaysSo(String address, String number) {
        assertThat(PartyAddress.of(address).number(AMERICAN)).isEqualTo(number);
        assertThat(PartyAddress.of("sip:4930123456@x").number(BARE)).isEqualTo("+4930123456");
    }

    @Test
    void shouldLeaveNumbersAloneWhenNothingIsKnownOfTheTrunk() {
        assertThat(PartyAddress.of("sip:030123456@x").number(NumberPlan.UNKNOWN))
                .isEqualTo("030123456");
        assertThat(PartyAddress.of("sip:+4930123456@x").number(NumberPlan.UNKNOWN))
                .isEqualTo("+4930123456");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "sip:anonymous@anonymous.invalid",
                "\"Anonymous\" <sip:anonymous@anonymous.invalid;user=phone>",
                "sip:+4930123456@anonymous.invalid",
                "sip:+4930123456;x=y@anonymous.invalid",
                "Restricted",
                "sip:@host"
            })
    void shouldKnowNobodyWhoHides(String address) {
        assertThat(PartyAddress.of(address).nobody()).isTrue();
        assertThat(PartyAddress.of(address).number(GERMAN)).isEmpty();
    }
}
