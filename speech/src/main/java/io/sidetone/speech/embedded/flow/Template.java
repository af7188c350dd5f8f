package io.sidetone.speech.embedded.flow;

import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text with {@code {names}} in it. */
final class Template {
    private static final Pattern NAME = Pattern.compile("\\{([^{}]*)}");

    private Template() {}

    /** Calls {@code consumer} with every name in {@code template}. */
    static void eachName(String template, Consumer<String> consumer) {
        Matcher names = NAME.matcher(template);
        while (names.find()) {
            consumer.accept(names.group(1));
        }
    }

    /** Replaces names by {@code values}; a name without a value becomes empty. */
    static String fill(String template, Map<String, String> values) {
        return NAME.matcher(template)
                .replaceAll(name -> Matcher.quoteReplacement(values.getOrDefault(name.group(1), "")))
                .strip();
    }

    /** Joins sentences with a space; skips empty ones. */
    static String join(String first, String second) {
        return first.isEmpty() ? second : second.isEmpty() ? first : first + " " + second;
    }
}
