package io.sidetone.server.actions;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.problem.Problems;
import io.sidetone.core.port.ActionHandler;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.secret.SecretPlaceholders;
import io.sidetone.server.ops.logging.LogWatch;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The registry at work: what reaches a handler and what does not. */
class RegisteredActionsTest {
    private static final CallContext CALL = new CallContext("CALL", "agent", "+4930", "100", 1, null);

    private final ActionRegistry registry = new ActionRegistry();
    private final RegisteredActions actions = new RegisteredActions(registry);
    private final Handler handler = new Handler();

    private static final class Handler implements ActionHandler {
        final List<String> reached = new ArrayList<>();
        final List<Map<String, Object>> got = new ArrayList<>();
        String repeats = "";
        boolean throwing;

        @Override
        public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
            got.add(call.parameters());
            reached.add(Thread.currentThread().getName() + " " + call.action());
            if (throwing) {
                Object article = call.parameters().get("article");
                throw new IllegalStateException("defect", new NumberFormatException("For input " + article));
            }
            answer.accept(ActionResult.ok(
                    call.invocationId(),
                    repeats.isEmpty()
                            ? Map.of()
                            : Map.of(repeats, call.parameters().get(repeats))));
        }

        @Override
        public void cancel(CallContext context, String invocationId) {}
    }

    @BeforeEach
    void register() throws Exception {
        Problems problems = new Problems();
        TelephoneActions.register(registry);
        AppointmentActions.register(registry, new AppointmentDesk());
        registry.register(
                "actions.stock",
                new ActionDefinition(
                        "stock", "stock", Map.of("type", "object", "required", List.of("article")), true, false, 1_234),
                handler,
                problems);
        problems.throwIfAny("test");
    }

    @AfterEach
    void close() {
        actions.close();
    }

    private ActionResult invoke(ActionInvoker invoker, String action, Map<String, Object> parameters) throws Exception {
        CompletableFuture<ActionResult> answer = new CompletableFuture<>();
        invoker.invoke(CALL, new ActionCall("1", action, parameters, false), answer::complete);
        return answer.get(10, TimeUnit.SECONDS);
    }

    @Test
    @Tag("VIP-10")
    void shouldCheckAndRunOnThreadsOfItsOwn() throws Exception {
        assertThat(invoke(actions, "stock", Map.of("article", "tea")).success()).isTrue();
        assertThat(handler.reached).containsExactly("actions stock");
    }

    @Test
    @Tag("VIP-09")
    @Tag("VIP-10")
    void shouldLetNothingLeaveThatIsUnregisteredInvalidOrNotAllowed() throws Exception {
        ActionInvoker deskOnly = AllowedActions.of(List.of(AppointmentActions.BOOK), List.of(), actions);
        assertThat(invoke(actions, "stoc", Map.of()).code()).isEqualTo(ActionResult.NOT_REGISTERED);
        assertThat(invoke(actions, "stock", Map.of()).code()).isEqualTo(ActionResult.INVALID_PARAMETERS);
        assertThat(invoke(deskOnly, "stock", Map.of("article", "tea")).code()).isEqualTo(ActionResult.NOT_REGISTERED);
        assertThat(handler.reached).isEmpty();
        assertThat(deskOnly.definitions()).extracting(ActionDefinition::name).containsExactly("book_appointment");
    }

    @Test
    void shouldGiveSecretKeysToActionsOfTheConfigurationAlone() throws Exception {
        StringBuilder card = new StringBuilder();
        "4111222233334444".chars().forEach(key -> card.append(CALL.keys().put((char) key)));
        handler.repeats = "article";
        ActionResult result = invoke(actions, "stock", Map.of("article", card.toString()));
        assertThat(handler.got).containsExactly(Map.of("article", "4111222233334444"));
        assertThat(result.values()).containsEntry("article", SecretPlaceholders.MASK);
        assertThat(registry.secrets(CALL, new ActionCall("2", "transfer", Map.of("to", card.toString()), false))
                        .call()
                        .parameters())
                .containsEntry("to", SecretPlaceholders.MASK);
    }

    @Test
    void shouldNotRepeatSecretKeysInWhatIsWrongWithThem() throws Exception {
        registry.register(
                "actions.pay",
                new ActionDefinition(
                        "pay",
                        "pay",
                        Map.of(
                                "type",
                                "object",
                                "properties",
                                Map.of("card", Map.of("enum", List.of("1234567812345678")))),
                        false,
                        true,
                        0),
                handler,
                new Problems());
        StringBuilder card = new StringBuilder();
        "4111222233334444".chars().forEach(key -> card.append(CALL.keys().put((char) key)));
        ActionResult refused = invoke(actions, "pay", Map.of("card", card.toString()));
        assertThat(refused.code()).isEqualTo(ActionResult.INVALID_PARAMETERS);
        assertThat(refused.values().toString()).doesNotContain("4111");
        assertThat(handler.reached).isEmpty();
    }

    @Test
    void shouldCheckWithoutRunning() throws Exception {
        CompletableFuture<ActionResult> good = new CompletableFuture<>();
        CompletableFuture<ActionResult> bad = new CompletableFuture<>();
        actions.check(CALL, new ActionCall("1", "stock", Map.of("article", "tea"), true), good::complete);
        actions.check(CALL, new ActionCall("2", "stock", Map.of(), true), bad::complete);
        assertThat(good.get(10, TimeUnit.SECONDS).success()).isTrue();
        assertThat(bad.get(10, TimeUnit.SECONDS).code()).isEqualTo(ActionResult.INVALID_PARAMETERS);
        assertThat(handler.reached).isEmpty();
    }

    @Test
    @Tag("VIP-09")
    void shouldAnswerWhenAHandlerThrows() throws Exception {
        handler.throwing = true;
        assertThat(invoke(actions, "stock", Map.of("article", "tea")).code()).isEqualTo(ActionResult.FAILED);
    }

    @Test
    void shouldLogNoMessageOfAFaultWhenTheActionHasSecretKeys() throws Exception {
        handler.throwing = true;
        StringBuilder card = new StringBuilder();
        "4111222233334444".chars().forEach(key -> card.append(CALL.keys().put((char) key)));
        assertThat(logged(card.toString()))
                .doesNotContain("4111222233334444", "defect")
                .contains("IllegalStateException", "NumberFormatException", "RegisteredActionsTest.java");
        assertThat(logged("tea")).contains("IllegalStateException: defect", "For input tea");
    }

    private String logged(String article) throws Exception {
        StringWriter traces = new StringWriter();
        try (LogWatch log = new LogWatch()) {
            assertThat(invoke(actions, "stock", Map.of("article", article)).code())
                    .isEqualTo(ActionResult.FAILED);
            assertThat(log.lines()).anyMatch(line -> line.contains("Action stock failed"));
            log.faults().forEach(fault -> fault.printStackTrace(new PrintWriter(traces, true)));
        }
        return traces.toString();
    }

    @Test
    void shouldPutACallOnTheTermsOfItsAction() {
        ActionCall onTerms = actions.onTerms(new ActionCall("1", "stock", Map.of(), false));
        assertThat(onTerms).isEqualTo(new ActionCall("1", "stock", Map.of(), true, false, 1_234));
        ActionCall unknown = new ActionCall("1", "nothing", Map.of(), false);
        assertThat(actions.onTerms(unknown)).isSameAs(unknown);
        assertThat(actions.onTerms(new ActionCall("1", ActionCall.TRANSFER, Map.of(), false))
                        .afterSpeech())
                .isTrue();
    }

    @Test
    @Tag("VIP-10")
    void shouldCheckWhatTheTelephoneIsAskedFor() throws Exception {
        for (String to : List.of("sip:desk@example.com", "sips:a@b", "tel:+4930123", "+4930123", "100")) {
            assertThat(invoke(actions, ActionCall.TRANSFER, Map.of("to", to)).code())
                    .as(to)
                    .isEqualTo("ok");
        }
        for (String to : List.of("", "the desk", "sip:a@b\r\nX: y", "<sip:a@b>", "mailto:a@b")) {
            assertThat(invoke(actions, ActionCall.TRANSFER, Map.of("to", to)).code())
                    .as(to)
                    .isEqualTo(ActionResult.INVALID_PARAMETERS);
        }
        assertThat(invoke(actions, ActionCall.SEND_DIGITS, Map.of("digits", "12#*A"))
                        .code())
                .isEqualTo("ok");
        assertThat(invoke(actions, ActionCall.SEND_DIGITS, Map.of("digits", "1 2"))
                        .code())
                .isEqualTo(ActionResult.INVALID_PARAMETERS);
        assertThat(invoke(actions, ActionCall.HOLD, Map.of()).code()).isEqualTo("ok");
        assertThat(invoke(actions, ActionCall.HOLD, Map.of("on", "yes")).code())
                .isEqualTo(ActionResult.INVALID_PARAMETERS);
    }

    @Test
    void shouldBookAtTheDesk() throws Exception {
        assertThat(invoke(actions, AppointmentActions.BOOK, Map.of("day", "monday", "time", "nine"))
                        .success())
                .isTrue();
        assertThat(invoke(actions, AppointmentActions.BOOK, Map.of("day", "monday"))
                        .code())
                .isEqualTo(ActionResult.INVALID_PARAMETERS);
        assertThat(invoke(actions, AppointmentActions.CALL_BACK, Map.of()).success())
                .isTrue();
    }
}
