package io.sidetone.transport.sip.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What hostile input may cost, counted in characters looked at, not in time. */
class ParseCostTest {
    private static final SipLimits OPEN = new SipLimits(1 << 20, 100_000, 1 << 20, 100_000, 100_000, 100_000);

    static Stream<Arguments> hostile() {
        return Stream.of(
                Arguments.of("30,000 parameters", SipRule.LINE_TOO_LONG, big("To: <sip:a@b>" + ";p".repeat(30_000))),
                Arguments.of("65 parameters", SipRule.TOO_MANY_PARAMETERS, big("To: <sip:a@b>" + ";p".repeat(65))),
                Arguments.of(
                        "65 URI parameters", SipRule.TOO_MANY_PARAMETERS, big("To: <sip:a@b" + ";p".repeat(65) + ">")),
                Arguments.of(
                        "300 Via in lines",
                        SipRule.TOO_MANY_HEADERS,
                        big("Via: SIP/2.0/UDP a;branch=x\n".repeat(300) + "v: SIP/2.0/UDP a")),
                Arguments.of(
                        "21 Via in lines",
                        SipRule.TOO_MANY_VIAS,
                        big("Via: SIP/2.0/UDP a;branch=x\n".repeat(20) + "v: SIP/2.0/UDP a")),
                Arguments.of(
                        "300 Via in one line",
                        SipRule.TOO_MANY_VIAS,
                        big("Via: SIP/2.0/UDP a;branch=x" + ",SIP/2.0/UDP b".repeat(300))),
                Arguments.of("header of 64 KiB", SipRule.LINE_TOO_LONG, big("Subject: " + "x".repeat(65_536))),
                Arguments.of(
                        "header of 64 KiB, folded", SipRule.LINE_TOO_LONG, big("Subject: " + "x\n ".repeat(20_000))),
                Arguments.of(
                        "long Route list", SipRule.TOO_MANY_VALUES, big("Route: <sip:a>" + ",<sip:b>".repeat(900))),
                Arguments.of(
                        "Route in 129 lines", SipRule.TOO_MANY_HEADERS, big("Route: <sip:a>\n".repeat(129) + "s: x")),
                Arguments.of("Contact list", SipRule.TOO_MANY_VALUES, big("Contact: <sip:a>" + ",<sip:b>".repeat(900))),
                Arguments.of(
                        "long Request-URI",
                        SipRule.REQUEST_LINE_TOO_LONG,
                        big("s: x").replace("sip:desk@", "sip:" + "d".repeat(9000) + "@")));
    }

    private static String big(String header) {
        return Wire.request("OPTIONS").replace("Max-Forwards: 70", header);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostile")
    void shouldStopAtLimitWhenMessageIsHostile(String name, SipRule rule, String text) {
        byte[] bytes = Wire.bytes(text);
        SipLimits limits = SipLimits.stream();
        SipLimits roomy = new SipLimits(
                1 << 20,
                limits.maxHeaders(),
                limits.maxLineBytes(),
                limits.maxVias(),
                limits.maxParameters(),
                limits.maxListValues());
        ParseBudget budget = new ParseBudget(roomy, bytes.length);

        SipParseException problem =
                catchThrowableOfType(SipParseException.class, () -> SipParser.parse(bytes, 0, bytes.length, budget));

        assertThat(problem).as(name).isNotNull();
        assertThat(problem.rule()).isEqualTo(rule);
        assertThat(budget.steps()).isLessThan(6L * bytes.length);
    }

    @ParameterizedTest
    @ValueSource(ints = {16 * 1024 + 1, 64 * 1024, 1 << 20})
    void shouldRefuseBeforeHeadersWhenDatagramIsTooLarge(int size) {
        byte[] bytes = Arrays.copyOf(Wire.bytes(Wire.request("INVITE")), size);
        ParseBudget budget = new ParseBudget(SipLimits.datagram(), bytes.length);

        SipParseException problem =
                catchThrowableOfType(SipParseException.class, () -> SipParser.parse(bytes, 0, bytes.length, budget));

        assertThat(problem.rule()).isEqualTo(SipRule.MESSAGE_TOO_LARGE);
        assertThat(problem.statusCode()).isEqualTo(413);
        assertThat(budget.steps()).isLessThan(200);
    }

    /** Without limits the work must still grow with the length and not faster. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                ";p",
                ";p=v",
                ";p=\"q\\\"q\"",
                ",<sip:b;x;y=z>",
                ",\"a,b\" <sip:%41@[::1]:5060>;q=1",
                ",sip:b",
                " ",
                "\n ",
                ",x<sip:b>"
            })
    void shouldCostInProportionToLengthWhenLimitsAreOpen(String unit) throws SipParseException {
        long small = steps(unit, 500);
        long large = steps(unit, 5000);

        assertThat(large).isLessThan(11 * small);
    }

    private static long steps(String unit, int count) throws SipParseException {
        byte[] bytes = Wire.bytes(big("Contact: <sip:a@b>" + unit.repeat(count)));
        ParseBudget budget = new ParseBudget(OPEN, bytes.length);
        SipParser.parse(bytes, 0, bytes.length, budget);
        return budget.steps();
    }

    @ParameterizedTest
    @ValueSource(strings = {"<", "\"", "[", ";", ",", "=", "\\", "%", "sip:", "<sip:", "\"\\", ";=", "<>"})
    void shouldStayWithinBudgetWhenSeparatorsRepeat(String unit) {
        byte[] bytes = Wire.bytes(big("Contact: " + unit.repeat(7000 / unit.length())));
        ParseBudget budget = new ParseBudget(OPEN, bytes.length);

        SipParseException problem =
                catchThrowableOfType(SipParseException.class, () -> SipParser.parse(bytes, 0, bytes.length, budget));

        assertThat(problem).isNotNull();
        assertThat(problem.rule()).isNotEqualTo(SipRule.TOO_COSTLY);
        assertThat(budget.steps()).isLessThan(6L * bytes.length);
    }
}
