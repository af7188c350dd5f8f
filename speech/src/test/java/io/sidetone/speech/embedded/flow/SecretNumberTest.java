package io.sidetone.speech.embedded.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.ListenHint.Secrecy;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.secret.KeyVault;
import io.sidetone.speech.embedded.Calls;
import io.sidetone.speech.embedded.parts.SpeechSetupException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A state that takes a number by keys, kept or secret. */
class SecretNumberTest {
    private static final String SHOP =
            """
            flow: shop
            start: menu
            greeting: Hello.
            everywhere:
              person: {say: a person, end: true}
              back: {key: "*", next: menu}
            states:
              menu:
                prompt: Pay or order?
                keys: Press 1 to pay, 2 for an order.
                hear:
                  pay: {say: pay, key: "1", next: card}
                  order: {say: order, key: "2", next: order}
                  check: {say: check, key: "3", action: check, done: {next: card}, failed: {next: menu}}
              order:
                prompt: Which order?
                keys: Key in its number.
                asks: number
                then: done
                hear:
                  number: {digits: 4-6}
              card:
                prompt: Key in your card number.
                keys: It has sixteen digits.
                hear:
                  card:
                    digits: 16
                    secret: true
                    action: charge
                    with: {card: "{card}"}
                    done: {answer: "Paid.", next: menu, forget: card}
                    failed: {answer: "Not paid.", next: menu}
              done:
                prompt: Your order is {number}.
                keys: Press star.
            """;

    private final KeyVault vault = new KeyVault();
    private final Fence fence = new Fence();
    private final DialogueLog log = new DialogueLog();
    private DialogueSession session;
    private long token = 16;

    @BeforeEach
    void greet() {
        FlowDialogue model = new FlowDialogue(FlowReader.read("shop.yaml", SHOP), "", CallTexts.NONE, Runnable::run);
        session = model.open(Calls.call(fence), log);
        session.announce(token, PromptReason.GREETING);
        log.take();
    }

    private List<String> input(UserInput.Kind kind, String text) {
        token += 16;
        session.respond(token, new UserInput(kind, text), new History.Snapshot(List.of()));
        return log.take();
    }

    private List<String> keys(String keys) {
        return input(UserInput.Kind.DIGITS, keys);
    }

    private String secret(int keys) {
        StringBuilder standIns = new StringBuilder();
        for (int i = 0; i < keys; i++) {
            standIns.append(vault.put('1'));
        }
        return standIns.toString();
    }

    @Test
    void shouldAskForASecretWhenTheStateTakesOne() {
        assertThat(log.hint.secrecy())
                .as("an action of the menu leads to the card")
                .isEqualTo(Secrecy.AHEAD);
        keys("1");
        assertThat(log.hint.secrecy()).isEqualTo(Secrecy.SECRET);
        assertThat(log.hint.maxDigits()).isEqualTo(16);
        assertThat(log.hint.grammar()).isEqualTo("shop/card");
    }

    @Test
    void shouldGiveWhatStandsForASecretToItsAction() {
        keys("1");
        String card = secret(16);
        assertThat(keys(card)).containsExactly("action " + token + " charge {card=" + card + "}");
    }

    @Test
    void shouldTakeATypedSecret() {
        keys("1");
        String card = secret(16);
        assertThat(input(UserInput.Kind.TEXT, card)).containsExactly("action " + token + " charge {card=" + card + "}");
    }

    @Test
    void shouldAskAgainWhenASecretHasTooFewKeysOrIsNone() {
        keys("1");
        for (String wrong : List.of(secret(15), secret(17), "4111222233334444")) {
            greet();
            keys("1");
            assertThat(keys(wrong)).first().asString().contains("I did not catch that. Key in your card number.");
        }
        assertThat(log.hint.secrecy()).isEqualTo(Secrecy.SECRET);
    }

    @Test
    void shouldGoBackWhenTheKeyIsNoDigit() {
        keys("1");
        assertThat(keys("*")).first().asString().contains("Pay or order?");
        assertThat(log.hint.secrecy()).isEqualTo(Secrecy.AHEAD);
    }

    @Test
    void shouldSayANumberThatIsNoSecretDigitByDigit() {
        keys("2");
        assertThat(log.hint.secrecy()).isEqualTo(Secrecy.NONE);
        assertThat(log.hint.maxDigits()).isEqualTo(6);
        assertThat(keys("12")).first().asString().contains("I did not catch that.");
        assertThat(keys("47110")).first().asString().contains("Your order is 4 7 1 1 0.");
        assertThat(input(UserInput.Kind.SPEECH, "a person")).last().asString().startsWith("done");
    }

    @Test
    void shouldHaveAGrammarOnlyWhereSomethingCanBeSaid() {
        String quiet = SHOP.replace("  person: {say: a person, end: true}\n", "")
                .replace("number: {digits: 4-6}", "number: {digits: 4-6}\n      none: {say: none, next: menu}")
                .replace("keys: Press star.", "keys: Press star.\n    hear:\n      more: {say: more, next: menu}");
        Flow flow = FlowReader.read("shop.yaml", quiet);
        assertThat(flow.grammars().jsgfByName()).containsOnlyKeys("shop/menu", "shop/order", "shop/done");
    }

    @Test
    void shouldNameEveryWrongUseOfASecretWithItsRemedy() {
        String wrong = SHOP.replace(
                        "pay: {say: pay, key: \"1\", next: card}", "pay: {say: pay, secret: true, next: card}")
                .replace("number: {digits: 4-6}", "number: {digits: 4-60}")
                .replace(
                        "Your order is {number}.",
                        "Your card is {card}.\n    hear:\n      card: {digits: 16}\n      say: {say: it is, digits: 4}")
                .replace(
                        "      card:\n        digits: 16",
                        "      one: {key: \"1\", next: menu}\n"
                                + "      send: {say: send, action: send_digits, with: {digits: \"{card}\"}, done: {next: menu},"
                                + " failed: {next: menu}}\n      card:\n        digits: 16")
                .replace("back: {key: \"*\", next: menu}", "back: {digits: 3, next: menu}");
        assertThat(catchThrowableOfType(SpeechSetupException.class, () -> FlowReader.read("shop.yaml", wrong))
                        .problems())
                .containsExactlyInAnyOrder(
                        "shop.yaml: everywhere.back.digits: a number is asked for by one state; move it to hear of that"
                                + " state",
                        "shop.yaml: states.menu.hear.pay.secret: needs a number that is keyed, and pay takes none; write"
                                + " digits, as in digits: 16, or remove secret",
                        "shop.yaml: states.order.hear.number.digits: \"4-60\" is no number of digits; write how many, 1 to"
                                + " 32, as in digits: 16 or digits: 13-19",
                        "shop.yaml: states.order.asks: there is no list \"number\"; write it under lists",
                        "shop.yaml: states.done.hear.card.secret: is false here and true in another state; write the same"
                                + " in both, or name one of them otherwise",
                        "shop.yaml: states.done.hear.say.digits: is keyed, and say, key and keys-of have no digits; move"
                                + " them to an intent of their own",
                        "shop.yaml: states.card.hear.send.with.digits: {card} is secret, and what stands here is spoken or"
                                + " kept; remove it, or give it to an action of your own in with",
                        "shop.yaml: states.card.hear.back.digits: card takes a number here too; ask for one number in a"
                                + " state",
                        "shop.yaml: states.card.hear.one.key: digits are secret here and cannot be told apart; use the key"
                                + " *, or ask in a state of its own",
                        "shop.yaml: states.done.prompt: {card} is secret, and what stands here is spoken or kept; remove"
                                + " it, or give it to an action of your own in with",
                        "shop.yaml: states.done.hear.say.digits: card takes a number here too; ask for one number in a"
                                + " state");
    }

    @Test
    void shouldNameDigitKeysOfEverywhereBesideASecret() {
        String wrong =
                SHOP.replace("person: {say: a person, end: true}", "person: {say: a person, key: \"0\", end: true}");
        assertThat(catchThrowableOfType(SpeechSetupException.class, () -> FlowReader.read("shop.yaml", wrong))
                        .problems())
                .containsExactly(
                        "shop.yaml: states.card.hear.person.key: digits are secret here and cannot be told apart;"
                                + " use the key *, or move it from everywhere to hear of the other states");
    }
}
