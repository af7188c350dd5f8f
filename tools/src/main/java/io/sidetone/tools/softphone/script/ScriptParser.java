package io.sidetone.tools.softphone.script;

import io.sidetone.tools.softphone.script.ScriptException.ScriptProblem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads call scripts: {@code CONDITION: ACTION}, one per line. Empty lines and lines that begin with {@code #} are
 * skipped.
 *
 * <pre>
 * after-agent-turn: say TEXT | play WAV | dtmf DIGITS | hangup
 * at MS: …
 * talk+MS: …
 * on-reprompt: repeat
 * </pre>
 */
public final class ScriptParser {
    /** The longest time in a script. */
    public static final long MAX_MS = 600_000;

    /** The longest text that is said at once. */
    public static final int MAX_SAID = 1_000;

    private static final int MAX_STEPS = 1_000;
    private static final int MAX_QUOTED = 60;
    private static final Pattern AT = Pattern.compile("at\\s+(\\S+)");
    private static final Pattern TALK = Pattern.compile("talk\\s*\\+\\s*(\\S+)");
    private static final Pattern DIGITS = Pattern.compile("[0-9*#A-Da-d]{1,64}");

    private final SoundSource sounds;
    private final List<ScriptStep> steps = new ArrayList<>();
    private final List<ScriptProblem> problems = new ArrayList<>();
    private boolean repeatOnReprompt;
    private int hangUpLine;

    private ScriptParser(SoundSource sounds) {
        this.sounds = sounds;
    }

    /**
     * Reads a script.
     *
     * @param text the whole file
     * @param sounds source of the sounds that the script names
     * @throws ScriptException with every wrong line
     */
    public static CallScript parse(String text, SoundSource sounds) throws ScriptException {
        return new ScriptParser(sounds).parse(text);
    }

    private CallScript parse(String text) throws ScriptException {
        String[] lines = text.split("\\R", -1);
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i].strip();
            if (i == 0 && line.startsWith("\uFEFF")) {
                line = line.substring(1).strip();
            }
            if (!line.isEmpty() && !line.startsWith("#")) {
                parseLine(i + 1, line);
            }
        }
        if (steps.isEmpty() && problems.isEmpty()) {
            problem(1, "the script does nothing; write at least one line such as 'after-agent-turn: hangup'");
        }
        if (!problems.isEmpty()) {
            throw new ScriptException(problems);
        }
        return new CallScript(steps, repeatOnReprompt);
    }

    private void parseLine(int number, String line) {
        int colon = line.indexOf(':');
        if (colon < 0) {
            problem(number, "'" + quoted(line) + "' has no colon; write CONDITION: ACTION");
            return;
        }
        String condition = line.substring(0, colon).strip();
        String action = line.substring(colon + 1).strip();
        if (condition.equals("on-reprompt")) {
            onReprompt(number, action);
            return;
        }
        Trigger trigger = trigger(number, condition);
        CallerAction parsed = action(number, action);
        if (hangUpLine > 0) {
            problem(number, "nothing runs after the hangup of line " + hangUpLine + "; take one of them out");
        } else if (steps.size() == MAX_STEPS) {
            problem(number, "a script has at most " + MAX_STEPS + " steps; split it");
        } else if (trigger != null && parsed != null) {
            steps.add(new ScriptStep(number, trigger, parsed));
            hangUpLine = parsed instanceof CallerAction.HangUp ? number : 0;
        }
    }

    private void onReprompt(int number, String action) {
        if (!action.equals("repeat")) {
            problem(number, "on-reprompt does not know '" + quoted(action) + "'; write on-reprompt: repeat");
        } else if (repeatOnReprompt) {
            problem(number, "on-reprompt stands here a second time; once is enough for the whole script");
        }
        repeatOnReprompt = true;
    }

    private Trigger trigger(int number, String condition) {
        if (condition.equals("after-agent-turn")) {
            return new Trigger.AfterAgentTurn();
        }
        Matcher at = AT.matcher(condition);
        if (at.matches()) {
            long ms = milliseconds(number, "at", at.group(1));
            return ms < 0 ? null : new Trigger.At(ms);
        }
        Matcher talk = TALK.matcher(condition);
        if (talk.matches()) {
            long ms = milliseconds(number, "talk+", talk.group(1));
            return ms < 0 ? null : new Trigger.AfterTalkStart(ms);
        }
        problem(
                number,
                "condition '" + quoted(condition)
                        + "' is unknown; write after-agent-turn, at MS, talk+MS or on-reprompt");
        return null;
    }

    private long milliseconds(int number, String condition, String digits) {
        if (digits.matches("[0-9]{1,9}") && Long.parseLong(digits) <= MAX_MS) {
            return Long.parseLong(digits);
        }
        problem(
                number,
                condition + " takes whole milliseconds from 0 to " + MAX_MS + ", not '" + quoted(digits)
                        + "'; write for example " + (condition.equals("at") ? "at 1500" : "talk+1500"));
        return -1;
    }

    private CallerAction action(int number, String action) {
        if (action.equals("hangup")) {
            return new CallerAction.HangUp();
        }
        String[] words = action.split("\\s+", 2);
        String operand = words.length == 2 ? words[1] : "";
        switch (words[0]) {
            case "play":
                return play(number, operand);
            case "say":
                return say(number, operand);
            case "dtmf":
                if (!DIGITS.matcher(operand).matches()) {
                    problem(
                            number,
                            "dtmf takes 1 to 64 keys of 0-9 * # A-D without spaces, not '" + quoted(operand)
                                    + "'; write for example dtmf 12#");
                    return null;
                }
                return new CallerAction.Dial(operand);
            default:
                problem(
                        number,
                        "action '" + quoted(action) + "' is unknown; write say TEXT, play WAV, dtmf DIGITS or hangup");
                return null;
        }
    }

    private CallerAction play(int number, String path) {
        if (path.isEmpty()) {
            problem(number, "play names no sound; write play FILE.wav");
            return null;
        }
        try {
            return new CallerAction.Play(sounds.read(path));
        } catch (IOException e) {
            problem(number, e.getMessage());
            return null;
        }
    }

    private CallerAction say(int number, String text) {
        if (text.isEmpty() || text.length() > MAX_SAID) {
            problem(number, "say takes 1 to " + MAX_SAID + " characters; write say WORDS");
            return null;
        }
        try {
            return new CallerAction.Play(sounds.say(text));
        } catch (IOException e) {
            problem(number, e.getMessage());
            return null;
        }
    }

    private void problem(int line, String text) {
        // The text of the user is printed on a terminal.
        problems.add(new ScriptProblem(line, text.replaceAll("\\p{Cntrl}", "?")));
    }

    private static String quoted(String text) {
        return text.length() <= MAX_QUOTED ? text : text.substring(0, MAX_QUOTED) + "…";
    }
}
