package io.sidetone.server.ops.logging;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.message.SimpleMessage;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LoggingTest {
    private static String line(String message, Throwable thrown) {
        PatternLayout layout = PatternLayout.newBuilder()
                .setPattern("%-5p %visible%n")
                .setAlwaysWriteExceptions(false)
                .build();
        return layout.toSerializable(Log4jLogEvent.newBuilder()
                .setLevel(Level.INFO)
                .setMessage(new SimpleMessage(message))
                .setThrown(thrown)
                .build());
    }

    @Test
    void shouldLogThroughTheRing() {
        LoggerFactory.getLogger(LoggingTest.class).debug("initializes the context");
        assertThat(LogManager.getContext(false)).isInstanceOf(AsyncLoggerContext.class);
    }

    @Test
    void shouldMakeControlCharactersVisibleWhenACallerSendsThem() {
        assertThat(line("from a\r\n2030-01-01 ERROR forged \u001b[2J\u009b1m\u2028\u202e é 漢", null))
                .isEqualTo("INFO  from a\\u000d\\u000a2030-01-01 ERROR forged \\u001b[2J\\u009b1m\\u2028\\u202e é 漢"
                        + System.lineSeparator());
    }

    @Test
    void shouldIndentEveryLineOfAnException() {
        assertThat(line("failed", new IllegalStateException("evil\n2030-01-01 ERROR forged\u001b"))
                        .lines())
                .hasSizeGreaterThan(3)
                .startsWith(
                        "INFO  failed",
                        "    java.lang.IllegalStateException: evil",
                        "    2030-01-01 ERROR forged\\u001b")
                .allMatch(text -> text.startsWith("    ") || text.equals("INFO  failed"));
    }
}
