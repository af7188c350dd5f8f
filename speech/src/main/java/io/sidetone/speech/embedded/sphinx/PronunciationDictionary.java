package io.sidetone.speech.embedded.sphinx;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The part of a CMU pronunciation dictionary that a set of grammars needs: about a hundred lines instead of 134,000.
 * This makes a decoder small and quick to open.
 */
final class PronunciationDictionary {
    private static final Set<String> PHONES =
            Set.of(("AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z"
                            + " ZH")
                    .split(" "));

    private final List<String> lines;

    private PronunciationDictionary(List<String> lines) {
        this.lines = lines;
    }

    /**
     * Reads the entries of every word of {@code grammars} from {@code dictionary}.
     *
     * @param problems receives one line per word without pronunciation, and per pronunciation that is invalid
     */
    static PronunciationDictionary reduce(Path dictionary, GrammarSet grammars, List<String> problems)
            throws IOException {
        Map<String, List<String>> found = new TreeMap<>();
        grammars.pronunciations().forEach((word, phones) -> {
            String bad = firstUnknownPhone(phones);
            if (bad == null) {
                found.computeIfAbsent(word.toLowerCase(Locale.ROOT), w -> new ArrayList<>())
                        .add(phones);
            } else {
                problems.add("pronunciations." + word + ": \"" + bad
                        + "\" is not a phone; use the CMU phones without stress, as in S AY D T OW N");
            }
        });
        Set<String> needed = grammars.originByWord().keySet();
        try (BufferedReader reader = Files.newBufferedReader(dictionary, StandardCharsets.ISO_8859_1)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                int space = line.indexOf(' ');
                if (space > 0) {
                    String head = line.substring(0, space);
                    int variant = head.indexOf('(');
                    String word = variant > 0 ? head.substring(0, variant) : head;
                    if (needed.contains(word) && !grammars.pronunciations().containsKey(word)) {
                        found.computeIfAbsent(word, w -> new ArrayList<>())
                                .add(line.substring(space + 1).trim());
                    }
                }
            }
        }
        grammars.originByWord().forEach((word, origin) -> {
            if (!found.containsKey(word) && !grammars.pronunciations().containsKey(word)) {
                problems.add(origin + ": the word \"" + word + "\" is not in the pronunciation dictionary " + dictionary
                        + "; use another word, or give its phones as pronunciations: {" + word + ": S AY D T OW N}");
            }
        });
        return new PronunciationDictionary(lines(found));
    }

    private static List<String> lines(Map<String, List<String>> found) {
        List<String> lines = new ArrayList<>();
        found.forEach((word, variants) -> {
            for (int i = 0; i < variants.size(); i++) {
                lines.add(word + (i == 0 ? "" : "(" + (i + 1) + ")") + " " + variants.get(i));
            }
        });
        return lines;
    }

    private static String firstUnknownPhone(String phones) {
        for (String phone : phones.trim().split("\\s+")) {
            if (!PHONES.contains(phone)) {
                return phone;
            }
        }
        return null;
    }

    /** Writes the dictionary in the format of pocketsphinx. */
    void write(Path file) throws IOException {
        Files.write(file, lines, StandardCharsets.ISO_8859_1);
    }
}
