package io.sidetone.tools.scenario.file;

import java.nio.file.Path;
import java.util.List;

/**
 * A scenario and where it stands.
 *
 * @param file of the scenario
 * @param scenario what is in it; its agent is the one that the file names where it names none itself
 * @param lines of the file
 */
public record ScenarioCase(Path file, Scenario scenario, LineIndex lines) {
    /** Returns the path of the scenario in its file. */
    public String path() {
        return ScenarioReader.SCENARIOS + "." + scenario.name();
    }

    /** Returns the line of {@code part} of the scenario, such as {@code caller[1].say}. */
    public int line(String part) {
        return lines.line(part.isEmpty() ? path() : path() + "." + part);
    }

    /** Returns it with another seed. */
    public ScenarioCase withSeed(int seed) {
        return new ScenarioCase(file, scenario.withSeed(seed), lines);
    }

    /** Returns it with the steps that its persona took. */
    public ScenarioCase played(List<CallerStep> steps) {
        return new ScenarioCase(file, scenario.played(steps), lines);
    }

    /** Returns where {@code part} stands, for problems of several files. */
    public String place(String part) {
        return file + " line " + line(part) + ": " + path() + "." + part;
    }
}
