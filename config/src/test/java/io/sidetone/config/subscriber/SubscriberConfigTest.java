package io.sidetone.config.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.LoadedConfig;
import io.sidetone.config.Loading;
import io.sidetone.config.print.ConfigPrinter;
import io.sidetone.core.turn.event.TurnEventType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("ITE-PAT-001")
class SubscriberConfigTest {
    private static final String CRM =
            """
            subscribers:
              - name: crm
                url: https://crm.example.com/voice
                secret: 0123456789abcdef
            """;

    private static List<String> problems(String section) {
        return Loading.problems(Loading.AGENTS + section, Map.of());
    }

    @Test
    void shouldHaveDefaults() throws Exception {
        SubscriberConfig crm = Loading.config(CRM).subscribers().get(0);
        assertThat(crm.events()).containsExactlyInAnyOrder(TurnEventType.values());
        assertThat(crm.agents()).isEmpty();
        assertThat(crm.timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(crm.retryMax()).isEqualTo(Duration.ofMinutes(1));
        assertThat(crm.maxAge()).isEqualTo(Duration.ofHours(24));
        assertThat(crm.maxConcurrent()).isEqualTo(8);
        assertThat(crm.spoolDir()).isEqualTo(Loading.FOLDER.resolve("data/subscribers/crm"));
        assertThat(crm.spoolMaxBytes()).isEqualTo(64 << 20);
    }

    @Test
    void shouldTakeEventsAndAgents() throws Exception {
        SubscriberConfig crm = Loading.config(CRM + "    events: [interruption, turn-ended]\n    agents: [desk]\n")
                .subscribers()
                .get(0);
        assertThat(crm.events()).containsExactlyInAnyOrder(TurnEventType.INTERRUPTION, TurnEventType.TURN_ENDED);
        assertThat(crm.agents()).containsExactly("desk");
    }

    @Test
    @Tag("ITE-SEC-001")
    void shouldRefuseAWayOnWhichOthersRead() {
        assertThat(problems(CRM.replace("https://crm", "http://crm")))
                .singleElement()
                .asString()
                .contains("subscribers[0].url: 'http://crm.example.com' would carry when callers interrupt")
                .contains("use https; http is for this machine alone");
        for (String here : List.of("http://127.0.0.1:9/x", "http://localhost/x", "http://[::1]:9/x")) {
            assertThat(problems(CRM.replace("https://crm.example.com/voice", "'" + here + "'")))
                    .as(here)
                    .isEmpty();
        }
        for (String elsewhere : List.of("http://127.0.0.1.example.com/", "ftp://127.0.0.1/", "http://0.0.0.0/")) {
            assertThat(problems(CRM.replace("https://crm.example.com/voice", elsewhere)))
                    .as(elsewhere)
                    .hasSize(1);
        }
    }

    @Test
    void shouldTellEverythingThatIsWrong() {
        assertThat(problems(CRM.replace("0123456789abcdef", "short")))
                .singleElement()
                .asString()
                .contains("subscribers[0].secret: has 5 characters, which can be guessed")
                .contains("openssl rand");
        assertThat(problems(CRM.replace("    secret: 0123456789abcdef\n", "")))
                .singleElement()
                .asString()
                .contains("subscribers[0].secret: is missing");
        assertThat(problems(CRM + "    events: [interuption]\n"))
                .singleElement()
                .asString()
                .contains("did you mean interruption?");
        assertThat(problems(CRM + "    agents: [desc]\n"))
                .singleElement()
                .asString()
                .contains("subscribers[0].agents: 'desc' is no agent; did you mean desk?");
        assertThat(problems(CRM.replace("name: crm", "name: '../crm'")))
                .singleElement()
                .asString()
                .contains("subscribers[0].name: '../crm' is not a name");
        assertThat(problems(CRM + CRM.substring(CRM.indexOf('\n') + 1)))
                .singleElement()
                .asString()
                .contains("subscribers[1].name: 'crm' names another subscriber already");
        assertThat(problems("subscribers:\n"
                        + CRM.substring(CRM.indexOf('\n') + 1)
                                .replace("crm", "NAME")
                                .repeat(17)))
                .anySatisfy(problem -> assertThat(problem).contains("has 17 entries and may have 16"));
    }

    @Test
    void shouldMaskTheSecretAndPrintWhatLoadsAgain() throws Exception {
        String text = Loading.AGENTS + CRM.replace("0123456789abcdef", "${CRM}");
        LoadedConfig loaded = Loading.load(text, Map.of("CRM", "very-secret-indeed"));
        String printed = ConfigPrinter.print(loaded);
        assertThat(printed).doesNotContain("very-secret").contains("secret: \"${CRM}\"");
        assertThat(Loading.load(printed, Map.of("CRM", "very-secret-indeed"))
                        .config()
                        .subscribers())
                .isEqualTo(loaded.config().subscribers());
    }
}
