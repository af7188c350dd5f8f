package io.sidetone.tools.softphone.script;

import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.ConfigProblem;
import io.sidetone.tools.scenario.file.CallerStep;
import io.sidetone.tools.scenario.file.LineFaults;
import io.sidetone.tools.scenario.file.ScenarioCase;
import io.sidetone.tools.scenario.file.ScenarioReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;

/** Reads the file of a script: a scenario file with one scenario, or for one release more the lines of {@link LineScript}. */
public final class ScriptFile {
    private static final long MAX_BYTES = 1 << 20;
    private static final Pattern SCENARIOS = Pattern.compile("(?m)^[\\s{\uFEFF]*\"?scenarios\"?\\s*:");

    private final SpokenSteps sounds;
    private final SortedMap<Integer, List<String>> problems = new TreeMap<>();

    private ScriptFile(SpokenSteps sounds) {
        this.sounds = sounds;
    }

    /**
     * Reads {@code file}; its paths start from its folder.
     *
     * @param sampleRateHz of the line
     * @param notices takes one line about a script that is written in lines
     * @throws IOException when it cannot be read at all; the message gives the remedy
     * @throws ScriptException with everything that is wrong with it
     */
    public static CallScript read(Path file, int sampleRateHz, Consumer<String> notices)
            throws IOException, ScriptException {
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException("script " + file + " is larger than " + MAX_BYTES + " bytes; give a script");
        }
        String text;
        try {
            text = Files.readString(file);
        } catch (MalformedInputException e) {
            throw new IOException("script " + file + " is no UTF-8 text; give a script", e);
        }
        ScriptFile script = new ScriptFile(new SpokenSteps(file.toAbsolutePath().getParent(), sampleRateHz));
        if (SCENARIOS.matcher(text).find()) {
            ScenarioCase only = scenario(file);
            return script.of(
                    only.scenario().caller(),
                    step -> only.line("caller[" + step + "]"),
                    only.scenario().onReprompt().isPresent(),
                    only.scenario().line());
        }
        LineScript lines = new LineScript(text, script::problem);
        CallScript read = script.of(lines.steps(), lines::line, lines.repeats(), LineFaults.NONE);
        notices.accept(file + " is written in lines, which are read for one release more; write a scenario file: "
                + lines.asScenario());
        return read;
    }

    private static ScenarioCase scenario(Path file) throws ScriptException {
        try {
            List<ScenarioCase> cases = ScenarioReader.read(file, System::getenv);
            ScenarioCase only = cases.get(0);
            if (cases.size() > 1) {
                throw new ScriptException(List.of("scenarios: has " + cases.size()
                        + " scenarios, of which a call plays one; leave one in the file"));
            }
            if (only.scenario().persona().on()) {
                throw new ScriptException(
                        List.of(only.path() + ".persona: is played by test alone; write the steps of caller"));
            }
            return only;
        } catch (ConfigException e) {
            String named = file + ": ";
            throw new ScriptException(e.problems().stream()
                    .map(ConfigProblem::toString)
                    .map(problem -> problem.startsWith(named) ? problem.substring(named.length()) : problem)
                    .toList());
        }
    }

    private CallScript of(List<CallerStep> written, IntUnaryOperator lines, boolean repeats, LineFaults faults)
            throws ScriptException {
        List<ScriptStep> steps = new ArrayList<>();
        for (int i = 0; i < written.size(); i++) {
            boolean listens = i == 0 || written.get(i - 1).wantsAnswer();
            try {
                steps.add(sounds.step(lines.applyAsInt(i), written.get(i), listens));
            } catch (IOException e) {
                problem(lines.applyAsInt(i), e.getMessage());
            }
        }
        if (!problems.isEmpty()) {
            throw new ScriptException(
                    problems.values().stream().flatMap(List::stream).toList());
        }
        return new CallScript(steps, repeats, faults);
    }

    private void problem(int line, String text) {
        // The text of the user is printed on a terminal.
        problems.computeIfAbsent(line, first -> new ArrayList<>())
                .add("line " + line + ": " + text.replaceAll("\\p{Cntrl}", "?"));
    }
}
