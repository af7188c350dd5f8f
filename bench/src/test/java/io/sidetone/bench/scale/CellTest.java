package io.sidetone.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.bench.harness.Range;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CellTest {
    private static Cell of(Turn... turns) {
        return new Cell(Arm.SIDETONE, 800, List.of(turns), Memory.NONE);
    }

    @Test
    void shouldGiveTheMiddleTheLeastAndTheGreatestOfTheRoundsThatCount() {
        Cell cell = of(Measured.turn(40), Measured.turn(60), Measured.undelivered(1), Measured.turn(50));
        assertThat(cell.costUs()).isEqualTo(new Range(50, 40, 60));
        assertThat(cell.groupUs("lane")).isEqualTo(49);
        assertThat(cell.callsPerCore()).isEqualTo(400);
        assertThat(cell.limit()).isNull();
    }

    @Test
    void shouldSayWhyWhenMostRoundsDidNotCarryTheCalls() {
        Cell cell = of(Measured.turn(40), Measured.refusing(45), Measured.late(45, 21, 1));
        assertThat(cell.limit())
                .isEqualTo(
                        "sidetone does not carry 800 calls: in 2 of 3 rounds it did not, in the first of them a lane's ring "
                                + "refused 12 events.");
        assertThat(cell.costUs())
                .as("costs of such rounds count: the work was done")
                .isEqualTo(new Range(45, 40, 45));
    }

    @Test
    void shouldHaveNoFiguresWhenNothingCouldBeMeasured() {
        Cell cell = of(Turn.failed("no call was answered"));
        assertThat(cell.costUs()).hasToString("–");
        assertThat(cell.limit()).contains("1 of 1 rounds").contains("no call was answered");
    }

    @Test
    void shouldRefuseATurnInWhichTheWorkWasNotDone() {
        assertThat(Measured.undelivered(3).refusal()).isEqualTo("only 90 % of the packets sent came back");
        assertThat(new Turn(Map.of(), 0.94, 1, 1, 1, 1, 0, 0, 0, null).refusal())
                .isEqualTo("the callers sent only 94 % of their packets");
        assertThat(new Turn(Map.of(), 1, 0.5, 1, 1, 1, 0, 0, 0, null).refusal())
                .isEqualTo("only 50 % of the packets sent came in");
        assertThat(Measured.refusing(3).refusal()).isNull();
        assertThat(Measured.turn(3).strain()).isNull();
        assertThat(Measured.late(3, 20.4, 1).strain()).isEqualTo("frames were 20 ms late at p99");
    }

    @Test
    void shouldPrintATurnInALine() {
        assertThat(Measured.refusing(45))
                .hasToString(
                        " 45.00 µs a packet pair, lane 45.00; delivered 1.000, control p99 0.30 ms, late p99 0.50 ms, "
                                + "refused 12, skipped 3; a lane's ring refused 12 events");
        assertThat(Measured.undelivered(4)).asString().endsWith("; refused: only 90 % of the packets sent came back");
        assertThat(Turn.failed("why")).hasToString("refused: why");
    }
}
