package io.sidetone.speech.loopback;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;

/** Everything that anybody logs while it is open, DEBUG included; what tests beside this one log, too. Thread-safe. */
public final class LogWatch implements AutoCloseable {
    private static final LoggerContext CONTEXT = (LoggerContext) LogManager.getContext(false);
    private static final LoggerConfig ROOT = CONTEXT.getConfiguration().getRootLogger();
    private static final Level LEVEL_BEFORE = ROOT.getLevel();
    private static final Map<String, Appender> APPENDERS_BEFORE = Map.copyOf(ROOT.getAppenders());
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static int open;

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Appender here =
            new AbstractAppender("watch-" + NUMBER.incrementAndGet(), null, null, true, Property.EMPTY_ARRAY) {
                @Override
                public void append(LogEvent event) {
                    lines.add(event.getLoggerName() + ": " + event.getMessage().getFormattedMessage()
                            + (event.getThrown() == null ? "" : " " + event.getThrown()));
                }
            };

    public LogWatch() {
        here.start();
        synchronized (LogWatch.class) {
            if (open++ == 0) {
                APPENDERS_BEFORE.keySet().forEach(ROOT::removeAppender);
                ROOT.setLevel(Level.DEBUG);
            }
            ROOT.addAppender(here, Level.DEBUG, null);
            CONTEXT.updateLoggers();
        }
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        synchronized (LogWatch.class) {
            ROOT.removeAppender(here.getName());
            if (--open == 0) {
                APPENDERS_BEFORE.values().forEach(appender -> ROOT.addAppender(appender, null, null));
                ROOT.setLevel(LEVEL_BEFORE);
            }
            CONTEXT.updateLoggers();
        }
        here.stop();
    }
}
