package io.sidetone.tools.scenario.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.replay.Replay;
import io.sidetone.core.replay.ReplayListener;
import io.sidetone.core.replay.ReplayResult;
import io.sidetone.tools.scenario.file.ScenarioCase;
import io.sidetone.tools.scenario.recorded.ScenarioDraft;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scenario names the secret digits that its caller keys; the call it plays keeps none of them. */
class SecretDigitsTest {
    private static final String CARD = "4111222233334444";
    private static final String PAYING =
            """
            agent: cashier
            scenarios:
              pays:
                outcomes: [{action: charge, values: {message: "charged %1$s"}}]
                caller:
                  - digits: "411122223333"
                    expect: {said: [I did not catch that], not-actions: [charge]}
                  - digits: "%1$s"
                    expect:
                      actions: [{name: charge, with: {card: "%2$s", note: "card %2$s"}, result: ok}]
                      said: [it is paid]
                      not-said: [four one one one]
            """;

    @TempDir
    private Path folder;

    private String config;

    @BeforeEach
    void write() throws Exception {
        Path flow = Files.writeString(
                folder.resolve("cashier.yaml"),
                """
                flow: cashier
                start: card
                greeting: Hello.
                states:
                  card:
                    prompt: Key in your card number.
                    keys: It has sixteen digits.
                    hear:
                      person: {say: a person, end: true}
                      card:
                        digits: 16
                        secret: true
                        action: charge
                        with: {card: "{card}", note: "card {card}"}
                        done: {answer: "It is paid. {result.message}.", next: menu, forget: card}
                        failed: {answer: "That did not work.", next: menu}
                  menu:
                    prompt: Anything else?
                    keys: Press 1 to end.
                    hear:
                      end: {say: goodbye, key: "1", end: true}
                """);
        config =
                """
                engines:
                  mock: {type: mock}
                  flow: {type: embedded}
                actions:
                  charge: {type: webhook, url: "http://127.0.0.1:9/charge", secret: s3cret-of-the-shop, description: Charges a card.,
                           parameters: {type: object, properties: {card: {type: string, pattern: "^[0-9]{16}$"}}}}
                agents:
                  cashier: {recognizer: mock, dialogue: flow, synthesizer: mock, flow: %s, actions: [charge]}
                """
                        .formatted(flow);
    }

    @Test
    void shouldCompareTheDigitsThatAnActionGets() throws Exception {
        ScenarioAgents agents = Played.configured(config);
        assertThat(Played.one(folder, agents, PAYING.formatted(CARD, CARD)).failures())
                .isEmpty();
        assertThat(Played.one(folder, agents, PAYING.formatted(CARD, "5555666677778888"))
                        .failures())
                .isNotEmpty();
    }

    @Test
    void shouldKeepNoneOfThemInAJournalThatReplays() throws Exception {
        List<ScenarioCase> cases = Played.cases(folder, PAYING.formatted(CARD, CARD));
        byte[] journal = Played.journal(Played.configured(config), cases.get(0));
        assertThat(new String(journal, StandardCharsets.ISO_8859_1))
                .contains("charge")
                .doesNotContain(CARD);
        try (JournalFileReader reader = new JournalFileReader(new ByteArrayInputStream(journal), null)) {
            ReplayResult replayed = Replay.run(reader, ReplayListener.none());
            assertThat(replayed.identical()).as(replayed.toString()).isTrue();
        }
    }

    @Test
    void shouldBecomeAScenarioWithOtherDigitsThatTheSameAgentPasses() throws Exception {
        ScenarioAgents agents = Played.configured(config);
        byte[] journal = Played.journal(
                agents, Played.cases(folder, PAYING.formatted(CARD, CARD)).get(0));
        String draft = ScenarioDraft.of(
                new JournalFileReader(new ByteArrayInputStream(journal), null), "copy", agent -> false);
        assertThat(draft).contains("digits: \"0000000000000000\"").doesNotContain(CARD, "with:");
        assertThat(Played.one(folder, agents, draft).failures()).as(draft).isEmpty();
    }
}
