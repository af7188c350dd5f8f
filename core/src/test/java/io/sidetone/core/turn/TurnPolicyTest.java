package io.sidetone.core.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every field of a policy is checked, and a refusal names the field, the value, the rule and the remedy. */
@Tag("ITE-REQ-005")
@Tag("ITE-SEC-002")
class TurnPolicyTest {
    private static final TurnPolicy DEFAULT = TurnPolicy.DEFAULT;

    private static void refused(Map<String, ?> fields, String... words) {
        assertThatThrownBy(() -> DEFAULT.with(fields))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .contains(words);
    }

    @Test
    @Tag("ITE-POL-001")
    void shouldTakeItsOwnFieldsBack() {
        for (String name : PolicyProfiles.NAMES) {
            TurnPolicy profile = PolicyProfiles.of(name);
            assertThat(profile.profile()).isEqualTo(name);
            TurnPolicy staged = profile.with(Map.of(
                    "thinking", Map.of("allowBargeIn", false, "minSpeechMs", 500),
                    "action", Map.of("yieldMs", 100),
                    "greeting", Map.of("protectionMs", 300, "minSpeechMs", 400)));
            assertThat(DEFAULT.with(profile.fields())).isEqualTo(profile);
            assertThat(DEFAULT.with(staged.fields())).isEqualTo(staged);
            assertThat(staged).isNotEqualTo(profile);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PolicyProfiles.of("polite"))
                .withMessageContaining("profile: 'polite' is not one of [default, assertive");
    }

    @ParameterizedTest
    @EnumSource
    void shouldBoundEveryNumber(PolicyNumber number) {
        assertThat(DEFAULT.with(number, number.min()).number(number)).isEqualTo(number.min());
        assertThat(DEFAULT.with(number, number.max()).number(number)).isEqualTo(number.max());
        for (long value : new long[] {number.min() - 1L, number.max() + 1L}) {
            refused(
                    Map.of(number.key(), value),
                    number.key() + ": '" + value + "' is outside " + number.min() + " to " + number.max());
        }
        refused(Map.of(number.key(), "soon"), number.key() + ": 'soon' is not a whole number");
        refused(Map.of(number.key(), number.min() + 0.5), "is not a whole number");
    }

    @ParameterizedTest
    @CsvSource({
        "allowBargeIn, perhaps, is not true or false",
        "cooldown, 1, is not true or false",
        "vad, sonar, is no source of speech evidence; use one of [",
        "fallbackMode, prayer, is not hybrid or manual",
        "speechThreshold, loud, is not a number",
        "speaking, 7, is not a map; give the stage's own values",
        "speakingMs, 7, is no field of a policy; known are [profile"
    })
    void shouldRefuseWhatAFieldCannotBe(String field, String value, String why) {
        refused(Map.of(field, value), field + ": '" + value + "' " + why);
    }

    @Test
    void shouldTakeWhatItsFieldsMayBe() {
        TurnPolicy policy = DEFAULT.with(Map.of(
                "profile",
                "custom",
                "allowBargeIn",
                false,
                "cooldown",
                true,
                "vad",
                SpeechSource.NAMES.get(SpeechSource.NAMES.size() - 1),
                "fallbackMode",
                "manual",
                "speechThreshold",
                0.5));
        assertThat(policy.fallbackMode()).isEqualTo(FallbackMode.MANUAL);
        assertThat(policy.vad().wireName()).isEqualTo(SpeechSource.NAMES.get(SpeechSource.NAMES.size() - 1));
        assertThat(policy.speechThreshold()).isEqualTo(0.5f);
        assertThat(policy.allowBargeIn()).isFalse();
        assertThat(policy.cooldown()).isTrue();
        assertThat(FallbackMode.of("none")).isNull();
    }

    @Test
    void shouldRefuseAThresholdThatHearsEverythingOrNothing() {
        for (double score : new double[] {0, 0.09, 1, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            refused(Map.of("speechThreshold", score), "is outside 0.1 to 0.99");
        }
        assertThat(DEFAULT.withSpeechThreshold(0.1f).speechThreshold()).isEqualTo(0.1f);
        assertThat(DEFAULT.withSpeechThreshold(0.99f).speechThreshold()).isEqualTo(0.99f);
    }

    @Test
    void shouldCheckTheValuesOfAStage() {
        refused(
                Map.of("speaking", Map.of("onsetMs", 200)),
                "speaking.onsetMs",
                "a stage has allowBargeIn, protectionMs");
        refused(Map.of("speaking", Map.of("allowBargeIn", "no")), "speaking.allowBargeIn: 'no' is not true or false");
        refused(Map.of("speaking", Map.of("yieldMs", true)), "speaking.yieldMs: 'true' is not a whole number");
        refused(Map.of("speaking", Map.of("minSpeechMs", 199)), "speaking.minSpeechMs: '199' is outside");
        refused(Map.of("greeting", Map.of("minSpeechMs", 199)), "greeting.minSpeechMs: '199' is outside");
        refused(Map.of("action", Map.of("protectionMs", 10_001)), "action.protectionMs: '10001' is outside");
        refused(Map.of("thinking", Map.of("minSpeechMs", 19)), "thinking.minSpeechMs: '19' is outside");
        TurnPolicy brisk = DEFAULT.with(Map.of("thinking", Map.of("minSpeechMs", 60)));
        assertThat(brisk.minSpeechMs(TurnStage.THINKING))
                .as("where nothing is cancelled yet, shorter speech may take the floor")
                .isEqualTo(60);
    }

    @Test
    void shouldInheritWhatAStageDoesNotSay() {
        TurnPolicy policy = DEFAULT.with(Map.of(
                "protectionMs",
                250,
                "speaking",
                Map.of("allowBargeIn", false, "protectionMs", 400, "minSpeechMs", 500)));
        assertThat(policy.allowBargeIn(TurnStage.GREETING)).isFalse();
        assertThat(policy.allowBargeIn(TurnStage.THINKING)).isTrue();
        assertThat(policy.allowBargeIn(TurnStage.ACTION)).isTrue();
        assertThat(policy.protectionMs(TurnStage.GREETING)).isEqualTo(400);
        assertThat(policy.protectionMs(TurnStage.THINKING)).isZero();
        assertThat(policy.protectionMs(TurnStage.ACTION)).isZero();
        assertThat(policy.minSpeechMs(TurnStage.GREETING)).isEqualTo(500);
        assertThat(policy.yieldMs(TurnStage.GREETING)).isEqualTo(policy.yieldMs());
        assertThat(policy.yieldMs(TurnStage.ACTION)).isEqualTo(policy.minSpeechMs(TurnStage.ACTION));
        TurnPolicy again =
                policy.with(TurnStage.SPEAKING, "protectionMs", null).with(TurnStage.SPEAKING, "allowBargeIn", null);
        assertThat(again.protectionMs(TurnStage.GREETING)).isEqualTo(250);
        assertThat(again.allowBargeIn(TurnStage.GREETING)).isTrue();
        assertThat(again.stage(TurnStage.SPEAKING).value("onsetMs")).isNull();
        assertThat(again.stage(TurnStage.SPEAKING).with("onsetMs", 1)).isNull();
    }

    @Test
    void shouldRefuseValuesThatDoNotFitEachOther() {
        refused(Map.of("yieldMs", 660), "yieldMs: '660' is above minSpeechMs 640; pause the agent no later");
        refused(Map.of("greeting", Map.of("yieldMs", 660)), "greeting.yieldMs: '660' is above minSpeechMs 640");
        refused(Map.of("interruptionBudgetMs", 80), "yieldMs 60", "raise it above 80, or lower yieldMs");
        refused(
                Map.of("maxTurnMs", 2_000, "endSilenceMs", 2_000),
                "maxTurnMs: '2000' is no more than endSilenceMs 2000");
        assertThat(DEFAULT.with(Map.of("interruptionBudgetMs", 81)).interruptionBudgetMs())
                .isEqualTo(81);
        assertThat(DEFAULT.checked()).isSameAs(DEFAULT);
    }

    @Test
    void shouldHaveEveryNumberAndEveryStage() {
        List<Integer> numbers =
                Arrays.stream(PolicyNumber.values()).map(PolicyNumber::standard).toList();
        List<StagePolicy> one = List.of(StagePolicy.INHERITED);
        for (boolean fewNumbers : new boolean[] {true, false}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new TurnPolicy(
                            "short",
                            true,
                            false,
                            DEFAULT.vad(),
                            FallbackMode.HYBRID,
                            0.7f,
                            fewNumbers ? List.of(1) : numbers,
                            fewNumbers ? DEFAULT.stages() : one,
                            DEFAULT.bounds(),
                            DEFAULT.phrases(),
                            DEFAULT.guidance()))
                    .withMessageContaining("a policy has");
        }
    }

    @Test
    @Tag("ITE-REQ-008")
    void shouldBoundTheHintsOfAGrant() {
        assertThat(new TurnHints(true, TurnHints.MAX_DELAY_MS, null).requestId())
                .isEmpty();
        assertThat(new TurnHints(false, 0, "7").requestId()).isEqualTo("7");
        for (int delayMs : new int[] {-1, TurnHints.MAX_DELAY_MS + 1}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new TurnHints(true, delayMs, ""))
                    .withMessageContaining("autoResponseDelayMs: '" + delayMs + "' is outside 0 to 10000 ms");
        }
    }

    @Test
    @Tag("ITE-AC-007")
    void shouldCountNoMoreInterruptionsThanItKeeps() {
        Cooldown cooldown = new Cooldown();
        int most = PolicyNumber.COOLDOWN_AFTER.max();
        for (int i = 0; i < 3 * most; i++) {
            cooldown.interrupted(i);
        }
        assertThat(cooldown.recent(DEFAULT, 3L * most)).isEqualTo(most);
        assertThat(cooldown.active(DEFAULT.withCooldown(true), 3L * most)).isTrue();
        assertThat(cooldown.active(DEFAULT, 3L * most)).isFalse();
        assertThat(cooldown.recent(DEFAULT, 10L * 60_000 * 1_000_000)).isZero();
    }
}
