package io.sidetone.bench.scale;

import static java.lang.Double.NaN;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measurements of one arm in one turn.
 *
 * @param groupUs processor time of each group of threads for a packet pair, in µs
 * @param sent packets that callers sent, as a share of 50 a second and call
 * @param counted packets that the server says came in, as a share of those sent; NaN when it does not count
 * @param delivered packets that came back, as a share of those sent
 * @param latenessMs lateness of the server's frames, 99th percentile; NaN without any
 * @param controlMs lateness of a timer without other work meanwhile, 99th percentile
 * @param refused events that a lane's ring refused
 * @param skipped frames that the server left out
 * @param stale frames of an old turn that the server sent
 * @param failure why nothing could be measured, or null
 */
record Turn(
        Map<String, Double> groupUs,
        double sent,
        double counted,
        double delivered,
        double latenessMs,
        double controlMs,
        double refused,
        double skipped,
        double stale,
        String failure) {
    /** Less work than this was not the work. */
    static final double LEAST_DONE = 0.95;

    /** Frames that are later than this at p99 are a whole frame late. */
    static final double MOST_LATE_MS = 20;

    /** A turn in which nothing could be measured. */
    static Turn failed(String why) {
        return new Turn(Map.of(), NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN, why);
    }

    /** Returns the processor time of a packet pair, all threads, in µs. */
    @JsonProperty
    double costUs() {
        return groupUs.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Returns how late frames were beyond the control timer; NaN without any. */
    double ownLatenessMs() {
        return latenessMs - controlMs;
    }

    /** Returns why the turn does not count, or null: the work was not done. */
    @JsonProperty
    String refusal() {
        if (failure != null) {
            return failure;
        }
        if (sent < LEAST_DONE) {
            return text("the callers sent only %.0f %% of their packets", 100 * sent);
        }
        if (counted < LEAST_DONE) {
            return text("only %.0f %% of the packets sent came in", 100 * counted);
        }
        return delivered < LEAST_DONE ? text("only %.0f %% of the packets sent came back", 100 * delivered) : null;
    }

    /** Returns why the server was not equal to the calls, or null. */
    String strain() {
        String why = refusal();
        if (why != null) {
            return why;
        }
        if (refused > 0) {
            return text("a lane's ring refused %.0f events", refused);
        }
        if (stale > 0) {
            return text("%.0f frames of an old turn were sent", stale);
        }
        return latenessMs > MOST_LATE_MS ? text("frames were %.0f ms late at p99", latenessMs) : null;
    }

    private static String text(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    @Override
    public String toString() {
        if (failure != null) {
            return "refused: " + failure;
        }
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%6.2f µs a packet pair", costUs()));
        List<String> shown = ThreadGroups.ALL.stream()
                .filter(group -> groupUs.getOrDefault(group, 0.0) >= 0.05)
                .toList();
        shown.forEach(group -> line.append(String.format(Locale.ROOT, ", %s %.2f", group, groupUs.get(group))));
        line.append(String.format(Locale.ROOT, "; delivered %.3f, control p99 %.2f ms", delivered, controlMs));
        if (!Double.isNaN(latenessMs)) {
            line.append(String.format(
                    Locale.ROOT, ", late p99 %.2f ms, refused %.0f, skipped %.0f", latenessMs, refused, skipped));
        }
        String why = strain();
        return why == null
                ? line.toString()
                : line.append("; ")
                        .append(refusal() == null ? "" : "refused: ")
                        .append(why)
                        .toString();
    }
}
