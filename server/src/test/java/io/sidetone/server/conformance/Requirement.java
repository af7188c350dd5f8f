package io.sidetone.server.conformance;

import java.util.ArrayList;
import java.util.List;

/**
 * One row of the page.
 *
 * @param section heading it stands under
 * @param id what tests carry as a tag
 * @param words the requirement in a few words
 * @param later the work that will cover it, while no test does; empty when none is named
 */
record Requirement(String section, String id, String words, String later) {
    /** Reads {@code id | words} and {@code id | words | later} lines under {@code # section} lines. */
    static List<Requirement> parse(List<String> lines) {
        List<Requirement> all = new ArrayList<>();
        String section = "";
        for (String line : lines) {
            if (line.startsWith("# ")) {
                section = line.substring(2);
            } else if (!line.isBlank()) {
                String[] cells = line.split("\\|");
                if (cells.length != 2 && cells.length != 3) {
                    throw new IllegalArgumentException(
                            "'" + line + "' is no requirement; write: ID | words, or ID | words | what will cover it");
                }
                String later = cells.length == 3 ? cells[2].strip() : "";
                all.add(new Requirement(section, cells[0].strip(), cells[1].strip(), later));
            }
        }
        return List.copyOf(all);
    }
}
