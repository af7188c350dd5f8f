package io.sidetone.transport.vip;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client's actions and what its caller sees (VIP 5.3, 7.6). */
class VipActionTest {
    private static final String ACTIONS =
            """
            , "narrated_state": "The start page.", "actions": {
              "navigate": {"description": "Opens a page", "parameters": {"type": "object",
                 "properties": {"page": {"type": "string", "enum": ["start", "settings"]}}, "required": ["page"],
                 "additionalProperties": false}},
              "close": {"description": "Closes the page", "follow_up": false}}
            """;

    private final VipRig rig = new VipRig();

    private void type(String text) {
        rig.send(
                "text.input",
                VipSchema.JSON.createObjectNode().put("text", text).toString());
    }

    private void navigate() {
        rig.open(ACTIONS);
        type("action navigate {\"page\": \"settings\"}");
        assertThat(rig.state()).isEqualTo("invoke_action");
    }

    private String invocation() {
        return rig.last("action.invoke").path("invocation_id").asText();
    }

    private void result(String members) {
        rig.send("action.result", "{\"invocation_id\": \"" + invocation() + "\"" + members + "}");
    }

    private String said() {
        rig.advance(100);
        return rig.last("response.text.delta").path("text").asText();
    }

    @Test
    @Tag("VIP-10")
    @Tag("VIP-12")
    @Tag("VIP-18")
    @Tag("VIP-T08")
    @Tag("VIP-T13")
    void shouldHaveTheClientActAndThenConfirm() {
        navigate();
        JsonNode invoke = rig.last("action.invoke");
        assertThat(invoke.path("action_id").asText()).isEqualTo("navigate");
        assertThat(invoke.path("parameters").path("page").asText()).isEqualTo("settings");
        assertThat(rig.socket.types()).containsSubsequence("response.tool", "action.invoke");
        result(", \"status\": \"success\", \"values\": {\"title\": \"Settings\"}");
        assertThat(said()).startsWith("You said: action navigate");
        assertThat(rig.socket.states())
                .containsExactly(
                        "connecting",
                        "idle",
                        "user_speaking",
                        "ai_thinking",
                        "invoke_action",
                        "ai_thinking",
                        "ai_speaking");
        VipTurnTest.holdTheMatrix(rig);
    }

    @Test
    @Tag("VIP-T14")
    @Tag("VIP-18")
    void shouldEndTheTurnWhenTheActionWasAllOfIt() {
        navigate();
        rig.send("action.done", "{\"invocation_id\": \"" + invocation() + "\"}");
        assertThat(rig.state()).isEqualTo("idle");
        assertThat(rig.last("state").path("trigger").asText()).isEqualTo("action.done");
        assertThat(rig.last("state").has("status")).isFalse();
        type("action close");
        result("");
        assertThat(rig.state()).as("no follow-up by its registration").isEqualTo("idle");
        assertThat(rig.socket.errors()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"not_registered", "invalid_parameters", "element_not_found", "timeout", "cancelled", "failed"})
    @Tag("VIP-09")
    @Tag("VIP-T13")
    void shouldTellTheModelWhyAnActionFailedAndHaveItSaySo(String code) {
        navigate();
        result(", \"status\": \"error\", \"code\": \"" + code + "\", \"message\": \"no such button\"");
        assertThat(said()).isEqualTo("That did not work: " + code.replace('_', ' ') + ".");
        assertThat(rig.socket.states()).containsSubsequence("invoke_action", "ai_thinking", "ai_speaking");
    }

    @Test
    @Tag("VIP-09")
    void shouldTakeACodeOfTheClientsOwnForAFailure() {
        navigate();
        result(", \"status\": \"error\", \"code\": \"E_1234\"");
        assertThat(said()).isEqualTo("That did not work: failed.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "action navigate {\"page\": \"nowhere\"}",
                "action navigate {\"page\": \"start\", \"more\": 1}",
                "action navigate",
                "action navigate {\"page\": 7}"
            })
    @Tag("VIP-10")
    void shouldNeverSendAnActionWhoseParametersDoNotFit(String typed) {
        rig.open(ACTIONS);
        type(typed);
        assertThat(said()).isEqualTo("That did not work: invalid parameters.");
        assertThat(rig.socket.types()).doesNotContain("action.invoke");
    }

    @Test
    @Tag("VIP-10")
    void shouldNeverSendAnActionThatIsNotRegisteredNow() {
        rig.open(ACTIONS);
        type("action open_door");
        assertThat(said()).isEqualTo("That did not work: not registered.");
        rig.send("response.cancel");
        rig.send("state.update", "{\"actions\": {\"open_door\": {\"description\": \"opens it\"}}}");
        assertThat(rig.last("actions.registered").path("actions")).hasSize(1);
        type("action open_door");
        assertThat(rig.last("action.invoke").path("action_id").asText()).isEqualTo("open_door");
        result("");
        rig.advance(100);
        rig.send("response.cancel");
        type("action navigate {\"page\": \"start\"}");
        assertThat(said()).as("replaced").isEqualTo("That did not work: not registered.");
    }

    @Test
    @Tag("VIP-10")
    void shouldKeepTheOldRegistryWhenTheNewOneIsNone() {
        rig.open(ACTIONS);
        rig.send(
                "state.update",
                "{\"actions\": {\"good\": {\"description\": \"x\"}, \"no description\": {},"
                        + " \"array\": {\"description\": \"x\", \"parameters\": {\"type\": \"array\"}}}}");
        assertThat(rig.last("error").path("code").asText()).isEqualTo("invalid_registry");
        assertThat(rig.last("error").path("message").asText())
                .contains("no description", "array", "JSON Schema")
                .doesNotContain("good");
        type("action navigate {\"page\": \"start\"}");
        assertThat(rig.last("action.invoke").path("action_id").asText()).isEqualTo("navigate");
    }

    @Test
    @Tag("VIP-10")
    void shouldWantUniqueIdsAndDescriptionsAtTheBeginning() {
        rig.send(
                "session.initialize",
                "{\"actions\": {\"a\": {\"description\": \"x\"}, \"a\": {\"description\": \"y\"}}}");
        assertThat(rig.socket.errors()).containsExactly("invalid_json");
        rig.send("session.initialize", "{\"actions\": {\"a\": {\"description\": \" \"}}}");
        assertThat(rig.socket.errors()).containsExactly("invalid_json", "invalid_registry");
        rig.open("");
        assertThat(rig.state()).as("the client may correct itself").isEqualTo("idle");
    }

    @Test
    @Tag("VIP-09")
    void shouldAnswerLateUnknownAndDuplicateResults() {
        navigate();
        String first = invocation();
        result("");
        rig.send("action.result", "{\"invocation_id\": \"" + first + "\"}");
        assertThat(rig.socket.errors()).containsExactly("duplicate_result");
        rig.advance(9_000);
        type("action navigate {\"page\": \"start\"}");
        rig.send("action.result", "{\"invocation_id\": \"nobody\"}");
        assertThat(rig.last("error").path("code").asText()).isEqualTo("unknown_invocation");
        rig.advance(15_100);
        assertThat(rig.last("action.cancel").path("invocation_id").asText()).isEqualTo(invocation());
        assertThat(said()).isEqualTo("That did not work: timeout.");
        result("");
        assertThat(rig.last("error").path("code").asText()).isEqualTo("late_result");
    }

    @Test
    @Tag("VIP-11")
    @Tag("VIP-16")
    void shouldTellTheModelWhatTheCallerSees() {
        rig.open(ACTIONS);
        assertThat(rig.socket.types()).contains("narrated_state.applied").doesNotContain("narrated_state.deferred");
        type("look");
        assertThat(said()).isEqualTo("You see: The start page.");
        rig.send("response.cancel");
        rig.send("input.start");
        rig.send("state.update", "{\"narrated_state\": \"A form.\"}");
        rig.send("state.update", "{\"narrated_state\": \"Another form.\"}");
        assertThat(rig.socket.all("narrated_state.deferred")).hasSize(2);
        int applied = rig.socket.all("narrated_state.applied").size();
        rig.send("input.cancel");
        assertThat(rig.socket.all("narrated_state.applied")).hasSize(applied + 1);
        type("look");
        assertThat(said()).isEqualTo("You see: Another form.");
    }

    @Test
    @Tag("VIP-11")
    void shouldTellTheViewOfAResultBeforeTheModelConfirms() {
        rig.open(ACTIONS);
        type("action navigate {\"page\": \"settings\"}");
        result(", \"narrated_state\": \"The settings.\"");
        rig.advance(9_000);
        type("look");
        assertThat(said()).isEqualTo("You see: The settings.");
        rig.send("state.update", "{}");
        rig.send("state.update", "{\"narrated_state\": \"" + "x".repeat(32_769) + "\"}");
        assertThat(rig.socket.errors()).containsExactly("invalid_message", "invalid_message");
    }

    @Test
    @Tag("VIP-10")
    void shouldLeaveTheAgentsOwnActionsToTheServer() {
        rig.own = new ActionInvoker() {
            @Override
            public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
                answer.accept(ActionResult.ok(call.invocationId(), Map.of()));
            }

            @Override
            public void check(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
                answer.accept(ActionResult.ok(call.invocationId(), null));
            }

            @Override
            public ActionCall onTerms(ActionCall call) {
                return call;
            }

            @Override
            public void cancel(CallContext context, String invocationId) {}

            @Override
            public List<ActionDefinition> definitions() {
                return List.of(new ActionDefinition("book", "books", Map.of(), false, true, 0));
            }
        };
        rig.open(", \"actions\": {\"book\": {\"description\": \"another\"}}");
        assertThat(rig.last("error").path("message").asText()).contains("the agent has an action of that name");
        rig.open(ACTIONS);
        type("action book");
        assertThat(said()).startsWith("You said");
        assertThat(rig.socket.types()).doesNotContain("action.invoke");
        assertThat(rig.setups.get(0).engines().actions().definitions())
                .extracting(ActionDefinition::name)
                .containsExactly("close", "navigate", "book");
    }

    @Test
    @Tag("VIP-T18")
    void shouldAnswerWhatIsUnderWayWhenTheSessionEnds() {
        navigate();
        rig.send("session.close");
        rig.advance(50);
        assertThat(rig.state()).isEqualTo("not_connected");
        assertThat(rig.record.actions().last().code()).isEqualTo("cancelled");
    }
}
