package io.sidetone.tools.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Javadoc says in its first word what a thing is, or what a method does. */
class JavadocOpeningTest {
    private static final String QUESTION_WORD = "(What|Whether|How|Who|Whose|Where|When|Which)\\b.*";
    private static final Pattern ON_FIRST_LINE = Pattern.compile("\\s*/\\*\\*\\s+" + QUESTION_WORD);
    private static final Pattern ON_SECOND_LINE = Pattern.compile("\\s*\\*\\s+" + QUESTION_WORD);
    private static final Pattern BEGIN = Pattern.compile("\\s*/\\*\\*\\s*");

    @Test
    void shouldBeginWithANounOrAVerb() {
        List<Path> sources = Product.mainSources();
        assertThat(sources).isNotEmpty();
        assertThat(sources.stream().flatMap(file -> openings(file).stream()))
                .as("Javadocs that begin with a question word")
                .isEmpty();
    }

    /** File, line and text of each Javadoc that begins with a question word. */
    private static List<String> openings(Path file) {
        List<String> lines = Product.lines(file);
        List<String> found = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            boolean second = i > 0 && BEGIN.matcher(lines.get(i - 1)).matches();
            Pattern opening = second ? ON_SECOND_LINE : ON_FIRST_LINE;
            if (opening.matcher(lines.get(i)).matches()) {
                found.add(
                        Product.name(file) + ":" + (i + 1) + " " + lines.get(i).strip());
            }
        }
        return found;
    }
}
