package io.sidetone.tools.softphone.script;

import io.sidetone.tools.scenario.file.CallerStep;
import io.sidetone.tools.scenario.file.YamlText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Translates scripts as they were written before into steps of a scenario: {@code CONDITION: ACTION}, one per line.
 * Empty lines and lines that begin with {@code #} are skipped.
 *
 * <pre>
 * after-agent-turn: say TEXT | play WAV | dtmf DIGITS | hangup
 * at MS: …
 * talk+MS: …
 * on-reprompt: repeat
 * </pre>
 */
final class LineScript {
    private static final long MAX_MS = 600_000;
    private static final int MAX_STEPS = 1_000;
    private static final int MAX_QUOTED = 60;
    private static final Pattern AT = Pattern.compile("at\\s+(\\S+)");
    private static final Pattern TALK = Pattern.compile("talk\\s*\\+\\s*(\\S+)");
    private static final Pattern DIGITS = Pattern.compile("[0-9*#A-Da-d]{1,64}");

    private final BiConsumer<Integer, String> problems;
    private final List<Integer> lines = new ArrayList<>();
    private final List<Map<String, String>> steps = new ArrayList<>();
    private boolean repeats;
    private int hangUpLine;

    /**
     * Reads a script.
     *
     * @param text the whole file
     * @param problems takes the number of each wrong line, counted from 1, with problem and remedy
     */
    LineScript(String text, BiConsumer<Integer, String> problems) {
        this.problems = problems;
        String[] all = text.split("\\R", -1);
        boolean wrong = false;
        for (int i = 0; i < all.length; i++) {
            String line = all[i].strip();
            if (i == 0 && line.startsWith("\uFEFF")) {
                line = line.substring(1).strip();
            }
            if (!line.isEmpty() && !line.startsWith("#")) {
                wrong |= !read(i + 1, line);
            }
        }
        if (steps.isEmpty() && !wrong) {
            problems.accept(1, "the script does nothing; write at least one line such as 'after-agent-turn: hangup'");
        }
    }

    /** Returns the steps; of a script with problems those that could be read. */
    List<CallerStep> steps() {
        return steps.stream().map(CallerStep::of).toList();
    }

    /** Returns the number of the line of {@code step}. */
    int line(int step) {
        return lines.get(step);
    }

    /** Returns whether the last sound is played again when the agent repeats its question. */
    boolean repeats() {
        return repeats;
    }

    /** Returns the script in the language of scenarios, on one line. */
    String asScenario() {
        return steps.stream()
                .map(YamlText::map)
                .collect(Collectors.joining(
                        ", ", "scenarios: {call: {" + (repeats ? "on-reprompt: repeat, " : "") + "caller: [", "]}}"));
    }

    /** Returns whether the line is right. */
    private boolean read(int number, String line) {
        int colon = line.indexOf(':');
        if (colon < 0) {
            return wrong(number, "'" + quoted(line) + "' has no colon; write CONDITION: ACTION");
        }
        String condition = line.substring(0, colon).strip();
        String action = line.substring(colon + 1).strip();
        if (condition.equals("on-reprompt")) {
            return onReprompt(number, action);
        }
        Map<String, String> step = new LinkedHashMap<>();
        boolean timed = condition(number, condition, step);
        boolean acts = action(number, action, step);
        if (steps.size() == MAX_STEPS) {
            return wrong(number, "a script has at most " + MAX_STEPS + " steps; split it");
        }
        if (acts) {
            lines.add(number);
            steps.add(step);
        }
        if (hangUpLine > 0) {
            return wrong(number, "nothing runs after the hangup of line " + hangUpLine + "; take one of them out");
        }
        hangUpLine = timed && step.containsKey("hang-up") ? number : 0;
        return timed && acts;
    }

    private boolean onReprompt(int number, String action) {
        boolean again = repeats;
        repeats = true;
        if (!action.equals("repeat")) {
            return wrong(number, "on-reprompt does not know '" + quoted(action) + "'; write on-reprompt: repeat");
        }
        return !again || wrong(number, "on-reprompt stands here a second time; once is enough for the whole script");
    }

    private boolean condition(int number, String condition, Map<String, String> step) {
        Matcher at = AT.matcher(condition);
        if (at.matches()) {
            return milliseconds(number, "at", at.group(1), "at 1500", step);
        }
        Matcher talk = TALK.matcher(condition);
        if (talk.matches()) {
            return milliseconds(number, "talk+", talk.group(1), "talk+1500", step);
        }
        return condition.equals("after-agent-turn")
                || wrong(
                        number,
                        "condition '" + quoted(condition)
                                + "' is unknown; write after-agent-turn, at MS, talk+MS or on-reprompt");
    }

    private boolean milliseconds(int number, String name, String digits, String example, Map<String, String> step) {
        if (digits.matches("[0-9]{1,9}") && Long.parseLong(digits) <= MAX_MS) {
            step.put(name.equals("at") ? "at" : "into-answer", Long.parseLong(digits) + "ms");
            return true;
        }
        return wrong(
                number,
                name + " takes whole milliseconds from 0 to " + MAX_MS + ", not '" + quoted(digits)
                        + "'; write for example " + example);
    }

    private boolean action(int number, String action, Map<String, String> step) {
        if (action.equals("hangup")) {
            step.put("hang-up", "true");
            return true;
        }
        String[] words = action.split("\\s+", 2);
        String operand = words.length == 2 ? words[1] : "";
        switch (words[0]) {
            case "play":
                step.put("play", operand);
                return !operand.isEmpty() || wrong(number, "play names no sound; write play FILE.wav");
            case "say":
                step.put("say", operand);
                return !operand.isEmpty() && operand.length() <= CallerStep.MAX_SAID
                        || wrong(number, "say takes 1 to " + CallerStep.MAX_SAID + " characters; write say WORDS");
            case "dtmf":
                step.put("digits", operand);
                return DIGITS.matcher(operand).matches()
                        || wrong(
                                number,
                                "dtmf takes 1 to 64 keys of 0-9 * # A-D without spaces, not '" + quoted(operand)
                                        + "'; write for example dtmf 12#");
            default:
                return wrong(
                        number,
                        "action '" + quoted(action) + "' is unknown; write say TEXT, play WAV, dtmf DIGITS or hangup");
        }
    }

    private boolean wrong(int number, String text) {
        problems.accept(number, text);
        return false;
    }

    private static String quoted(String text) {
        return text.length() <= MAX_QUOTED ? text : text.substring(0, MAX_QUOTED) + "…";
    }
}
