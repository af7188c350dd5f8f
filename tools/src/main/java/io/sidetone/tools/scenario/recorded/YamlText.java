package io.sidetone.tools.scenario.recorded;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.sidetone.config.schema.Interpolator;
import java.util.Collection;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** Lines of YAML. Texts stand in quotes, so that nothing that was said in a call means anything else. */
final class YamlText {
    private final StringBuilder text = new StringBuilder();

    /** Adds a line as it is. */
    YamlText line(int indent, String line) {
        text.append(" ".repeat(indent)).append(line).append('\n');
        return this;
    }

    static String quoted(String words) {
        return '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(Interpolator.escape(words))) + '"';
    }

    static String list(Collection<String> texts) {
        StringJoiner list = new StringJoiner(", ", "[", "]");
        texts.forEach(each -> list.add(quoted(each)));
        return list.toString();
    }

    static String map(Map<String, ?> texts) {
        StringJoiner map = new StringJoiner(", ", "{", "}");
        new TreeMap<>(texts).forEach((name, value) -> map.add(quoted(name) + ": " + quoted(String.valueOf(value))));
        return map.toString();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
