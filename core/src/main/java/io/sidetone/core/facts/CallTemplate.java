package io.sidetone.core.facts;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text of a configuration with {@code {names}} in it, for which facts of a call are filled in: {@code {caller}},
 * {@code {header.X-Customer}}, {@code {order}}. Only a name in braces is one: {@code {"day": 1}} stays as it is, and a
 * backslash before the brace keeps it. Immutable.
 */
public final class CallTemplate {
    /** Begins the name of a header or parameter. */
    static final String HEADER = "header.";

    private static final Pattern NAME = Pattern.compile("(\\\\?)\\{([A-Za-z][A-Za-z0-9_.-]*)}");

    private final String text;
    private final List<String> names = new ArrayList<>();

    private CallTemplate(String text) {
        this.text = text;
        NAME.matcher(text)
                .results()
                .filter(found -> found.group(1).isEmpty())
                .map(found -> found.group(2))
                .forEach(names::add);
    }

    /** Reads {@code text}. */
    public static CallTemplate of(String text) {
        return new CallTemplate(text);
    }

    /** Returns names in it that stand for nothing: no fact, no header, and none of {@code variables}. */
    public List<String> unknown(Set<String> variables) {
        return names.stream()
                .filter(name -> !CallName.known(name) && !header(name) && !variables.contains(name))
                .distinct()
                .toList();
    }

    /** Returns whether it is the same text for every call. */
    public boolean constant() {
        return names.isEmpty();
    }

    /** Returns what is said in every call alike; nothing where that depends on the call. */
    public Optional<String> always() {
        return constant() ? Optional.of(fill(UnaryOperator.identity())) : Optional.empty();
    }

    /** Returns whether something is filled in that others write: headers and variables. */
    boolean fillsInData() {
        return names.stream().anyMatch(name -> !CallName.known(name));
    }

    /** Returns the text with {@code values} in place of its names. */
    String fill(UnaryOperator<String> values) {
        return NAME.matcher(text).replaceAll(found -> Matcher.quoteReplacement(replacement(found, values)));
    }

    private static String replacement(MatchResult found, UnaryOperator<String> values) {
        return found.group(1).isEmpty()
                ? values.apply(found.group(2))
                : found.group().substring(1);
    }

    static boolean header(String name) {
        return name.toLowerCase(Locale.ROOT).startsWith(HEADER) && name.length() > HEADER.length();
    }

    @Override
    public String toString() {
        return text;
    }
}
