package io.sidetone.speech.embedded.flow;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A tree of the words that may be said. The same tree writes the recognizer's grammar and finds the meaning of
 * recognized words, so the two always agree. Immutable.
 */
sealed interface Phrase {
    /** Appends the JSGF expansion. */
    void jsgf(StringBuilder out);

    /**
     * Matches {@code words} from index {@code from}.
     *
     * @return for every index at which the phrase can end, the values it found; when several readings end at one index,
     *     the first one written
     */
    Map<Integer, Map<String, String>> match(List<String> words, int from);

    /** Returns whether a sentence of the phrase begins with all of {@code words} from index {@code from}, and has more words. */
    boolean goesOn(List<String> words, int from);

    /** Calls {@code consumer} with every word of the phrase. */
    void eachWord(Consumer<String> consumer);

    /** Calls {@code consumer} with every named part of the phrase, the outermost first. */
    void eachNamed(Consumer<Named> consumer);

    /** One word, lower case. */
    record Word(String text) implements Phrase {
        @Override
        public void jsgf(StringBuilder out) {
            out.append(text);
        }

        @Override
        public Map<Integer, Map<String, String>> match(List<String> words, int from) {
            return from < words.size() && words.get(from).equals(text) ? Map.of(from + 1, Map.of()) : Map.of();
        }

        @Override
        public boolean goesOn(List<String> words, int from) {
            return from == words.size();
        }

        @Override
        public void eachWord(Consumer<String> consumer) {
            consumer.accept(text);
        }

        @Override
        public void eachNamed(Consumer<Named> consumer) {}
    }

    /** Parts one after another. */
    record Sequence(List<Phrase> parts) implements Phrase {
        @Override
        public void jsgf(StringBuilder out) {
            join(out, parts, " ");
        }

        @Override
        public Map<Integer, Map<String, String>> match(List<String> words, int from) {
            Map<Integer, Map<String, String>> reached = new LinkedHashMap<>();
            reached.put(from, Map.of());
            for (Phrase part : parts) {
                Map<Integer, Map<String, String>> next = new LinkedHashMap<>();
                reached.forEach((position, values) -> part.match(words, position)
                        .forEach((end, found) -> next.putIfAbsent(end, merge(values, found))));
                reached = next;
            }
            return reached;
        }

        @Override
        public boolean goesOn(List<String> words, int from) {
            Set<Integer> reached = Set.of(from);
            for (Phrase part : parts) {
                Set<Integer> next = new HashSet<>();
                for (int position : reached) {
                    if (part.goesOn(words, position)) {
                        return true;
                    }
                    next.addAll(part.match(words, position).keySet());
                }
                reached = next;
            }
            return false;
        }

        @Override
        public void eachWord(Consumer<String> consumer) {
            parts.forEach(part -> part.eachWord(consumer));
        }

        @Override
        public void eachNamed(Consumer<Named> consumer) {
            parts.forEach(part -> part.eachNamed(consumer));
        }

        private static Map<String, String> merge(Map<String, String> a, Map<String, String> b) {
            if (a.isEmpty() || b.isEmpty()) {
                return a.isEmpty() ? b : a;
            }
            Map<String, String> both = new LinkedHashMap<>(a);
            both.putAll(b);
            return both;
        }
    }

    /** One of several phrases. */
    record Choice(List<Phrase> options) implements Phrase {
        @Override
        public void jsgf(StringBuilder out) {
            out.append('(');
            join(out, options, " | ");
            out.append(')');
        }

        @Override
        public Map<Integer, Map<String, String>> match(List<String> words, int from) {
            Map<Integer, Map<String, String>> reached = new LinkedHashMap<>();
            for (Phrase option : options) {
                option.match(words, from).forEach(reached::putIfAbsent);
            }
            return reached;
        }

        @Override
        public boolean goesOn(List<String> words, int from) {
            return options.stream().anyMatch(option -> option.goesOn(words, from));
        }

        @Override
        public void eachWord(Consumer<String> consumer) {
            options.forEach(option -> option.eachWord(consumer));
        }

        @Override
        public void eachNamed(Consumer<Named> consumer) {
            options.forEach(option -> option.eachNamed(consumer));
        }
    }

    /** An optional phrase. */
    record Maybe(Phrase phrase) implements Phrase {
        @Override
        public void jsgf(StringBuilder out) {
            out.append('[');
            phrase.jsgf(out);
            out.append(']');
        }

        @Override
        public Map<Integer, Map<String, String>> match(List<String> words, int from) {
            Map<Integer, Map<String, String>> reached = new LinkedHashMap<>(phrase.match(words, from));
            reached.putIfAbsent(from, Map.of());
            return reached;
        }

        @Override
        public boolean goesOn(List<String> words, int from) {
            return phrase.goesOn(words, from);
        }

        @Override
        public void eachWord(Consumer<String> consumer) {
            phrase.eachWord(consumer);
        }

        @Override
        public void eachNamed(Consumer<Named> consumer) {
            phrase.eachNamed(consumer);
        }
    }

    /** A phrase or list that is written once and used by its name; it is a rule of its own in the grammar. */
    sealed interface Named extends Phrase {
        /** Returns the name of the rule. */
        String rule();

        /** Returns the phrase of the rule. */
        Phrase body();

        @Override
        default void jsgf(StringBuilder out) {
            out.append('<').append(rule()).append('>');
        }

        @Override
        default void eachWord(Consumer<String> consumer) {
            body().eachWord(consumer);
        }

        @Override
        default void eachNamed(Consumer<Named> consumer) {
            consumer.accept(this);
            body().eachNamed(consumer);
        }
    }

    /** {@code <name>}: a shared phrase. */
    record Shared(String name, Phrase body) implements Named {
        @Override
        public String rule() {
            return "phrase_" + name.replace('-', '_');
        }

        @Override
        public boolean goesOn(List<String> words, int from) {
            return body.goesOn(words, from);
        }

        @Override
        public Map<Integer, Map<String, String>> match(List<String> words, int from) {
            return body.match(words, from);
        }
    }

    /** {@code {name}}: one entry of a list; the entry's value is stored under the list's name. */
    record Value(ValueList list) implements Named {
        @Override
        public String rule() {
            return "list_" + list.name().replace('-', '_');
        }

        @Override
        public Phrase body() {
            List<Phrase> options = new ArrayList<>();
            list.entries().values().forEach(entry -> options.add(entry.say()));
            return new Choice(options);
        }

        @Override
        public boolean goesOn(List<String> words, int from) {
            return list.entries().values().stream()
                    .anyMatch(entry -> entry.say().goesOn(words, from));
        }

        @Override
        public Map<Integer, Map<String, String>> match(List<String> words, int from) {
            Map<Integer, Map<String, String>> reached = new LinkedHashMap<>();
            list.entries().forEach((value, entry) -> entry.say()
                    .match(words, from)
                    .forEach((end, found) -> reached.putIfAbsent(end, Map.of(list.name(), value))));
            return reached;
        }
    }

    private static void join(StringBuilder out, List<Phrase> parts, String between) {
        for (int i = 0; i < parts.size(); i++) {
            if (i > 0) {
                out.append(between);
            }
            parts.get(i).jsgf(out);
        }
    }
}
