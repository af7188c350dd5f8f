package io.sidetone.server.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Policies of a request: by name, or by fields under the checks of the configuration. */
@Tag("ITE-REQ-005")
class PolicyServiceTest {
    private static final TurnPolicy CALM = TurnPolicy.DEFAULT.withBargeIn(false);

    private final PolicyService desk = new PolicyService(() -> Map.of("calm", CALM), Runnable::run);

    private PolicyService.Resolved resolve(String name, Map<String, Object> fields) {
        return desk.resolve(name, fields, TurnPolicy.DEFAULT)
                .toCompletableFuture()
                .join();
    }

    @Test
    void shouldFindAPolicyByItsNameAndNameTheOthersWhenThereIsNone() {
        assertThat(resolve("calm", null).policy()).isSameAs(CALM);
        assertThat(resolve("wild", null).policy()).isNull();
        assertThat(resolve("wild", null).problem()).contains("'wild'").contains("calm");
    }

    @Test
    @Tag("ITE-PAT-003")
    void shouldMakeAPolicyOfFieldsWithinTheBoundsOfTheCall() {
        TurnPolicy policy = resolve(
                        null,
                        Map.of(
                                "profile",
                                "custom",
                                "allowBargeIn",
                                false,
                                "endSilenceMs",
                                new BigDecimal("900"),
                                "interruptionBudgetMs",
                                new BigDecimal("300")))
                .policy();
        assertThat(policy.profile()).isEqualTo("custom");
        assertThat(policy.allowBargeIn()).isFalse();
        assertThat(policy.endSilenceMs()).isEqualTo(900);
        assertThat(policy.interruptionBudgetMs()).isEqualTo(300);
        assertThat(policy.minSpeechMs()).isEqualTo(TurnPolicy.DEFAULT.minSpeechMs());
        assertThat(policy.bounds().maxCallMs())
                .isEqualTo(TurnPolicy.DEFAULT.bounds().maxCallMs());
    }

    @Test
    @Tag("ITE-PAT-003")
    void shouldRefuseASourceOfEvidenceThatTheCallDoesNotOffer() {
        PolicyService.Resolved found = resolve(null, Map.of("vad", "recognizer"));
        assertThat(found.where(source -> true)).isSameAs(found);
        PolicyService.Resolved refused = found.where(source -> source == SpeechSource.ENERGY);
        assertThat(refused.policy()).isNull();
        assertThat(refused.problem()).startsWith("vad: 'recognizer' is refused").contains("use energy");
        PolicyService.Resolved unknown = resolve("wild", null);
        assertThat(unknown.where(source -> false)).isSameAs(unknown);
    }

    @Test
    @Tag("ITE-SEC-002")
    void shouldRefuseUnsafeValuesWithARemedy() {
        assertThat(resolve(null, Map.of("endSilenceMs", new BigDecimal("20"))).problem())
                .contains("endSilenceMs")
                .contains("20")
                .contains("150");
        assertThat(resolve(null, Map.of("interruptionBudgetMs", new BigDecimal("900")))
                        .problem())
                .contains("interruptionBudgetMs")
                .contains("750");
        assertThat(resolve(null, Map.of("vad", "webrtc")).problem())
                .contains("vad")
                .contains("webrtc")
                .contains("energy, recognizer, silero");
        assertThat(resolve(null, Map.of("vad", "recognizer")).policy().vad()).isEqualTo(SpeechSource.RECOGNIZER);
        assertThat(resolve(null, Map.of("patience", true)).problem()).contains("patience");
        assertThat(resolve(null, Map.of("profile", "x'}\nhttp: {bind: 0.0.0.0}"))
                        .policy())
                .isNull();
        assertThat(resolve(null, Map.of("profile", "${HOME}")).policy()).isNull();
    }
}
