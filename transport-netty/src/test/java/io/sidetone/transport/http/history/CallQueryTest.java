package io.sidetone.transport.http.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallQueryTest {
    private static CallQuery of(String... parameters) throws BadQueryException {
        Map<String, List<String>> all = new java.util.HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            all.put(parameters[i], List.of(parameters[i + 1]));
        }
        return CallQuery.of(all);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "agnet     | desk                | agnet: is no filter of calls; known are agent, called",
                "state     | ringing             | state: give one of ended, live, refused",
                "direction | inbound             | direction: give one of in, out",
                "from      | yesterday           | from: give a time as ISO 8601 has it",
                "to        | 2026-02-30          | to: give a time as ISO 8601 has it",
                "text      | %%                  | text: has neither letters nor digits",
                "text      | a b c d e f g h i   | text: has 9 words; give at most 8",
                "min-duration | -1               | min-duration: give seconds",
                "min-duration | 1e99             | min-duration: give seconds",
                "interrupted | yes               | interrupted: give one of false, true"
            })
    void shouldNameTheParameterTheRuleAndTheRemedy(String name, String value, String said) {
        assertThatThrownBy(() -> of(name, value))
                .isInstanceOf(BadQueryException.class)
                .hasMessageStartingWith(said);
    }

    @Test
    void shouldRefuseNamesAndValuesThatAreTooLongWithoutRepeatingThem() {
        assertThatThrownBy(() -> of("<script>", "x")).hasMessageStartingWith("a parameter: is no filter");
        assertThatThrownBy(() -> of("text", "x".repeat(300))).hasMessageContaining("at most 256 characters");
        assertThatThrownBy(() -> CallQuery.of(Map.of("agent", List.of("a", "b"))))
                .hasMessageStartingWith("agent: give it once");
    }

    @Test
    void shouldTakeTimesOfAnyYearForTheNearestThatCallsCanHave() throws Exception {
        assertThat(of("from", "0000-01-01").from()).isEqualTo(Instant.EPOCH);
        assertThat(of("to", "9999-12-31").to()).isEqualTo(Instant.parse("9999-12-31T00:00:00Z"));
        assertThat(of("from", "2026-04-01T10:00:00+02:00").from()).isEqualTo(Instant.parse("2026-04-01T08:00:00Z"));
    }

    @ParameterizedTest
    @CsvSource({
        "'',           'sip:Alice@example.com',          alice",
        "'',           '\"A\" <sip:Alice@example.com;x>', alice",
        "+4930123,     'sip:0123@carrier',               4930123",
        "'',           '+49 (30) 1-23',                  493 0123",
        "'',           browser,                          browser",
        "'',           'sip:anonymous@anonymous.invalid', ''"
    })
    void shouldCompareParties(String number, String address, String party) {
        assertThat(CallQuery.party(number, address)).isEqualTo(party.replace(" ", ""));
    }

    @Test
    void shouldFindWordsWithoutCaseAccentsAndSigns() {
        assertThat(CallWords.of("Straße, ÉCLAIR! o'Neil 12.50 €; DROP TABLE calls;--"))
                .containsExactly("straße", "eclair", "o", "neil", "12", "50", "drop", "table", "calls");
        assertThat(CallWords.of("東京 tower")).containsExactly("東", "京", "tower");
        assertThat(CallWords.of("x".repeat(100))).containsExactly("x".repeat(CallWords.LONGEST));
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 2 * CallWords.MOST; i++) {
            many.append('w').append(i).append(' ');
        }
        assertThat(CallWords.of(many.toString())).hasSize(CallWords.MOST);
        assertThat(CallWords.of(null)).isEmpty();
    }

    @Test
    void shouldReadCursorsOfTheSameFiltersAlone() throws Exception {
        String id = "01JABCDEFGHJKMNPQRSTVWXYZ0";
        CallQuery query = of("agent", "desk");
        String cursor = new CallCursor(id).text(query);
        assertThat(CallCursor.of(cursor, of("agent", "desk")).callId()).isEqualTo(id);
        assertThatThrownBy(() -> CallCursor.of(cursor, of("agent", "sales"))).hasMessageContaining("other filters");
        for (String forged : List.of("", "x", id, cursor + "0", "' OR 1=1 --", cursor.toLowerCase())) {
            assertThatThrownBy(() -> CallCursor.of(forged, query)).isInstanceOf(BadQueryException.class);
        }
    }

    @Test
    void shouldWriteNoCellThatASpreadsheetTakesForAFormula() {
        assertThat(EntryFormat.cell("=cmd|' /C calc'!A0")).isEqualTo("'=cmd|' /C calc'!A0");
        assertThat(EntryFormat.cell("@x,\"y\"\r\n")).isEqualTo("\"'@x,\"\"y\"\"\r\n\"");
        assertThat(EntryFormat.cell("+4930123")).isEqualTo("+4930123");
        assertThat(EntryFormat.cell(-3.5)).isEqualTo("-3.5");
        assertThat(EntryFormat.cell(null)).isEmpty();
        assertThat(EntryFormat.cell(Map.of("EUR", 0.5))).isEqualTo("EUR 0.5");
    }
}
