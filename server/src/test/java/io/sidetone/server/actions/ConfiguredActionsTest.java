package io.sidetone.server.actions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.ConfigProblem;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("VIP-10")
class ConfiguredActionsTest {
    private static final Path FOLDER = Path.of("/nonexistent-folder");

    private static SidetoneConfig config(String agentActions, String actions) throws ConfigException {
        return new ConfigLoader(new ConfigEnvironment(name -> null, 4, FOLDER))
                .parse(
                        "engines: {mock: {type: mock}}\n"
                                + "agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock, actions: "
                                + agentActions + "}}\n" + actions,
                        "test.yaml",
                        FOLDER,
                        Optional.empty())
                .config();
    }

    private static String webhook(String name, String more) {
        return "  " + name + ": {type: webhook, url: 'https://shop.example.com/', description: d" + more + "}\n";
    }

    private static List<String> problems(String agentActions, String actions) {
        ConfigException wrong = catchThrowableOfType(
                ConfigException.class, () -> ConfiguredActions.check(config(agentActions, actions), "test.yaml"));
        return wrong == null
                ? List.of()
                : wrong.problems().stream().map(ConfigProblem::toString).toList();
    }

    @Test
    void shouldRegisterTheTelephoneTheDeskAndWhatTheConfigurationAdds() throws Exception {
        ActionRegistry registry = ConfiguredActions.registered(
                config("[stock, hang_up]", "actions:\n" + webhook("stock", ", timeout: 2s, after-speech: true")),
                "test.yaml",
                null,
                null,
                action -> null);
        assertThat(registry.definitions())
                .extracting(ActionDefinition::name)
                .containsExactly(
                        "book_appointment",
                        "connect_caller",
                        "decline_caller",
                        "hand_over",
                        "hang_up",
                        "hold",
                        "pause_recording",
                        "request_callback",
                        "resume_recording",
                        "send_digits",
                        "stock",
                        "transfer",
                        "warm_transfer");
        ActionDefinition stock = registry.definition("stock").orElseThrow();
        assertThat(stock.afterSpeech()).isTrue();
        assertThat(stock.deadlineMs()).isEqualTo(2_500);
    }

    @Test
    void shouldTellEveryProblemAtOnce() {
        String actions = "actions:\n"
                + webhook("a", ", parameters: {type: objekt}")
                + webhook("transfer", "")
                + webhook("c", ", parameters: {properties: {x: {$ref: '#/$defs/y'}}}");
        assertThat(problems("[]", actions))
                .hasSize(3)
                .anyMatch(line -> line.startsWith("actions.a.parameters: is no JSON Schema 2020-12 of an object: "))
                .contains("actions.transfer: another action has the name 'transfer'; give it a name of its own")
                .anyMatch(line -> line.startsWith("actions.c.parameters: is no JSON Schema 2020-12 of an object:"
                        + " $ref '#/$defs/y' points at nothing; mend it"));
    }

    @Test
    void shouldNameAnAgentThatMayDoWhatNobodyCan() {
        assertThat(problems("[book_apointment]", ""))
                .containsExactly("agents.desk.actions: 'book_apointment' is no action; did you mean book_appointment?");
        assertThat(problems("[fly]", "")).hasSize(1);
    }

    @Test
    void shouldTakeHeadersOfATransferThatNoCarrierBillsByAndShowModelsNone() throws Exception {
        ActionRegistry registry =
                ConfiguredActions.registered(config("[]", ""), "test.yaml", null, null, action -> null);
        for (String name : List.of("transfer", "hang_up")) {
            Map<String, Object> good = Map.of("to", "+4930", "headers", Map.of("X-Ticket", "7", "User-to-User", "61"));
            Map<String, Object> bad = Map.of("to", "+4930", "headers", Map.of("P-Asserted-Identity", "<tel:+1900>"));
            Map<String, Object> broken = Map.of("to", "+4930", "headers", Map.of("X-A", "b\r\nc"));
            assertThat(refusal(registry, name, good)).as(name).isEmpty();
            assertThat(refusal(registry, name, bad)).as(name).isPresent();
            assertThat(refusal(registry, name, broken)).as(name).isPresent();
        }
        try (RegisteredActions actions = new RegisteredActions(registry)) {
            assertThat(AllowedActions.of(List.of(), List.of("any"), actions).definitions())
                    .extracting(definition -> definition.parameters().toString())
                    .noneMatch(parameters -> parameters.contains("propertyNames"));
        }
    }

    private static Optional<ActionResult> refusal(ActionRegistry registry, String name, Map<String, Object> given) {
        Map<String, Object> parameters = new LinkedHashMap<>(given);
        if (name.equals("hang_up")) {
            parameters.remove("to");
        }
        return registry.refusal(new ActionCall("1", name, parameters, true));
    }
}
