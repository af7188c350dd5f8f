package io.sidetone.speech.embedded.flow;

import io.sidetone.speech.embedded.flow.Phrase.Choice;
import io.sidetone.speech.embedded.flow.Phrase.Maybe;
import io.sidetone.speech.embedded.flow.Phrase.Sequence;
import io.sidetone.speech.embedded.flow.Phrase.Shared;
import io.sidetone.speech.embedded.flow.Phrase.Value;
import io.sidetone.speech.embedded.flow.Phrase.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads a phrase: words, {@code [optional words]}, {@code (one | of | these)}, {@code <shared phrase>} and {@code
 * {list}}.
 */
final class PhraseParser {
    private static final int MAX_CHARS = 500;
    private static final int MAX_DEPTH = 16;

    private final String text;
    private final Map<String, Phrase> shared;
    private final Map<String, ValueList> lists;
    private int at;
    private int depth;

    private PhraseParser(String text, Map<String, Phrase> shared, Map<String, ValueList> lists) {
        this.text = text;
        this.shared = shared;
        this.lists = lists;
    }

    /** A phrase that cannot be read: the problem and its remedy. */
    static final class BadPhraseException extends Exception {
        private static final long serialVersionUID = 1L;

        BadPhraseException(String message) {
            super(message);
        }
    }

    /** Reads {@code text}, which may name the phrases of {@code shared} and the lists of {@code lists}. */
    static Phrase parse(String text, Map<String, Phrase> shared, Map<String, ValueList> lists)
            throws BadPhraseException {
        if (text.length() > MAX_CHARS) {
            throw new BadPhraseException(
                    "a phrase of " + text.length() + " characters is too long; cut it into several of " + MAX_CHARS);
        }
        PhraseParser parser = new PhraseParser(text, shared, lists);
        Phrase phrase = parser.alternatives();
        if (parser.at < text.length()) {
            throw new BadPhraseException("\"" + text.charAt(parser.at) + "\" closes nothing in \"" + text
                    + "\"; remove it or open it before");
        }
        return phrase;
    }

    private Phrase alternatives() throws BadPhraseException {
        if (++depth > MAX_DEPTH) {
            throw new BadPhraseException("more than " + MAX_DEPTH
                    + " brackets within each other; write several phrases or share parts of it");
        }
        List<Phrase> options = new ArrayList<>();
        do {
            options.add(sequence());
        } while (take('|'));
        depth--;
        return options.size() == 1 ? options.get(0) : new Choice(List.copyOf(options));
    }

    private Phrase sequence() throws BadPhraseException {
        List<Phrase> parts = new ArrayList<>();
        for (skipSpace(); at < text.length() && "|)]".indexOf(text.charAt(at)) < 0; skipSpace()) {
            parts.add(part());
        }
        if (parts.isEmpty()) {
            throw new BadPhraseException("nothing stands between the marks in \"" + text
                    + "\"; write a word there, or [ ] around what may be left out");
        }
        return parts.size() == 1 ? parts.get(0) : new Sequence(List.copyOf(parts));
    }

    private Phrase part() throws BadPhraseException {
        if (take('[')) {
            Phrase inner = alternatives();
            close(']');
            return new Maybe(inner);
        }
        if (take('(')) {
            Phrase inner = alternatives();
            close(')');
            return inner;
        }
        if (take('<')) {
            String name = name('>');
            Phrase body = shared.get(name);
            if (body == null) {
                throw new BadPhraseException("there is no shared phrase <" + name + ">"
                        + Nearest.remedy(name, shared.keySet(), "write it under phrases, above where it is used"));
            }
            return new Shared(name, body);
        }
        if (take('{')) {
            String name = name('}');
            ValueList list = lists.get(name);
            if (list == null) {
                throw new BadPhraseException("there is no list {" + name + "}"
                        + Nearest.remedy(name, lists.keySet(), "write it under lists"));
            }
            return new Value(list);
        }
        return word();
    }

    private Phrase word() throws BadPhraseException {
        int begin = at;
        while (at < text.length() && (Character.isLetter(text.charAt(at)) || text.charAt(at) == '\'')) {
            at++;
        }
        String word = text.substring(begin, at).toLowerCase(Locale.ROOT);
        if (word.isEmpty()) {
            throw new BadPhraseException("\"" + text.charAt(at) + "\" cannot be said in \"" + text
                    + "\"; write words of letters and apostrophes, numbers in words");
        }
        if (at < text.length() && " |()[]<>{}\t\n".indexOf(text.charAt(at)) < 0) {
            throw new BadPhraseException("\"" + word + text.charAt(at) + "\" in \"" + text
                    + "\" is no word; use letters and apostrophes, numbers in words, a space between words");
        }
        return new Word(word);
    }

    private String name(char end) throws BadPhraseException {
        int close = text.indexOf(end, at);
        if (close < 0) {
            throw new BadPhraseException("\"" + end + "\" is missing in \"" + text + "\"; add it");
        }
        String name = text.substring(at, close).trim();
        at = close + 1;
        return name;
    }

    private void close(char end) throws BadPhraseException {
        if (!take(end)) {
            throw new BadPhraseException("\"" + end + "\" is missing in \"" + text + "\"; add it");
        }
    }

    private boolean take(char c) {
        skipSpace();
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
