package io.sidetone.tools.history;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Calls of the list, one a line, in columns. */
public final class CallTable {
    private static final List<String> HEAD = List.of(
            "CALL", "STARTED", "STATE", "WAY", "CALLER → CALLED", "AGENT", "LENGTH", "TURNS", "WORST ANSWER", "END");
    private static final String GAP = "  ";

    private CallTable() {}

    /**
     * Returns a line of headings and one for each of {@code calls}.
     *
     * @param zone of the times
     * @param width characters of a line; what is longer is cut
     */
    public static List<String> lines(List<JsonNode> calls, ZoneId zone, int width) {
        List<List<String>> rows = new ArrayList<>(List.of(HEAD));
        calls.forEach(call -> rows.add(row(call, zone)));
        int[] widths = new int[HEAD.size()];
        rows.forEach(row -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        return rows.stream().map(row -> line(row, widths, width)).toList();
    }

    private static List<String> row(JsonNode call, ZoneId zone) {
        long turns = Shown.number(call, "/turns");
        long worstMs = Shown.number(call, "/worstAnswerMs");
        String cause = Shown.text(call, "/state").equals("refused") ? "" : Shown.text(call, "/cause", "/end/cause");
        String how =
                cause.isEmpty() ? (Shown.text(call, "/status") + " " + Shown.text(call, "/reason")).strip() : cause;
        long attempts = Shown.number(call, "/attempts");
        return List.of(
                Shown.text(call, "/callId"),
                Shown.local(Shown.instant(call, "/startedAt"), zone),
                Shown.text(call, "/state").toLowerCase(Locale.ROOT),
                Shown.text(call, "/direction"),
                Shown.party(Shown.text(call, "/from")) + " → " + Shown.party(Shown.text(call, "/to")),
                Shown.text(call, "/agent"),
                Shown.length(Shown.number(call, "/durationMs", "/ageMs")),
                turns < 0 ? "" : turns + "/" + Math.max(0, Shown.number(call, "/interruptions")),
                worstMs < 0 ? "" : worstMs + " ms",
                attempts > 1 ? how + " (" + attempts + " times)" : how);
    }

    private static String line(List<String> row, int[] widths, int width) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = row.get(i);
            line.append(cell).append(" ".repeat(widths[i] - cell.length())).append(GAP);
        }
        String whole = line.toString().stripTrailing();
        return whole.length() <= width ? whole : whole.substring(0, width - 1) + "…";
    }
}
