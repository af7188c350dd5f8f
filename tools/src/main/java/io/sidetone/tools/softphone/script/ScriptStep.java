package io.sidetone.tools.softphone.script;

/**
 * One executable line of a script.
 *
 * @param line number of the line in the file, counted from 1; 0 when there is no file
 * @param trigger when it runs
 * @param action what it does
 */
public record ScriptStep(int line, Trigger trigger, CallerAction action) {
    /** Returns the name of the step for people. */
    public String name() {
        return line == 0 ? "the call" : "line " + line;
    }
}
