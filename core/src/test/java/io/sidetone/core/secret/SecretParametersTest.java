package io.sidetone.core.secret;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SecretParametersTest {
    private static final String CARD = "4111222233334444";

    private final KeyVault vault = new KeyVault();

    private String keyed(String digits) {
        StringBuilder standIns = new StringBuilder();
        digits.chars().forEach(key -> standIns.append(vault.put((char) key)));
        return standIns.toString();
    }

    private static ActionCall pay(Map<String, Object> parameters) {
        return new ActionCall("1", "pay", parameters, false);
    }

    @Test
    void shouldStandForEachKeyWithACharacterThatSaysNothingOfIt() {
        String first = keyed(CARD);
        assertThat(first).hasSize(CARD.length()).doesNotContainPattern("[0-9]").isNotEqualTo(keyed(CARD));
        assertThat(SecretPlaceholders.only(first)).isTrue();
        assertThat(SecretPlaceholders.only(first + "1")).isFalse();
        assertThat(SecretPlaceholders.only("")).isFalse();
        assertThat(first.chars().distinct().count())
                .as("equal digits look different")
                .isEqualTo(CARD.length());
    }

    @Test
    void shouldShowOneMaskForARunOfKeys() {
        String plain = "no secret";
        assertThat(SecretPlaceholders.shown(plain)).isSameAs(plain);
        assertThat(SecretPlaceholders.shown("card " + keyed(CARD) + ", pin " + keyed("12") + "."))
                .isEqualTo("card (not kept), pin (not kept).");
    }

    @Test
    void shouldPutTrueKeysIntoParametersAtAnyDepth() {
        String card = keyed(CARD);
        ActionCall asked =
                pay(Map.of("card", card, "deep", List.of(Map.of("pin", "is " + keyed("0815")), 7), "amount", 12));
        ActionCall sent = SecretParameters.of(asked, vault).call();
        assertThat(sent.parameters())
                .isEqualTo(Map.of("card", CARD, "deep", List.of(Map.of("pin", "is 0815"), 7), "amount", 12));
        assertThat(asked.parameters()).as("what the call keeps").containsEntry("card", card);
        assertThat(SecretPlaceholders.shown(asked).parameters())
                .containsEntry("card", SecretPlaceholders.MASK)
                .containsEntry("amount", 12);
    }

    @Test
    void shouldLeaveAnActionWithoutSecretsAsItIs() {
        ActionCall asked = pay(Map.of("amount", "12"));
        SecretParameters parameters = SecretParameters.of(asked, vault);
        ActionResult result = ActionResult.ok("1", Map.of("said", CARD));
        assertThat(parameters.call()).isSameAs(asked);
        assertThat(SecretPlaceholders.shown(asked)).isSameAs(asked);
        assertThat(parameters.covered(result)).isSameAs(result);
    }

    @Test
    void shouldCoverTheSecretInWhatComesBack() {
        SecretParameters parameters = SecretParameters.of(pay(Map.of("card", keyed(CARD), "door", keyed("7"))), vault);
        ActionResult result = ActionResult.ok(
                "1", Map.of("text", "card " + CARD + " of 7 is charged", "door", "7", "list", List.of(CARD)));
        assertThat(parameters.covered(result).values())
                .isEqualTo(Map.of(
                        "text",
                        "card (not kept) of 7 is charged",
                        "door",
                        SecretPlaceholders.MASK,
                        "list",
                        List.of(SecretPlaceholders.MASK)));
        assertThat(parameters.covered((ActionResult) null)).isNull();
        List<String> said = new ArrayList<>();
        parameters.covered((id, words) -> said.add(id + " " + words)).says("1", "I charge " + CARD);
        assertThat(said).containsExactly("1 I charge (not kept)");
    }

    private Map<String, Object> answer(SecretParameters parameters, Map<String, Object> values) {
        return parameters.covered(ActionResult.ok("1", values)).values();
    }

    @Test
    void shouldCoverASecretThatComesBackAsANumber() {
        SecretParameters parameters =
                SecretParameters.of(pay(Map.of("card", keyed(CARD), "pin", keyed("0815"), "door", keyed("7"))), vault);
        assertThat(answer(parameters, Map.of("card", 4111222233334444L)))
                .isEqualTo(Map.of("card", SecretPlaceholders.MASK));
        assertThat(answer(parameters, Map.of("card", 4.111222233334444E15)))
                .isEqualTo(Map.of("card", SecretPlaceholders.MASK));
        assertThat(answer(parameters, Map.of("card", new BigDecimal(CARD))))
                .isEqualTo(Map.of("card", SecretPlaceholders.MASK));
        assertThat(answer(parameters, Map.of("pin", 815))).isEqualTo(Map.of("pin", SecretPlaceholders.MASK));
        assertThat(answer(parameters, Map.of("deep", List.of(Map.of("door", 7), 8, 7.0))))
                .isEqualTo(
                        Map.of("deep", List.of(Map.of("door", SecretPlaceholders.MASK), 8, SecretPlaceholders.MASK)));
        Map<String, Object> others =
                Map.of("amount", 17, "rate", 0.5, "none", Double.NaN, "huge", new BigDecimal("1e999999999"));
        assertThat(answer(parameters, others)).isSameAs(others);
    }

    @Test
    void shouldCoverASecretThatComesBackAsAKey() {
        SecretParameters parameters = SecretParameters.of(pay(Map.of("card", keyed(CARD))), vault);
        assertThat(answer(parameters, Map.of(CARD, "paid", "cards", Map.of(CARD, 12, "other", 1))))
                .isEqualTo(Map.of(
                        SecretPlaceholders.MASK, "paid", "cards", Map.of(SecretPlaceholders.MASK, 12, "other", 1)));
    }

    @Test
    void shouldCoverASecretThatComesBackInGroups() {
        SecretParameters parameters = SecretParameters.of(pay(Map.of("card", keyed(CARD), "door", keyed("12"))), vault);
        assertThat(answer(
                        parameters,
                        Map.of(
                                "spaced", "The card 4111 2222 3333 4444 is charged.",
                                "dashed", "4111-2222-3333-4444",
                                "said", "4111, 2222, 3333, 4444, and 4 1 1 1.",
                                "odd", "4111\u00a02222\u2013333 34444",
                                "door", " 1 2 ")))
                .isEqualTo(Map.of(
                        "spaced", "The card (not kept) is charged.",
                        "dashed", SecretPlaceholders.MASK,
                        "said", "(not kept), and 4 1 1 1.",
                        "odd", SecretPlaceholders.MASK,
                        "door", SecretPlaceholders.MASK));
    }

    @Test
    void shouldRevealNothingWhenTheVaultIsEmpty() {
        String card = keyed(CARD);
        vault.clear();
        assertThat(SecretParameters.of(pay(Map.of("card", card)), vault).call().parameters())
                .containsEntry("card", card);
        assertThat(new KeyVault().revealed(card)).isEqualTo(card);
    }

    @Test
    void shouldForgetTheOldestWhenThereAreMoreKeysThanStandIns() {
        String first = keyed("1");
        keyed("2".repeat(SecretPlaceholders.COUNT));
        assertThat(vault.revealed(first)).isEqualTo("2");
        assertThat(SecretPlaceholders.only(keyed("3"))).isTrue();
    }
}
