package io.sidetone.bench.cost;

import io.sidetone.bench.harness.AllocationProbe;
import io.sidetone.bench.harness.Ratios;
import io.sidetone.bench.harness.Spread;
import java.util.List;
import java.util.Locale;

/** Times of arms that ran in turns, and their ratios round by round. One thread. */
final class ArmTimes {
    private static final int MOST_ROUNDS = 10_000;

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

    /**
     * Adds every arm to the findings: median time of a frame, ratio to its reference (median, least, greatest of the
     * rounds), bytes.
     */
    void state(AllocationProbe findings) {
        for (int i = 0; i < arms.size(); i++) {
            Arm arm = arms.get(i);
            StringBuilder line = new StringBuilder();
            line.append(String.format(Locale.ROOT, "%-58s %8.0f ns", arm.title(), medianNs(i)));
            if (arm.reference() != null) {
                Ratios ratios = Ratios.of(nsPerFrame(i), nsPerFrame(arms.indexOf(arm.reference())));
                line.append("  ")
                        .append(ratios)
                        .append(" of ")
                        .append(arm.reference().title());
                if (arm.title().endsWith(NULL_ARM) && !ratios.nothing()) {
                    line.append("  REFUSED: it should be 1; repeat on a quieter machine");
                }
            }
            line.append(
                    String.format(Locale.ROOT, "  %d B", allocatedBytes[i] / ((long) rounds * arm.framesPerSample())));
            findings.say(line.toString());
        }
    }

    private double medianNs(int arm) {
        return Spread.median(nsPerFrame(arm));
    }

    private double[] nsPerFrame(int arm) {
        double[] ns = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            ns[round] = (double) cpuNs[arm][round] / arms.get(arm).framesPerSample();
        }
        return ns;
    }
}
