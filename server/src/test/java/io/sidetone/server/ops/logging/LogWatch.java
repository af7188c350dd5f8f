package io.sidetone.server.ops.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Property;

/** What is logged while it is open, by the levels of the configuration that the server runs with. */
public final class LogWatch implements AutoCloseable {
    private static final String LAST = "the last line of this watch";

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final List<Throwable> faults = new CopyOnWriteArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final LoggerContext context = (LoggerContext) LogManager.getContext(false);
    private final Configuration configuration = context.getConfiguration();
    private final AbstractAppender here =
            new AbstractAppender("watch-" + System.identityHashCode(this), null, null, true, Property.EMPTY_ARRAY) {
                @Override
                public void append(LogEvent event) {
                    String text = event.getMessage().getFormattedMessage();
                    if (event.getThrown() != null) {
                        faults.add(event.getThrown());
                    }
                    if (text.equals(LAST)) {
                        ended.countDown();
                    } else {
                        lines.add(event.getLevel() + " " + event.getLoggerName() + ": " + text
                                + (event.getThrown() == null ? "" : " " + event.getThrown()));
                    }
                }
            };

    public LogWatch() {
        here.start();
        configuration.addAppender(here);
        configuration.getRootLogger().addAppender(here, Level.ALL, null);
        context.updateLoggers();
    }

    /** What was logged so far; loggers write on a thread of their own, which is waited for. */
    public List<String> lines() {
        LogManager.getLogger(LogWatch.class).error(LAST);
        try {
            assertThat(ended.await(20, TimeUnit.SECONDS))
                    .as("the log was written")
                    .isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return List.copyOf(lines);
    }

    /** What was thrown, of the lines that {@link #lines} has. */
    public List<Throwable> faults() {
        return List.copyOf(faults);
    }

    @Override
    public void close() {
        configuration.getRootLogger().removeAppender(here.getName());
        context.updateLoggers();
        here.stop();
    }
}
