package io.sidetone.speech.dialogue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Text that models write and that is not meant for the ear: names of tags, and how reasoning begins; from {@code unspoken.txt}. */
final class Unspoken {
    private static final String RESOURCE = "unspoken.txt";
    private static final Set<String> REASONING = new HashSet<>();
    private static final Set<String> ELEMENTS = new HashSet<>();
    private static final Set<String> STEMS = new HashSet<>();
    private static final Set<String> CALLS = new HashSet<>();
    private static final Set<String> MARKUP = new HashSet<>();
    private static final Set<String> VOICE = new HashSet<>();
    private static final Pattern ELEMENT = Pattern.compile(
            "/?[a-z][a-z0-9_.:-]*(\\s+[a-z][a-z0-9_.:-]*\\s*=\\s*(\"[^\"]*\"|'[^']*'|[^\\s\"'>]+))*\\s*/?");
    private static final List<String> BEGINS = new ArrayList<>();

    /** Kinds of tags. */
    enum Tag {
        REASONING,
        CALL,
        MARKUP,
        /** A mark of the model's own format: {@code <|im_end|>}. */
        SPECIAL,
        NONE
    }

    static {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(Unspoken.class.getResourceAsStream(RESOURCE), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("#")) {
                    continue;
                }
                String[] parts = line.split(": ", 2);
                switch (parts[0]) {
                    case "reasoning" -> REASONING.addAll(words(parts[1], " "));
                    case "elements" -> ELEMENTS.addAll(words(parts[1], " "));
                    case "stems" -> STEMS.addAll(words(parts[1], " "));
                    case "voice" -> VOICE.addAll(words(parts[1], " "));
                    case "calls" -> CALLS.addAll(words(parts[1], " "));
                    case "markup" -> MARKUP.addAll(words(parts[1], " "));
                    default -> BEGINS.addAll(words(parts[1], "\\|"));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the JAR's own " + RESOURCE + " cannot be read", e);
        }
    }

    private Unspoken() {}

    private static List<String> words(String line, String separator) {
        return Arrays.asList(line.split(separator));
    }

    /**
     * Returns what {@code inner}, the text behind the bracket {@code open}, is. In square brackets only names in
     * capitals are tags, because texts of links stand there too. What has the form of an element and is none that a voice knows is markup.
     */
    static Tag tag(String inner, char open) {
        boolean angular = open == '<';
        if (open == '[' && !inner.equals(inner.toUpperCase(Locale.ROOT))) {
            return Tag.NONE;
        }
        String lower = inner.toLowerCase(Locale.ROOT).replace('｜', '|').replace('▁', '_');
        boolean special = lower.startsWith("|") || lower.startsWith("/|");
        String name = lower.replaceFirst("^/?\\|?/?(begin_of_|end_of_|[a-z]+:)?", "")
                .replaceFirst("[\\s=|/].*$", "")
                .replaceFirst("_(begin|end)$", "");
        boolean element = angular && (ELEMENTS.contains(name) || STEMS.stream().anyMatch(name::contains));
        if (element || REASONING.contains(name)) {
            return Tag.REASONING;
        }
        if (CALLS.contains(name)) {
            return Tag.CALL;
        }
        if (special || angular && name.matches("s|pad|eos|bos|unused\\d+|end_of_turn|start_of_turn")) {
            return Tag.SPECIAL;
        }
        boolean markup = MARKUP.contains(name) || ELEMENT.matcher(lower).matches() && !VOICE.contains(name);
        return angular && markup ? Tag.MARKUP : Tag.NONE;
    }

    /**
     * Returns whether {@code inner}, in square brackets and small letters, is a tag of reasoning where it begins a line and no address
     * follows.
     */
    static boolean reasons(String inner) {
        return REASONING.contains(inner.replaceFirst("^/", ""));
    }

    /** Returns whether {@code text} begins as reasoning does. */
    static boolean begins(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return BEGINS.stream().anyMatch(lower::startsWith);
    }

    /** Returns whether {@code text} may become the beginning of reasoning. */
    static boolean mayBegin(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return BEGINS.stream().anyMatch(begin -> begin.startsWith(lower));
    }
}
