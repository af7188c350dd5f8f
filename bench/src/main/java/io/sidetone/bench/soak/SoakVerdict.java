package io.sidetone.bench.soak;

import io.sidetone.bench.harness.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Verdict on what a soak shows: that nothing was refused or stale, that no call failed, that callers have interrupted, and that the last
 * third of the time needs as much heap, as many threads and as many open files as the first. Resident memory is shown and not judged:
 * without a limit the JVM spreads over the quarter of the memory that it may take.
 *
 * @param samples in order, those of the warm-up left out
 * @param failures of calls, and how often
 */
record SoakVerdict(List<Sample> samples, Map<String, Integer> failures) {
    /** Heap may differ by a tenth and this much from third to third: what buffers and caches take by chance. */
    private static final double HEAP_SLACK_MB = 8;

    private static final double HEAP_SHARE = 1.1;

    /** Two sockets for each call that is up just then. */
    private static final int DESCRIPTORS_SLACK = 20;

    private static final double DESCRIPTORS_SHARE = 1.1;

    /** Compilers and collectors begin and end threads of their own. */
    private static final int THREADS_SLACK = 2;

    private static final int FEWEST_SAMPLES = 6;

    /** Returns what is wrong; empty when nothing is. */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        if (samples.size() < FEWEST_SAMPLES) {
            faults.add(samples.size()
                    + " samples after the warm-up say nothing of growth; run at least twice as long as the warm-up");
            return faults;
        }
        Sample last = samples.get(samples.size() - 1);
        none(faults, "ring events refused", last.refused());
        none(faults, "frames of an old turn sent", last.stale());
        failures.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(failure -> faults.add(failure.getValue() + " calls: " + failure.getKey()));
        grew(
                faults,
                "heap grew from %.1f to %.1f MB (medians of the thirds)",
                each -> each.heapBytes() / 1e6,
                HEAP_SHARE,
                HEAP_SLACK_MB);
        if (last.interruptions() <= samples.get(0).interruptions()) {
            faults.add("no caller has interrupted; the calls do not do what they are to show");
        }
        grew(
                faults,
                "open files and sockets grew from %.0f to %.0f",
                Sample::descriptors,
                DESCRIPTORS_SHARE,
                DESCRIPTORS_SLACK);
        grew(faults, "threads grew from %.0f to %.0f", Sample::threads, 1, THREADS_SLACK);
        return faults;
    }

    /** Adds {@code fault} when the median of the last third is more than a share and a slack of the first third's. */
    private void grew(List<String> faults, String fault, ToDoubleFunction<Sample> figure, double share, double slack) {
        double then = median(first(), figure);
        double now = median(last(), figure);
        if (now > share * then + slack) {
            faults.add(String.format(Locale.ROOT, fault, then, now));
        }
    }

    private static void none(List<String> faults, String what, double count) {
        if (count > 0) {
            faults.add(String.format(Locale.ROOT, "%.0f %s; must be 0", count, what));
        }
    }

    private List<Sample> first() {
        return samples.subList(0, samples.size() / 3);
    }

    private List<Sample> last() {
        return samples.subList(samples.size() - samples.size() / 3, samples.size());
    }

    private static double median(List<Sample> part, ToDoubleFunction<Sample> figure) {
        return Spread.median(part.stream().mapToDouble(figure).toArray());
    }

    /** Returns the summary for people. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (samples.size() >= FEWEST_SAMPLES) {
            lines.add(String.format(
                    Locale.ROOT,
                    "heap %.1f -> %.1f MB, resident %.0f -> %.0f MB, threads %.0f -> %.0f (medians of the first and the last third)",
                    median(first(), Sample::heapBytes) / 1e6,
                    median(last(), Sample::heapBytes) / 1e6,
                    median(first(), Sample::residentBytes) / 1e6,
                    median(last(), Sample::residentBytes) / 1e6,
                    median(first(), Sample::threads),
                    median(last(), Sample::threads)));
        }
        List<String> faults = faults();
        faults.forEach(fault -> lines.add("FAULT  " + fault));
        lines.add(
                faults.isEmpty()
                        ? "held: nothing refused, nothing stale, no call failed, heap and threads flat"
                        : "NOT held");
        return lines;
    }
}
