package io.sidetone.tools.command;

import java.io.Console;

/** Check of whether a person sits in front of this process. */
public final class Terminal {
    private Terminal() {}

    /**
     * Returns whether both standard input and output are a terminal. JVMs of the releases 22 to 24 have a console without one, and a method
     * that says so.
     */
    public static boolean attached() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (ReflectiveOperationException earlierRelease) {
            return true;
        }
    }
}
