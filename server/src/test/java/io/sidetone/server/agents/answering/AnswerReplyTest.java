package io.sidetone.server.agents.answering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.server.agents.handover.AgentChoice;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerReplyTest {
    private static AnswerReply read(String json) throws UnusableReplyException {
        return AnswerReply.read(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldReadAllThatAServerMaySay() throws Exception {
        AnswerReply reply =
                read("{\"agent\": \"sales\", \"variables\": {\"name\": \"Ada\", \"open\": 3, \"gone\": null},"
                        + " \"prompt\": \"Sell {bread}.\", \"greeting\": \"Hello.\", \"policy\": \"assertive\","
                        + " \"voice\": \"v2\", \"language\": \"de\"}");
        assertThat(reply.agent()).isEqualTo("sales");
        assertThat(reply.wish()).isEqualTo(new AgentChoice("", "assertive", "v2", "de"));
        assertThat(reply.variables())
                .containsEntry("name", "Ada")
                .containsEntry("open", "3")
                .containsEntry("gone", "");
        assertThat(reply.terms().prompt()).isEqualTo("Sell {bread}.");
        assertThat(reply.terms().greeting()).isEqualTo("Hello.");
        assertThat(reply.refusal()).isEmpty();
        assertThat(reply.redirect()).isEmpty();
        assertThat(reply.unknown()).isEmpty();
    }

    @Test
    void shouldTakeNothingForAllAsConfigured() throws Exception {
        assertThat(AnswerReply.read(new byte[0])).isEqualTo(read("{\"reject\": false, \"variables\": null}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true | 603 |",
                "486 | 486 |",
                "{} | 603 |",
                "{\"status\": 480, \"reason\": \"Closed\"} | 480 | Closed",
                "{\"reason\": \"Two\\nlines\"} | 603 |"
            })
    void shouldRefuseWithTheStatusThatIsGiven(String reject, int status, String reason) throws Exception {
        AnswerReply reply = read("{\"reject\": " + reject + "}");
        assertThat(reply.refusal()).hasValue(status);
        assertThat(reply.reason()).isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nonsense | is not JSON",
                "[] | not an object",
                "{\"agent\": 5} | agent is no text",
                "{\"variables\": []} | no object of names",
                "{\"variables\": {\"a\": {}}} | the variable 'a' is neither",
                "{\"reject\": 200} | from 400 to 699",
                "{\"reject\": \"busy\"} | from 400 to 699",
                "{\"redirect\": \"somewhere\"} | redirect is no address",
                "{\"redirect\": \"sip:a@b>\\r\\nX: y\"} | redirect is no address"
            })
    void shouldSayWhatCannotBeFollowed(String json, String problem) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(UnusableReplyException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void shouldNameMembersThatMeanNothing() throws Exception {
        assertThat(read("{\"variabels\": {}, \"zzzzz\": 1}").unknown())
                .containsExactly("'variabels' (did you mean variables?)", "'zzzzz'");
    }

    @Test
    void shouldRefuseWhatIsNestedTooDeeply() {
        assertThatThrownBy(() -> read("{\"variables\": " + "[".repeat(5_000) + "]".repeat(5_000) + "}"))
                .isInstanceOf(UnusableReplyException.class);
    }
}
