package io.sidetone.speech.loopback;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;

/** Everything that anybody logs while it is open, DEBUG included. */
public final class LogWatch implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final LoggerContext context = (LoggerContext) LogManager.getContext(false);
    private final LoggerConfig root = context.getConfiguration().getRootLogger();
    private final Level levelBefore = root.getLevel();
    private final Map<String, Appender> appendersBefore = Map.copyOf(root.getAppenders());
    private final Appender here = new AbstractAppender("watch", null, null, true, Property.EMPTY_ARRAY) {
        @Override
        public void append(LogEvent event) {
            lines.add(event.getLoggerName() + ": " + event.getMessage().getFormattedMessage()
                    + (event.getThrown() == null ? "" : " " + event.getThrown()));
        }
    };

    public LogWatch() {
        here.start();
        appendersBefore.keySet().forEach(root::removeAppender);
        root.addAppender(here, Level.DEBUG, null);
        root.setLevel(Level.DEBUG);
        context.updateLoggers();
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        root.removeAppender("watch");
        appendersBefore.values().forEach(appender -> root.addAppender(appender, null, null));
        root.setLevel(levelBefore);
        context.updateLoggers();
        here.stop();
    }
}
