package io.sidetone.bench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.bench.harness.Json;
import io.sidetone.bench.harness.Spread;
import io.sidetone.tools.softphone.measure.Percentiles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private static Round round(double worstMs, int missed, double controlP99Ms) {
        return new Round(
                12,
                30,
                List.of(80.0),
                List.of(70.0, 90.0, worstMs),
                missed,
                List.of(800.0),
                0,
                new Percentiles(0.1, 0.2, 0.3),
                new Percentiles(0.1, 0.2, 0.3),
                new Percentiles(0.1, controlP99Ms, 9));
    }

    private static Verdict verdict(Round... rounds) {
        return Verdict.of(List.of(rounds), 5, 250);
    }

    @Test
    void shouldPassWhenTheMedianRoundKeepsTheGate() {
        Round good = round(120, 0, 1);

        Verdict verdict = verdict(good, good, good, round(400, 0, 1), round(900, 0, 1));

        assertThat(verdict.passed()).isTrue();
        assertThat(verdict.lines()).contains("met     gate    interruption p99 ≤ 250 ms");
    }

    @Test
    void shouldMissTheGateWhenMostRoundsDo() {
        Round bad = round(300, 0, 1);

        assertThat(verdict(bad, bad, bad, round(120, 0, 1), round(120, 0, 1)).passed())
                .isFalse();
    }

    @Test
    void shouldMissTheGateWhenAnInterruptionCouldNotBeMeasured() {
        Round good = round(120, 0, 1);

        assertThat(verdict(good, good, good, good, round(120, 1, 1)).passed()).isFalse();
    }

    @Test
    void shouldRefuseToJudgeWhenTheControlTimerIsLate() {
        Round good = round(120, 0, 2);
        Round busy = round(120, 0, 2.01);

        assertThat(verdict(good, good, good, good, good).judgeable()).isTrue();
        assertThat(verdict(good, good, good, good, busy).judgeable()).isFalse();
        assertThat(verdict(good, good, good, good, busy).passed()).isFalse();
    }

    @Test
    void shouldWriteEveryRoundWhenSomeWereRefused() throws Exception {
        List<Round> rounds = new ArrayList<>(Collections.nCopies(5, round(120, 0, 1)));
        rounds.add(round(120, 0, 5));

        JsonNode json =
                new ObjectMapper().readTree(Json.text(Verdict.of(rounds, 5, 250).document()));

        assertThat(json.get("judgedRounds")).hasSize(5);
        assertThat(json.get("refusedRounds")).hasSize(1);
        assertThat(json.get("onsetToLastAgentPacketMs")).hasToString("{\"p50\":80.0,\"p99\":120.0,\"max\":120.0}");
    }

    @Test
    void shouldSayNothingWhenNothingWasMeasured() throws Exception {
        assertThat(Json.text(Spread.of(List.of()))).contains("\"p50\" : null", "\"max\" : null");
        assertThat(verdict().passed()).isFalse();
    }
}
