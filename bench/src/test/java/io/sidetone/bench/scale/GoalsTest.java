package io.sidetone.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GoalsTest {
    private static final Cell AGAIN = Measured.cell(Arm.AGAIN, 400, 16, 16, 16);
    private static final Cell ECHO = Measured.cell(Arm.ECHO, 400, 8, 8, 8);

    private static Goals of(Cell... cells) {
        return Goals.of(Measured.results(false, cells));
    }

    @Test
    void shouldHoldWhenEveryGoalIsMet() {
        Goals goals = of(
                Measured.cell(Arm.SIDETONE, 50, 13, 13, 13).with(new Memory(399, 149, Double.NaN)),
                Measured.cell(Arm.SIDETONE, 400, 14, 14, 14),
                Measured.cell(Arm.RTPENGINE, 400, 17, 17, 18),
                ECHO,
                Measured.cell(Arm.AGAIN, 50, 13, 13, 13),
                Measured.cell(Arm.AGAIN, 400, 14, 14, 14));
        assertThat(goals.lines())
                .containsExactly(
                        "50 calls carried: in most rounds: ok",
                        "400 calls, sidetone ÷ rtpengine 0.82 (0.78 to 0.82): at most 1.2, wanted 0.8: ok",
                        "400 calls, sidetone ÷ echo 1.75 (1.75 to 1.75): at most 1.8, wanted 1.3: ok",
                        "calls of sidetone on one core, extrapolated from 400, frames late by 0.50 ms at p99, none refused: 1429: at least "
                                + "1200, wanted 2000: ok",
                        "50 calls, frames late at p99 beyond the control timer's: 0.200 ms: at most 0.25 ms, wanted 0.1 ms: ok",
                        "50 calls, a quiet one: 149 KB: at most 150 KB: ok",
                        "50 calls, a speaking one: 399 KB: at most 400 KB: ok",
                        "a packet pair of 400 calls ÷ one of 50: 1.08: at most 1.25: ok");
        assertThat(goals.held()).isTrue();
    }

    @Test
    void shouldNotHoldWhenAGoalIsMissed() {
        Goals goals = of(Measured.cell(Arm.SIDETONE, 400, 16, 16, 16), ECHO, AGAIN);
        assertThat(goals.lines())
                .contains("400 calls, sidetone ÷ echo 2.00 (2.00 to 2.00): at most 1.8, wanted 1.3: MISSED");
        assertThat(goals.held()).isFalse();
    }

    @Test
    void shouldJudgeTheServerWhoseCallsShareAPortByItsOwnCosts() {
        Goals goals = of(
                Measured.cell(Arm.SIDETONE, 400, 14, 14, 14),
                Measured.cell(Arm.ONEPORT, 400, 16, 16, 16),
                ECHO,
                Measured.cell(Arm.AGAIN, 400, 14, 14, 14));
        assertThat(goals.lines())
                .contains(
                        "400 calls, oneport ÷ echo 2.00 (2.00 to 2.00): at most 1.8, wanted 1.3: MISSED",
                        "calls of oneport on one core, extrapolated from 400, frames late by 0.50 ms at p99, none refused: 1250: at "
                                + "least 1200, wanted 2000: ok");
        assertThat(goals.held()).isFalse();
    }

    @Test
    void shouldNotJudgeCostsWhenTheServerDiffersFromItself() {
        Goals goals = of(
                Measured.cell(Arm.SIDETONE, 50, 13, 13, 13),
                Measured.cell(Arm.SIDETONE, 400, 16, 16, 16),
                ECHO,
                Measured.cell(Arm.AGAIN, 400, 20, 20, 20));
        assertThat(goals.lines())
                .contains(
                        "400 calls, sidetone ÷ echo 2.00 (2.00 to 2.00): at most 1.8, wanted 1.3: not judged, the machine is "
                                + "busy");
        assertThat(goals.held()).isTrue();
    }

    @Test
    void shouldMissWhenNotEvenTheFewestCallsAreCarried() {
        Goals none = of(ECHO);
        assertThat(none.lines()).containsExactly("50 calls carried: in most rounds: MISSED");
        assertThat(none.held()).isFalse();
        Goals refusing = of(new Cell(Arm.SIDETONE, 50, List.of(Measured.refusing(13)), Memory.NONE));
        assertThat(refusing.lines()).contains("50 calls carried: in most rounds: MISSED");
    }

    @Test
    void shouldNotJudgeLatenessWhenTheControlTimerWasLate() {
        Cell late = new Cell(Arm.SIDETONE, 50, List.of(Measured.late(13, 5, 2.5)), Memory.NONE);
        assertThat(of(late, Measured.cell(Arm.AGAIN, 50, 13)).lines())
                .contains(
                        "50 calls, frames late at p99 beyond the control timer's: 2.500 ms: at most 0.25 ms, wanted 0.1 ms: "
                                + "not judged, the machine is busy");
    }

    @Test
    void shouldMissWhenCostsGrowWithCalls() {
        Goals goals = of(
                Measured.cell(Arm.SIDETONE, 50, 10, 10, 10),
                Measured.cell(Arm.AGAIN, 50, 10, 10, 10),
                Measured.cell(Arm.SIDETONE, 400, 13, 13, 13),
                Measured.cell(Arm.AGAIN, 400, 13, 13, 13));
        assertThat(goals.lines()).contains("a packet pair of 400 calls ÷ one of 50: 1.30: at most 1.25: MISSED");
    }

    @Test
    void shouldCompareOnlyRoundsInWhichBothCount() {
        ScaleResults results = Measured.results(
                false,
                Measured.cell(Arm.SIDETONE, 400, 10, 20, 30),
                new Cell(
                        Arm.ECHO,
                        400,
                        List.of(Measured.turn(10), Measured.undelivered(1), Measured.turn(10)),
                        Memory.NONE));
        assertThat(results.ratios(400, Arm.SIDETONE, Arm.ECHO)).get().hasToString("1.00 (1.00 to 3.00)");
        assertThat(results.ratios(400, Arm.SIDETONE, Arm.RTPENGINE)).isEmpty();
    }

    @Test
    void shouldCompareStreamsWithTheNodeAgent() {
        Goals goals = Goals.of(Measured.results(
                List.of(Arm.STREAM, Arm.NODE),
                false,
                Measured.cell(Arm.STREAM, 50, 20, 20, 30),
                Measured.cell(Arm.NODE, 50, 21, 21, 21)));
        assertThat(goals.lines())
                .containsExactly(
                        "50 calls of stream carried: in most rounds: ok",
                        "50 calls of node carried: in most rounds: ok",
                        "50 streams, medians of 3 rounds, sidetone 1.000 ms ÷ node ws 1.050 ms a call-second 0.95: at most 0.9, wanted "
                                + "0.5: MISSED");
        assertThat(goals.held()).isFalse();
    }

    @Test
    void shouldAllowMoreLatenessWhereOnlyManyCallsWereTried() {
        Cell late = new Cell(Arm.SIDETONE, 200, List.of(Measured.late(13, 5, 0.5)), Memory.NONE);
        assertThat(of(late).lines())
                .contains("200 calls, frames late at p99 beyond the control timer's: 4.500 ms: at most 5 ms: ok");
    }

    @Test
    void shouldHaveNoGoalsForEncryptedCalls() {
        assertThat(Goals.of(Measured.results(true, Measured.cell(Arm.SIDETONE, 400, 16), ECHO))
                        .lines())
                .isEmpty();
    }
}
