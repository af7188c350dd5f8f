package io.sidetone.bench.cost;

import io.sidetone.bench.harness.AllocationProbe;
import io.sidetone.bench.harness.Quiet;
import io.sidetone.bench.harness.Ratios;
import io.sidetone.bench.harness.Spread;
import java.util.List;
import java.util.Locale;

/** Times of variants that ran in turns, and their ratios round by round. One thread. */
final class VariantTimes {
    private static final int MOST_ROUNDS = 10_000;

    /** Less is nothing: a call may allocate when its turn changes, and never for a frame. */
    private static final double LEAST_BYTES = 0.5;

    private static final String CONTROL = "against itself";

    private final List<Variant> variants;
    private final long[][] cpuNs;
    private final long[] allocatedBytes;
    private int rounds;

    VariantTimes(List<Variant> variants) {
        this.variants = variants;
        this.cpuNs = new long[variants.size()][MOST_ROUNDS];
        this.allocatedBytes = new long[variants.size()];
    }

    void nextRound() {
        rounds++;
    }

    void sample(int variant, long ns, long bytes) {
        cpuNs[variant][rounds - 1] = ns;
        allocatedBytes[variant] += bytes;
    }

    /**
     * Adds every variant to the findings: median time of a frame, ratio to its reference (median, least, greatest of the
     * rounds), bytes.
     */
    void state(AllocationProbe findings) {
        for (int i = 0; i < variants.size(); i++) {
            Variant variant = variants.get(i);
            StringBuilder line = new StringBuilder();
            line.append(String.format(Locale.ROOT, "%-58s %8.0f ns", variant.title(), medianNs(i)));
            if (variant.reference() != null) {
                Ratios ratios = ratios(variant);
                line.append("  ")
                        .append(ratios)
                        .append(" of ")
                        .append(variant.reference().title());
                if (variant.title().endsWith(CONTROL) && !ratios.nothing()) {
                    line.append("  REFUSED: it should be 1; repeat on a quieter machine");
                }
            }
            line.append(String.format(Locale.ROOT, "  %.0f B", bytesPerFrame(i)));
            findings.say(line.toString());
        }
    }

    /** Adds a line for each variant that has a limit, judged when the control variant equals itself. */
    void judge(AllocationProbe findings) {
        boolean same = variants.stream()
                .filter(variant -> variant.title().endsWith(CONTROL))
                .allMatch(variant -> ratios(variant).nothing());
        Quiet quiet = new Quiet(same ? 0 : Double.POSITIVE_INFINITY);
        for (Variant variant : variants) {
            if (!Double.isNaN(variant.most())) {
                Ratios ratios = ratios(variant);
                findings.say(String.format(
                        Locale.ROOT,
                        "%s ÷ %s %s: %s",
                        variant.title(),
                        variant.reference().title(),
                        ratios,
                        quiet.judged(
                                ratios.median() <= variant.most(),
                                "at most " + variant.most() + ", wanted " + variant.wanted())));
                double bytes = bytesPerFrame(variants.indexOf(variant));
                // What is allocated does not depend on what else the machine does.
                findings.say(String.format(
                        Locale.ROOT,
                        "%s, allocated for a frame %.2f B: %s",
                        variant.title(),
                        bytes,
                        new Quiet(0).judged(bytes < LEAST_BYTES, "at most 0 B")));
            }
        }
    }

    private Ratios ratios(Variant variant) {
        return Ratios.of(nsPerFrame(variants.indexOf(variant)), nsPerFrame(variants.indexOf(variant.reference())));
    }

    private double bytesPerFrame(int variant) {
        return (double) allocatedBytes[variant]
                / ((long) rounds * variants.get(variant).framesPerSample());
    }

    private double medianNs(int variant) {
        return Spread.median(nsPerFrame(variant));
    }

    private double[] nsPerFrame(int variant) {
        double[] ns = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            ns[round] = (double) cpuNs[variant][round] / variants.get(variant).framesPerSample();
        }
        return ns;
    }
}
