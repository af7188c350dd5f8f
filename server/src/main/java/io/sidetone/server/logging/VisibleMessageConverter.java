package io.sidetone.server.logging;

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
 * line-breaking and direction-changing characters become {@code \\uXXXX}: what a caller sends can neither forge a line
 * nor drive a terminal.
 */
@Plugin(name = "VisibleMessageConverter", category = PatternConverter.CATEGORY)
@ConverterKeys("visible")
public final class VisibleMessageConverter extends LogEventPatternConverter {
    private static final VisibleMessageConverter INSTANCE = new VisibleMessageConverter();
    private static final String HEX = "0123456789abcdef";

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
        escape(out, start);
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
            escape(out, start);
        });
    }

    /** Makes characters from {@code start} on visible; touches nothing in the usual case that there are none. */
    static void escape(StringBuilder text, int start) {
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            if (hidden(c)) {
                String code = "\\u" + HEX.charAt(c >> 12) + HEX.charAt(c >> 8 & 15) + HEX.charAt(c >> 4 & 15)
                        + HEX.charAt(c & 15);
                text.replace(i, i + 1, code);
                i += code.length() - 1;
            }
        }
    }

    private static boolean hidden(char c) {
        if (c >= ' ' && c < 0x7F) {
            return false;
        }
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}
