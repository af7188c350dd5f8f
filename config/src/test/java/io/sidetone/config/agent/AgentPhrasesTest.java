package io.sidetone.config.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.Loading;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.core.dialogue.Phrases;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the words of a caller mean to an agent, and how long he may talk to it. */
class AgentPhrasesTest {
    private static final String DESK =
            """
            engines: {mock: {type: mock}}
            agents:
              desk:
                recognizer: mock
                dialogue: mock
                synthesizer: mock
            """;

    private static Phrases phrases(String keys) throws Exception {
        return Loading.load(DESK + keys, Map.of()).config().agents().get(0).phrases();
    }

    @Test
    @Tag("VIP-17")
    @Tag("VIP-19")
    void shouldGiveTheAgentItsPhrasesInTheFormInWhichTheyAreCompared() throws Exception {
        Phrases phrases = phrases(
                """
                    hang-up-phrases: ["Hang up!", stop]
                    wake-phrases: ["Hello, desk"]
                    backchannels: [mhm, "I see"]
                """);
        assertThat(phrases.hangUp()).containsExactly("hang up", "stop");
        assertThat(phrases.wake()).containsExactly("hello desk");
        assertThat(phrases.backchannels()).containsExactly("i see", "mhm");
    }

    @Test
    void shouldEndNothingWakeByNothingAndKnowTheUsualBackchannelsWhenNoneAreGiven() throws Exception {
        assertThat(phrases("")).isEqualTo(Phrases.NONE);
        assertThat(phrases("    backchannels: []\n").backchannels()).isEmpty();
    }

    @Test
    void shouldRefuseAPhraseWithoutAWord() {
        assertThat(Loading.problems(DESK + "    hang-up-phrases: [stop, \"?!\"]\n", Map.of()))
                .singleElement()
                .asString()
                .contains("agents.desk.hang-up-phrases", "'?!'", "remove it");
    }

    @Test
    void shouldKeepThePhrasesWhenTheEnginesAreOverridden() throws Exception {
        AgentConfig agent = Loading.load(DESK + "    hang-up-phrases: [stop]\n", Map.of())
                .config()
                .agents()
                .get(0);
        assertThat(agent.withEngine("mock").phrases()).isEqualTo(agent.phrases());
    }

    @Test
    void shouldTellTheCallerTenSecondsBeforeTheLongestCallIsReachedAtMostHalfOfIt() throws Exception {
        assertThat(Loading.config("").policy("default").bounds().maxCallNoticeMs())
                .isEqualTo(10_000);
        assertThat(Loading.config("limits: {max-call-length: 12s}\nhold: {max: 5s}\n")
                        .policy("default")
                        .bounds()
                        .maxCallNoticeMs())
                .isEqualTo(6_000);
        SidetoneConfig off = Loading.config("limits: {max-call-notice: 0s}\npolicies: {own: {minWords: 2}}\n");
        assertThat(off.limits().maxCallNotice()).isEqualTo(Duration.ZERO);
        for (String policy : List.of("default", "assertive", "hands-free", "own")) {
            assertThat(off.policy(policy).bounds().maxCallNoticeMs()).as(policy).isZero();
        }
    }

    @Test
    void shouldRefuseANoticeThatIsAsLongAsTheCall() {
        assertThat(Loading.problems(
                        Loading.AGENTS + "limits: {max-call-length: 1m, max-call-notice: 60s}\nhold: {max: 5s}\n",
                        Map.of()))
                .singleElement()
                .asString()
                .contains("limits.max-call-notice", "no shorter than limits.max-call-length");
    }
}
