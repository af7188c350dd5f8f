package io.sidetone.server.ops.logging;

import io.sidetone.core.background.Background;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.config.Configurator;

/** Begins and ends logging. Log4j's own shutdown hook is off: a draining server still has something to say. */
public final class Logging {
    /** Set to 1 it makes every transition and turn event a log line (ITE-FIX-001). */
    static final String TRACE_VARIABLE = "TURN_ENGINE_TRACE";

    private Logging() {}

    /** Sets logging up beside the rest of the start, which takes a few hundred milliseconds; loggers wait for it. */
    public static void startInBackground() {
        Background.start("logging-start", Logging::start);
    }

    private static void start() {
        LogManager.getLogger(Logging.class);
        if ("1".equals(System.getenv(TRACE_VARIABLE))) {
            Configurator.setLevel("turn", Level.DEBUG);
        }
    }

    /** Writes what is still in the ring. The last thing a process does. */
    public static void flush() {
        LogManager.shutdown();
    }
}
