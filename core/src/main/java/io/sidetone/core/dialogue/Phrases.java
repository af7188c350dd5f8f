package io.sidetone.core.dialogue;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Meaning of certain words of the caller to an agent, whatever its dialogue makes of them. Immutable; compared without
 * regard to case and punctuation.
 *
 * @param hangUp whole utterances that end the call (VIP-17)
 * @param wake what an utterance must begin with before the agent listens (VIP-19); empty: it listens at once
 * @param backchannels words that are said while listening and take no floor, the longest first
 * @param handOver whole utterances, or keys, that hand the call over, with the name of the agent that takes it
 */
public record Phrases(List<String> hangUp, List<String> wake, List<String> backchannels, Map<String, String> handOver) {
    /** Words of agreement of a listener, English and German. */
    public static final List<String> BACKCHANNELS = List.of(
            "mhm", "mm", "mmm", "mm-hm", "hm", "hmm", "uh-huh", "uhuh", "aha", "ah", "oh", "yeah", "yep", "ok", "okay",
            "right", "sure", "i see", "ja", "genau", "achso");

    /** Nothing ends the call, the agent listens at once, the usual backchannels. */
    public static final Phrases NONE = new Phrases(List.of(), List.of(), BACKCHANNELS);

    /** Normalizes the phrases. */
    public Phrases {
        hangUp = normal(hangUp);
        wake = normal(wake);
        backchannels = normal(backchannels).stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        Map<String, String> rules = new TreeMap<>();
        handOver.forEach((phrase, agent) -> rules.put(rule(phrase), agent));
        handOver = Collections.unmodifiableMap(rules);
    }

    /** Phrases that hand no call over. */
    public Phrases(List<String> hangUp, List<String> wake, List<String> backchannels) {
        this(hangUp, wake, backchannels, Map.of());
    }

    /** Keys stand for themselves. */
    private static String rule(String phrase) {
        String keys = phrase.strip();
        return keys.matches("[0-9*#]+") ? keys : normal(phrase);
    }

    /** Returns the agent to which the whole of {@code input}, spoken, typed or keyed, hands the call over; null for none. */
    public String handsOverTo(String input) {
        return handOver.isEmpty() ? null : handOver.get(rule(input));
    }

    private static List<String> normal(List<String> phrases) {
        return phrases.stream().map(Phrases::normal).filter(p -> !p.isEmpty()).toList();
    }

    /** Returns {@code text} in lower case, words only, one space between them. */
    public static String normal(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean word = Character.isLetterOrDigit(c) || c == '\'';
            if (word) {
                out.append(c);
            } else if (out.length() > 0 && out.charAt(out.length() - 1) != ' ') {
                out.append(' ');
            }
        }
        return out.toString().strip().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the whole of {@code text} asks to hang up. */
    public boolean endsCall(String text) {
        return hangUp.contains(normal(text));
    }

    /** Returns what follows the wake phrase at the beginning of {@code text}, possibly nothing; null without it. */
    public String afterWake(String text) {
        String said = normal(text);
        for (String phrase : wake) {
            if (said.equals(phrase) || said.startsWith(phrase + " ")) {
                return said.substring(phrase.length()).strip();
            }
        }
        return null;
    }

    /** Returns how many words of {@code text} belong to no backchannel. */
    public int wordsBeyondBackchannels(String text) {
        String rest = ' ' + normal(text).replace(" ", "  ") + ' ';
        for (String phrase : backchannels) {
            rest = rest.replace(' ' + phrase.replace(" ", "  ") + ' ', " ");
        }
        return rest.isBlank() ? 0 : rest.strip().split(" +").length;
    }
}
