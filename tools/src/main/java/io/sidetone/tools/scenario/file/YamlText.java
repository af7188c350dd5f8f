package io.sidetone.tools.scenario.file;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.sidetone.config.schema.Interpolator;
import java.util.Collection;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** Lines of YAML. Texts stand in quotes, so that nothing that was said in a call means anything else. */
public final class YamlText {
    private final StringBuilder text = new StringBuilder();

    /** Adds a line as it is. */
    public YamlText line(int indent, String line) {
        text.append(" ".repeat(indent)).append(line).append('\n');
        return this;
    }

    /** Returns {@code words} in quotes. */
    public static String quoted(String words) {
        return '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(Interpolator.escape(words))) + '"';
    }

    /** Returns {@code texts} as a list on one line. */
    public static String list(Collection<String> texts) {
        StringJoiner list = new StringJoiner(", ", "[", "]");
        texts.forEach(each -> list.add(quoted(each)));
        return list.toString();
    }

    /** Returns {@code texts} on one line, by name. */
    public static String map(Map<String, ?> texts) {
        StringJoiner map = new StringJoiner(", ", "{", "}");
        new TreeMap<>(texts).forEach((name, value) -> map.add(quoted(name) + ": " + quoted(String.valueOf(value))));
        return map.toString();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
