package io.sidetone.server.softphone.script;

/**
 * One line of a script that does something.
 *
 * @param line number of the line in the file, counted from 1; 0 when there is no file
 * @param trigger when
 * @param action what
 */
public record ScriptStep(int line, Trigger trigger, CallerAction action) {
    /** Names the step for people. */
    public String name() {
        return line == 0 ? "the call" : "line " + line;
    }
}
