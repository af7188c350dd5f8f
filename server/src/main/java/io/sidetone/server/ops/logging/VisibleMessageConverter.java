package io.sidetone.server.ops.logging;

import io.sidetone.config.problem.Printable;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.pattern.ConverterKeys;
import org.apache.logging.log4j.core.pattern.LogEventPatternConverter;
import org.apache.logging.log4j.core.pattern.PatternConverter;
import org.apache.logging.log4j.util.StringBuilderFormattable;

/**
 * {@code %visible} in a log pattern: the message on one line, then the exception with every line indented. Control,
 * line-breaking and direction-changing characters become their four hex digits: what a caller sends can neither forge a line
 * nor drive a terminal.
 */
@Plugin(name = "VisibleMessageConverter", category = PatternConverter.CATEGORY)
@ConverterKeys("visible")
public final class VisibleMessageConverter extends LogEventPatternConverter {
    private static final VisibleMessageConverter INSTANCE = new VisibleMessageConverter();

    private VisibleMessageConverter() {
        super("visible", "visible");
    }

    /** Returns the converter; called by Log4j. */
    public static VisibleMessageConverter newInstance(String[] options) {
        return INSTANCE;
    }

    @Override
    public void format(LogEvent event, StringBuilder out) {
        int start = out.length();
        if (event.getMessage() instanceof StringBuilderFormattable message) {
            message.formatTo(out);
        } else {
            out.append(event.getMessage().getFormattedMessage());
        }
        Printable.escape(out, start);
        if (event.getThrown() != null) {
            exception(event.getThrown(), out);
        }
    }

    private static void exception(Throwable thrown, StringBuilder out) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        trace.toString().lines().forEach(line -> {
            out.append(System.lineSeparator()).append("    ");
            int start = out.length();
            out.append(line.replace('\t', ' '));
            Printable.escape(out, start);
        });
    }
}
