package io.sidetone.server.conformance;

import java.util.ArrayList;
import java.util.List;

/**
 * One row of the page.
 *
 * @param section heading it stands under
 * @param id what tests carry as a tag
 * @param words the requirement in a few words
 */
record Requirement(String section, String id, String words) {
    /** Reads {@code id | words} lines under {@code # section} lines. */
    static List<Requirement> parse(List<String> lines) {
        List<Requirement> all = new ArrayList<>();
        String section = "";
        for (String line : lines) {
            if (line.startsWith("# ")) {
                section = line.substring(2);
            } else if (!line.isBlank()) {
                String[] cells = line.split("\\|", 2);
                if (cells.length != 2) {
                    throw new IllegalArgumentException("'" + line + "' is no requirement; write: ID | words");
                }
                all.add(new Requirement(section, cells[0].strip(), cells[1].strip()));
            }
        }
        return List.copyOf(all);
    }
}
