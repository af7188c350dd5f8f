package io.sidetone.bench.scale;

import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/** Results as a run would have them. */
final class Measured {
    private Measured() {}

    static Turn turn(double costUs) {
        return new Turn(Map.of("lane", costUs - 1, "media", 1.0), 1, 1, 1, 0.5, 0.3, 0, 0, 0, null);
    }

    static Turn undelivered(double costUs) {
        return new Turn(Map.of("media", costUs), 1, Double.NaN, 0.9, Double.NaN, 0.3, 0, 0, 0, null);
    }

    static Turn refusing(double costUs) {
        return new Turn(Map.of("lane", costUs), 1, 1, 1, 0.5, 0.3, 12, 3, 0, null);
    }

    static Turn late(double costUs, double latenessMs, double controlMs) {
        return new Turn(Map.of("lane", costUs), 1, 1, 1, latenessMs, controlMs, 0, 0, 0, null);
    }

    static Cell cell(Arm arm, int calls, double... costsUs) {
        return new Cell(
                arm, calls, DoubleStream.of(costsUs).mapToObj(Measured::turn).toList(), Memory.NONE);
    }

    /** Of a plan with every arm that is called by SIP. */
    static ScaleResults results(boolean srtp, Cell... cells) {
        return results(List.of(Arm.SIDETONE, Arm.ONEPORT, Arm.RTPENGINE, Arm.ECHO, Arm.AGAIN), srtp, cells);
    }

    static ScaleResults results(List<Arm> arms, boolean srtp, Cell... cells) {
        List<Integer> calls = List.of(50, 200, 400);
        ScaleResults results =
                new ScaleResults(new ScalePlan(calls, arms, 3, 5, 15, 0, srtp), List.of("- machine \"a\""));
        for (Cell cell : cells) {
            results.add(cell);
        }
        return results;
    }
}
