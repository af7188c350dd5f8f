package io.sidetone.core.dialogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("VAN-06")
class ClauseSplitterTest {
    private static List<String> split(String... pieces) {
        ClauseSplitter splitter = new ClauseSplitter();
        List<String> clauses = new ArrayList<>();
        for (String piece : pieces) {
            splitter.add(piece);
            for (String c = splitter.next(); c != null; c = splitter.next()) {
                clauses.add(c);
            }
        }
        for (String c = splitter.rest(); c != null; c = splitter.rest()) {
            clauses.add(c);
        }
        return clauses;
    }

    @Test
    void shouldCutAtSentenceEndsWhenTextStreamsIn() {
        assertThat(split("Hel", "lo. We a", "re open from 9.30 to five! ", "Anything else?"))
                .containsExactly("Hello.", "We are open from 9.30 to five!", "Anything else?");
    }

    @Test
    void shouldCutAtACommaOnlyWhenTheClauseIsLongEnough() {
        assertThat(split("Yes, of course. We are open from Monday to Friday, and on Saturday morning."))
                .containsExactly("Yes, of course.", "We are open from Monday to Friday,", "and on Saturday morning.");
    }

    @Test
    void shouldCutTheFirstClauseSoonerBecauseTheCallerWaitsForIt() {
        assertThat(split("That is on its way, ", "and it is due by noon, says the driver. Then, later, rain."))
                .containsExactly(
                        "That is on its way,", "and it is due by noon, says the driver.", "Then, later, rain.");
        assertThat(split("That is on its way, and due. ", "Bye."))
                .as("the whole sentence is here")
                .containsExactly("That is on its way, and due.", "Bye.");
        ClauseSplitter splitter = new ClauseSplitter();
        for (int response = 0; response < 2; response++) {
            splitter.add("Just a moment, I look ");
            assertThat(splitter.next()).as("of response %d", response).isEqualTo("Just a moment,");
            splitter.clear();
        }
    }

    @Test
    void shouldBeginWithAFewWordsWhenTheVoiceGoesOnWhereItStopped() {
        ClauseSplitter splitter = new ClauseSplitter();
        splitter.beginsEarly(true);
        splitter.add("Number 12 ");
        assertThat(splitter.next()).isNull();
        splitter.add("is on");
        assertThat(splitter.next()).as("three words and twelve letters").isEqualTo("Number 12 is");
        splitter.add(" its way and comes ");
        assertThat(splitter.next()).as("the rest of the clause").isNull();
        splitter.add("at noon. ");
        assertThat(splitter.next()).isEqualTo("on its way and comes at noon.");
        splitter.add("Is that all right then ");
        assertThat(splitter.next()).as("once in a response").isNull();
    }

    @Test
    void shouldNotBeginInTheMiddleWhenTheSentenceIsThere() {
        ClauseSplitter splitter = new ClauseSplitter();
        splitter.beginsEarly(true);
        splitter.add("Hello there, how can I help you?");
        assertThat(splitter.next()).isNull();
        assertThat(splitter.rest()).isEqualTo("Hello there, how can I help you?");
        splitter.clear();
        splitter.add("At ten in the");
        assertThat(splitter.next()).as("ten letters").isNull();
        assertThat(splitter.rest()).isEqualTo("At ten in the");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Dr. Smith is in at 9:30 a.m. on Monday, e.g. for a check at $3.50.",
                "St. Mary is closed.",
                "Mr. J. R. Miller and Mrs. Miller live at 5 Park Ave. in the U.S. today.",
                "We are open from 9 a.m. to 5 p.m. Monday to Friday.",
                "Room No. 7 is free, see p. 12 of vol. 3 please.",
                "The Ph.D. of Prof. Jones vs. mine, i.e. nothing, etc. and so on.",
                "1. Call us.",
                "12. Come here!",
                "Guten Tag, Hr. Dr. Meier, Sie haben z.B. am 3. Mai um 9 Uhr Zeit.",
                "Das kostet ca. 5 Euro bzw. inkl. MwSt. etwa 6 Euro.",
                "Hauptstr. 5 ist Nr. 12 d.h. z. B. das Haus am Bd. 4 des Platzes.",
                "Mo. 9 bis 12 Uhr, u.a. auch für Fr. Schulz.",
                "Ask Lt. Gov. Brown at ext. 42 approx. at noon."
            })
    void shouldNotCutBehindAbbreviationsInitialsAndNumbersOfLists(String sentence) {
        for (int size = 1; size <= sentence.length(); size++) {
            List<String> pieces = new ArrayList<>();
            for (int at = 0; at < sentence.length(); at += size) {
                pieces.add(sentence.substring(at, Math.min(sentence.length(), at + size)));
            }
            pieces.add(" Yes.");
            assertThat(split(pieces.toArray(String[]::new)))
                    .as("in pieces of %d", size)
                    .endsWith("Yes.")
                    .doesNotContain("Dr.", "1.", "12.", "Hr.")
                    .noneMatch(
                            clause -> clause.matches(
                                    ".*\\b(Dr|St|Mr|Mrs|Ave|Prof|vs|etc|Hr|ca|bzw|inkl|Nr|Bd|Mo|Fr|Lt|Gov|ext|approx|No|p|vol)\\."));
        }
    }

    @Test
    void shouldStillCutBehindWordsThatAreOnlyAlikeAndBehindNumbers() {
        assertThat(split("No. We are closed in 2026. It costs 9.50. See example.com. The code is 4711. Now, Max. Ok."))
                .containsExactly(
                        "No.",
                        "We are closed in 2026.",
                        "It costs 9.50.",
                        "See example.com.",
                        "The code is 4711.",
                        "Now, Max.",
                        "Ok.");
        assertThat(split("No. ", "5 is open. ", "Bye.")).containsExactly("No. 5 is open.", "Bye.");
    }

    @Test
    void shouldNotBeginBehindAnAbbreviationWhenTheVoiceGoesOnWhereItStopped() {
        ClauseSplitter splitter = new ClauseSplitter();
        splitter.beginsEarly(true);
        splitter.add("You can meet Dr. ");
        assertThat(splitter.next()).isEqualTo("You can meet");
        splitter.add("Smith now.");
        assertThat(splitter.rest()).isEqualTo("Dr. Smith now.");
    }

    @Test
    void shouldSpeakNothingWhenThereIsOnlyWhiteSpace() {
        assertThat(split(" ", "\n", "  ")).isEmpty();
    }

    @Property(seed = "20261101")
    void shouldLoseNoCharacterAndBoundEveryClauseWhateverTheText(
            @ForAll
                    List<@StringLength(max = 40) @Chars({'a', 'b', ' ', 'c', ',', '.', ';', '!', '?', '\n'}) String>
                            pieces) {
        List<String> clauses = split(pieces.toArray(String[]::new));
        assertThat(String.join("", clauses).replaceAll("\\s", ""))
                .isEqualTo(String.join("", pieces).replaceAll("\\s", ""));
        assertThat(clauses).allSatisfy(c -> assertThat(c.length()).isBetween(1, 201));
    }
}
