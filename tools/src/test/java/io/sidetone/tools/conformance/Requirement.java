package io.sidetone.tools.conformance;

import java.util.ArrayList;
import java.util.List;

/**
 * One row of the page.
 *
 * @param section heading it stands under
 * @param id what tests carry as a tag
 * @param words the requirement in a few words
 * @param later the work that will cover it, while no test does; empty when none is named
 * @param clauses what each must have a test of its own before the row has passed
 */
record Requirement(String section, String id, String words, String later, List<Clause> clauses) {
    /**
     * A part of a requirement.
     *
     * @param id of the row, a dot and a letter: what tests carry as a tag beside that of the row
     * @param words the clause in a few words
     */
    record Clause(String id, String words) {}

    /**
     * Reads {@code id | words} and {@code id | words | later} lines under {@code # section} lines. Clauses are indented
     * {@code id.letter | words} lines under the line of their row.
     */
    static List<Requirement> parse(List<String> lines) {
        List<Requirement> all = new ArrayList<>();
        String section = "";
        List<Clause> clauses = List.of();
        for (String line : lines) {
            if (line.startsWith("# ")) {
                section = line.substring(2);
            } else if (line.startsWith(" ")) {
                clauses.add(clause(line, all));
            } else if (!line.isBlank()) {
                String[] cells = line.split("\\|");
                if (cells.length != 2 && cells.length != 3) {
                    throw new IllegalArgumentException(
                            "'" + line + "' is no requirement; write: ID | words, or ID | words | what will cover it");
                }
                String later = cells.length == 3 ? cells[2].strip() : "";
                clauses = new ArrayList<>();
                all.add(new Requirement(section, cells[0].strip(), cells[1].strip(), later, clauses));
            }
        }
        return List.copyOf(all);
    }

    private static Clause clause(String line, List<Requirement> before) {
        String row = before.isEmpty() ? "ID" : before.get(before.size() - 1).id();
        String[] cells = line.strip().split("\\|");
        String id = cells[0].strip();
        if (cells.length != 2 || !id.matches(row + "\\.[a-z]")) {
            throw new IllegalArgumentException(
                    "'" + line + "' is no clause of " + row + "; write: " + row + ".a | words");
        }
        return new Clause(id, cells[1].strip());
    }
}
