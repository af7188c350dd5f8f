package io.sidetone.bench.cost;

import io.sidetone.bench.AllocationProbe;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Times of arms that took turns, and their ratios round by round. One thread. */
final class ArmTimes {
    private static final int MOST_ROUNDS = 10_000;

    /** An arm against itself that is further off says that the machine was too busy to compare anything. */
    private static final double NULL_TOLERANCE = 0.1;

    private static final String NULL_ARM = "against itself";

    private final List<Arm> arms;
    private final long[][] cpuNs;
    private final long[] allocatedBytes;
    private int rounds;

    ArmTimes(List<Arm> arms) {
        this.arms = arms;
        this.cpuNs = new long[arms.size()][MOST_ROUNDS];
        this.allocatedBytes = new long[arms.size()];
    }

    void nextRound() {
        rounds++;
    }

    void sample(int arm, long ns, long bytes) {
        cpuNs[arm][rounds - 1] = ns;
        allocatedBytes[arm] += bytes;
    }

    /** States every arm: median time of a frame, ratio to its reference (median, least, greatest of the rounds), bytes. */
    void state(AllocationProbe witness) {
        for (int i = 0; i < arms.size(); i++) {
            Arm arm = arms.get(i);
            StringBuilder line = new StringBuilder();
            line.append(String.format(Locale.ROOT, "%-58s %8.0f ns", arm.title(), medianNs(i)));
            if (arm.reference() != null) {
                double[] ratios = ratios(i, arms.indexOf(arm.reference()));
                double median = ratios[ratios.length / 2];
                line.append(String.format(
                        Locale.ROOT,
                        "  %.2f of %s (%.2f to %.2f)",
                        median,
                        arm.reference().title(),
                        ratios[0],
                        ratios[ratios.length - 1]));
                if (arm.title().endsWith(NULL_ARM) && Math.abs(median - 1) > NULL_TOLERANCE) {
                    line.append("  REFUSED: it should be 1; repeat on a quieter machine");
                }
            }
            line.append(
                    String.format(Locale.ROOT, "  %d B", allocatedBytes[i] / ((long) rounds * arm.framesPerSample())));
            witness.say(line.toString());
        }
    }

    private double medianNs(int arm) {
        long[] sorted = Arrays.copyOf(cpuNs[arm], rounds);
        Arrays.sort(sorted);
        return (double) sorted[rounds / 2] / arms.get(arm).framesPerSample();
    }

    private double[] ratios(int arm, int reference) {
        double[] ratios = new double[rounds];
        double perFrame =
                (double) arms.get(reference).framesPerSample() / arms.get(arm).framesPerSample();
        for (int round = 0; round < rounds; round++) {
            ratios[round] = perFrame * cpuNs[arm][round] / cpuNs[reference][round];
        }
        Arrays.sort(ratios);
        return ratios;
    }
}
