package io.sidetone.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/** Prints JMH's results as two small tables: averages with bytes allocated, and distributions with their tails. */
final class SummaryTable {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private final List<String[]> averages = new ArrayList<>();
    private final List<String[]> samples = new ArrayList<>();

    SummaryTable(Collection<RunResult> results) {
        for (RunResult result : results) {
            if (result.getParams().getMode() == Mode.SampleTime) {
                samples.add(sample(result));
            } else {
                averages.add(average(result));
            }
        }
    }

    void print(PrintStream out) {
        if (!averages.isEmpty()) {
            print(out, new String[] {"bench", "mean", "± 99.9 %", "unit", "B/op"}, averages);
        }
        if (!samples.isEmpty()) {
            print(out, new String[] {"bench", "p50", "p99", "p99.9", "max", "unit", "n", "B/op"}, samples);
        }
    }

    private static String[] average(RunResult result) {
        Result<?> primary = result.getPrimaryResult();
        return new String[] {
            name(result),
            number(primary.getScore()),
            number(primary.getScoreError()),
            primary.getScoreUnit(),
            allocated(result)
        };
    }

    private static String[] sample(RunResult result) {
        Result<?> primary = result.getPrimaryResult();
        Statistics s = primary.getStatistics();
        return new String[] {
            name(result),
            number(s.getPercentile(50)),
            number(s.getPercentile(99)),
            number(s.getPercentile(99.9)),
            number(s.getMax()),
            primary.getScoreUnit(),
            String.format(Locale.ROOT, "%,d", s.getN()),
            allocated(result)
        };
    }

    private static String name(RunResult result) {
        BenchmarkParams params = result.getParams();
        String full = params.getBenchmark();
        StringBuilder name = new StringBuilder(full.substring(full.lastIndexOf('.', full.lastIndexOf('.') - 1) + 1));
        for (String key : params.getParamsKeys()) {
            name.append(' ').append(params.getParam(key));
        }
        return name.toString();
    }

    private static String allocated(RunResult result) {
        for (String label : result.getSecondaryResults().keySet()) {
            if (label.endsWith(ALLOCATED)) {
                return number(result.getSecondaryResults().get(label).getScore());
            }
        }
        return "";
    }

    private static String number(double value) {
        if (Double.isNaN(value)) {
            return "";
        }
        if (value < 0.005) {
            return "0";
        }
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f", value);
    }

    private static void print(PrintStream out, String[] header, List<String[]> rows) {
        int[] widths = new int[header.length];
        for (int column = 0; column < header.length; column++) {
            widths[column] = header[column].length();
            for (String[] row : rows) {
                widths[column] = Math.max(widths[column], row[column].length());
            }
        }
        out.println();
        printRow(out, widths, header);
        rows.forEach(row -> printRow(out, widths, row));
    }

    private static void printRow(PrintStream out, int[] widths, String[] cells) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < cells.length; column++) {
            String padding = " ".repeat(widths[column] - cells[column].length());
            line.append(column == 0 ? cells[column] + padding : "  " + padding + cells[column]);
        }
        out.println(line.toString().stripTrailing());
    }
}
