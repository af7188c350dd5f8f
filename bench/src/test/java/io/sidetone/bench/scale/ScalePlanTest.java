package io.sidetone.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScalePlanTest {
    private static final String ARMS = "sidetone,rtpengine,echo,again";

    @Test
    void shouldReadNumbersAndArms() {
        ScalePlan plan = ScalePlan.of("50,200,400,800", "echo,SIDETONE", 5, 8, 15, 0, false);
        assertThat(plan.calls()).containsExactly(50, 200, 400, 800);
        assertThat(plan.arms()).containsExactly(Arm.ECHO, Arm.SIDETONE);
        assertThat(plan.mostCalls()).isEqualTo(800);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "50,many; '--calls 50,many: 'many' is no number of calls from 1 to 1900; write numbers with commas'",
                "0; '--calls 0: '0' is no number of calls'",
                "1901; '--calls 1901: '1901' is no number of calls from 1 to 1900'",
                "50,; '--calls 50,: '' is no number of calls'",
                "200,50; '--calls 200,50: 50 is not more than the number before it; write rising numbers'",
                "50,50; '--calls 50,50: 50 is not more than the number before it'"
            },
            quoteCharacter = '"')
    void shouldSayWhatIsWrongWhenNumbersCannotBeUsed(String calls, String why) {
        assertThatThrownBy(() -> ScalePlan.of(calls, ARMS, 5, 8, 15, 0, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(why.substring(1, why.length() - 1));
    }

    @Test
    void shouldSayWhatIsWrongWhenArmsCannotBeUsed() {
        assertThatThrownBy(() -> ScalePlan.of("50", "sidetone,kamailio", 5, 8, 15, 0, false))
                .hasMessage(
                        "--arms sidetone,kamailio: 'kamailio' is no arm; there are sidetone, oneport, rtpengine, echo, stream, node, again, "
                                + "with commas between them");
        assertThatThrownBy(() -> ScalePlan.of("50", "echo,echo", 5, 8, 15, 0, false))
                .hasMessage("--arms echo,echo: echo is named twice; name each arm once");
        assertThatThrownBy(() -> ScalePlan.of("50", "again,echo", 5, 8, 15, 0, false))
                .hasMessage("--arms again,echo: again is the server a second time and needs sidetone; name it, too");
    }

    @Test
    void shouldSayWhatIsWrongWhenANumberIsOutOfItsRange() {
        assertThatThrownBy(() -> ScalePlan.of("50", ARMS, 0, 8, 15, 0, false))
                .hasMessage("--rounds 0: a whole number from 1 to 1000 belongs there");
        assertThatThrownBy(() -> ScalePlan.of("50", ARMS, 1, 0, 15, 0, false)).hasMessageStartingWith("--seconds 0: ");
        assertThatThrownBy(() -> ScalePlan.of("50", ARMS, 1, 1, 0, 0, false)).hasMessageStartingWith("--warmup 0: ");
        assertThatThrownBy(() -> ScalePlan.of("50", ARMS, 1, 1, 1, -1, false)).hasMessageStartingWith("--rest -1: ");
    }

    @Test
    void shouldHaveRoomForThePortsOfTheMostCalls() {
        int end = 10_000 + SidetoneArm.ports(ScalePlan.MOST_CALLS) + RtpengineArm.ports(ScalePlan.MOST_CALLS);
        assertThat(end).as("below the ports that the system gives away").isLessThan(32_768);
    }
}
