package io.sidetone.speech.embedded.flow;

import io.sidetone.core.dialogue.SentenceEnd;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One state of a flow: its question and the possible answers.
 *
 * @param name in the flow file
 * @param prompt template of the question
 * @param again question when the caller returns to the state, or empty
 * @param keysPrompt text that explains the keys
 * @param asks slot that the state fills, or empty; when the slot is filled the dialogue continues with {@code then}
 * @param then state after that, or empty
 * @param intents the state's own, then those of everywhere
 * @param noMatch templates, escalating
 * @param noInput templates, escalating
 */
record FlowState(
        String name,
        String prompt,
        String again,
        String keysPrompt,
        String asks,
        String then,
        List<Intent> intents,
        List<String> noMatch,
        List<String> noInput) {

    /** An intent of the caller, with its values. */
    record Meaning(Intent intent, Map<String, String> values) {}

    /** Returns the meaning of exactly {@code words} in this state, or null. */
    Meaning exactly(List<String> words) {
        for (Intent intent : intents) {
            for (Phrase phrase : intent.phrases()) {
                Map<String, String> values = phrase.match(words, 0).get(words.size());
                if (values != null && !words.isEmpty()) {
                    return new Meaning(intent, values);
                }
            }
        }
        return null;
    }

    /** Returns whether {@code words} are a whole answer in this state, and whether a longer one begins with them. */
    SentenceEnd end(List<String> words) {
        boolean whole = exactly(words) != null;
        boolean longer = intents.stream()
                .flatMap(intent -> intent.phrases().stream())
                .anyMatch(phrase -> phrase.goesOn(words, 0));
        if (longer) {
            return whole ? SentenceEnd.WHOLE : SentenceEnd.GOES_ON;
        }
        return whole ? SentenceEnd.CLOSED : SentenceEnd.UNKNOWN;
    }

    /** Returns the meaning of the longest run of {@code words} that has one in this state, or null. */
    Meaning within(List<String> words) {
        Meaning best = null;
        int longest = 0;
        for (Intent intent : intents) {
            for (Phrase phrase : intent.phrases()) {
                for (int from = 0; from < words.size(); from++) {
                    for (Map.Entry<Integer, Map<String, String>> end :
                            phrase.match(words, from).entrySet()) {
                        if (end.getKey() - from > longest) {
                            longest = end.getKey() - from;
                            best = new Meaning(intent, end.getValue());
                        }
                    }
                }
            }
        }
        return best;
    }

    /** Returns the meaning of {@code digits} in this state, or null. */
    Meaning keyed(String digits) {
        Meaning key = keys().get(digits);
        return key != null ? key : number(digits);
    }

    /** Returns the meaning of {@code digits} as a number that this state asks for, or null. */
    Meaning number(String digits) {
        for (Intent intent : intents) {
            if (intent.number() != null && intent.number().fits(digits)) {
                return new Meaning(intent, Map.of(intent.name(), digits));
            }
        }
        return null;
    }

    /** Returns whether it asks for a number that nobody may keep. */
    boolean secret() {
        return intents.stream().anyMatch(Intent::secret);
    }

    /** Returns whether anything can be said in it. */
    boolean speakable() {
        return intents.stream().anyMatch(intent -> !intent.phrases().isEmpty());
    }

    /** Returns the number of digits that complete an input in this state. */
    int maxDigits() {
        int number = intents.stream()
                .filter(intent -> intent.number() != null)
                .mapToInt(intent -> intent.number().most())
                .max()
                .orElse(1);
        return keys().keySet().stream().mapToInt(String::length).reduce(number, Math::max);
    }

    /** Returns meanings by digits; the state's own come before those of everywhere. */
    Map<String, Meaning> keys() {
        Map<String, Meaning> keys = new HashMap<>();
        for (Intent intent : intents) {
            if (!intent.key().isEmpty()) {
                keys.putIfAbsent(intent.key(), new Meaning(intent, Map.of()));
            }
            if (intent.keysOf() != null) {
                intent.keysOf().entries().forEach((value, entry) -> {
                    if (!entry.key().isEmpty()) {
                        keys.putIfAbsent(
                                entry.key(),
                                new Meaning(intent, Map.of(intent.keysOf().name(), value)));
                    }
                });
            }
        }
        return keys;
    }

    /** Returns the recognizer's grammar of this state. */
    String jsgf(String grammarName) {
        Map<String, Phrase> rules = new java.util.LinkedHashMap<>();
        List<String> alternatives = new ArrayList<>();
        for (Intent intent : intents) {
            for (Phrase phrase : intent.phrases()) {
                phrase.eachNamed(named -> rules.putIfAbsent(named.rule(), named.body()));
                StringBuilder alternative = new StringBuilder();
                phrase.jsgf(alternative);
                alternatives.add(alternative.toString());
            }
        }
        StringBuilder jsgf = new StringBuilder("#JSGF V1.0;\ngrammar " + grammarName + ";\n");
        jsgf.append("public <said> = ")
                .append(String.join("\n    | ", alternatives))
                .append(";\n");
        rules.forEach((rule, body) -> {
            jsgf.append('<').append(rule).append("> = ");
            body.jsgf(jsgf);
            jsgf.append(";\n");
        });
        return jsgf.toString();
    }
}
