package io.sidetone.transport.vip.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.ParameterSchema;
import io.sidetone.core.secret.KeyVault;
import io.sidetone.core.secret.SecretPlaceholders;
import io.sidetone.transport.vip.message.BadMessageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The registry of a client and what is done with it. */
@Tag("VIP-10")
class ClientActionsTest {
    private final List<String> invoked = new ArrayList<>();
    private final List<Map<String, Object>> sent = new ArrayList<>();
    private final List<ActionResult> answers = new ArrayList<>();
    private final List<Runnable> checks = new ArrayList<>();
    private int reads;
    private ParameterSchema schema = parameters -> Optional.empty();
    private final RegistryReader reader = new RegistryReader(given -> {
        reads++;
        return parameters -> schema.problem(parameters);
    });

    private final ClientLink link = new ClientLink() {
        @Override
        public void invoke(ActionCall call, Consumer<ActionResult> answer) {
            invoked.add(call.action());
            sent.add(call.parameters());
        }

        @Override
        public void cancel(String invocationId) {
            invoked.add("cancel " + invocationId);
        }
    };

    private static ActionCall call(String action) {
        return new ActionCall("1", action, Map.of(), false);
    }

    private static Map<String, Object> described(String... ids) {
        Map<String, Object> actions = new LinkedHashMap<>();
        for (String id : ids) {
            actions.put(id, Map.of("description", "does " + id));
        }
        return actions;
    }

    @Test
    void shouldCheckAnInvocationAgainstTheRegistryAsItStandsThen() throws Exception {
        ClientActions actions = new ClientActions(link, checks::add);
        actions.replace(reader.read(described("open"), Set.of()));
        actions.invoke(null, call("open"), answers::add);
        actions.replace(ClientRegistry.EMPTY);
        checks.get(0).run();
        assertThat(invoked).as("taken away in between").isEmpty();
        assertThat(answers.get(0).code()).isEqualTo(ActionResult.NOT_REGISTERED);
        actions.invoke(null, call("open"), answers::add);
        checks.get(1).run();
        assertThat(answers.get(1).code()).isEqualTo(ActionResult.NOT_REGISTERED);
    }

    @Test
    void shouldSendNoSecretKeysToAClient() throws Exception {
        ClientActions actions = new ClientActions(link, Runnable::run);
        actions.replace(reader.read(described("open"), Set.of()));
        String key = String.valueOf(new KeyVault().put('7'));
        actions.invoke(null, new ActionCall("1", "open", Map.of("door", key), false), answers::add);
        assertThat(sent).containsExactly(Map.of("door", SecretPlaceholders.MASK));
    }

    @Test
    void shouldAnswerWhenNothingCanBeChecked() throws Exception {
        ClientActions full = new ClientActions(link, task -> {
            throw new RejectedExecutionException();
        });
        full.replace(reader.read(described("open"), Set.of()));
        full.invoke(null, call("open"), answers::add);
        ClientActions broken = new ClientActions(link, Runnable::run);
        broken.replace(reader.read(described("open"), Set.of()));
        schema = parameters -> {
            throw new IllegalStateException("defect");
        };
        broken.check(null, call("open"), answers::add);
        assertThat(answers).extracting(ActionResult::code).containsExactly(ActionResult.FAILED, ActionResult.FAILED);
        assertThat(invoked).isEmpty();
    }

    @Test
    void shouldTakeTheTermsOfTheRegistration() throws Exception {
        ClientActions actions = new ClientActions(link, Runnable::run);
        actions.replace(reader.read(
                Map.of(
                        "close",
                        Map.of("description", "x", "after_speech", true, "follow_up", false, "deadline_ms", 700)),
                Set.of()));
        ActionCall terms = actions.onTerms(call("close"));
        assertThat(terms.afterSpeech()).isTrue();
        assertThat(terms.followUp()).isFalse();
        assertThat(terms.deadlineMs()).isEqualTo(700);
        actions.check(null, terms, answers::add);
        assertThat(answers.get(0).success()).isTrue();
        actions.cancel(null, "7");
        assertThat(invoked).containsExactly("cancel 7");
    }

    @Test
    void shouldReadASchemaOnce() throws Exception {
        reader.read(described("a", "b", "c"), Set.of());
        reader.read(described("d"), Set.of());
        assertThat(reads).isEqualTo(1);
    }

    @Test
    void shouldNameEveryProblemUpToTen() {
        Map<String, Object> actions = described("good", "hang_up");
        actions.put("no good", Map.of("description", "x"));
        actions.put("empty", Map.of());
        actions.put("number", 7);
        actions.put("late", Map.of("description", "x", "deadline_ms", 300_001));
        assertThatThrownBy(() -> reader.read(actions, Set.of("hang_up")))
                .isInstanceOfSatisfying(
                        BadMessageException.class, bad -> assertThat(bad.code()).isEqualTo("invalid_registry"))
                .hasMessageContainingAll("hang_up", "no good", "empty", "number", "late");
        Map<String, Object> many = new LinkedHashMap<>();
        for (int i = 0; i < 20; i++) {
            many.put("a" + i, Map.of());
        }
        assertThatThrownBy(() -> reader.read(many, Set.of())).hasMessageEndingWith("; and 10 more");
        for (int i = 0; i < 300; i++) {
            many.put("a" + i, Map.of("description", "x"));
        }
        assertThatThrownBy(() -> reader.read(many, Set.of())).hasMessageContaining("more than 256");
    }

    @Test
    void shouldSayWhatIsWrongWithASchema() {
        RegistryReader strict = new RegistryReader(given -> {
            if (given.containsKey("deep")) {
                throw new StackOverflowError();
            }
            throw new IllegalArgumentException("no object");
        });
        assertThatThrownBy(() -> strict.read(described("a"), Set.of())).hasMessageContaining("no object; mend it");
        assertThatThrownBy(() -> strict.read(
                        Map.of("a", Map.of("description", "x", "parameters", Map.of("deep", true))), Set.of()))
                .hasMessageContaining("without end");
    }
}
