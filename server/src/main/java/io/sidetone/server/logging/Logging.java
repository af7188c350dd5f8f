package io.sidetone.server.logging;

import org.apache.logging.log4j.LogManager;

/** Begins and ends logging. Log4j's own shutdown hook is off: a draining server still has something to say. */
public final class Logging {
    private Logging() {}

    /** Sets logging up beside the rest of the start, which takes a few hundred milliseconds; loggers wait for it. */
    public static void startInBackground() {
        Thread thread = new Thread(() -> LogManager.getLogger(Logging.class), "logging-start");
        thread.setDaemon(true);
        thread.start();
    }

    /** Writes what is still in the ring. The last thing a process does. */
    public static void flush() {
        LogManager.shutdown();
    }
}
