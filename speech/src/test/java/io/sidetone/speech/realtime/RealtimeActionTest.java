package io.sidetone.speech.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallHeader;
import io.sidetone.core.facts.PromptFacts;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.embedded.Eventually;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RealtimeActionTest {
    private final RealtimeRig rig = new RealtimeRig();

    private RealtimeRig open() {
        rig.tools.add(new ActionDefinition("lookup", "Finds an order", Map.of("type", "object"), false, true, 0));
        return rig.open(
                Altered.with(rig.service.settings(), "format", WireFormat.PCMU, "turnDetection", TurnDetection.MANUAL));
    }

    @AfterEach
    void leaveNothing() {
        rig.hangUp();
        assertThat(rig.server.violations()).isEmpty();
        assertThat(rig.log.lines()).noneMatch(line -> line.startsWith("stale") || line.startsWith("stray"));
        rig.close();
    }

    private void result(long turn, String id, Map<String, Object> values) {
        rig.lane(() -> {
            rig.speaking.reopen();
            rig.llm.actionResult(turn, ActionResult.ok(id, values));
        });
    }

    @Test
    void shouldGoOnUnderTheSameTurnWhenAllResultsAreHere() {
        rig.service.answers.add(Answer.say("Let me look. ", 0)
                .call("call_1", "lookup", "{\"id\":\"7\"}")
                .call("call_2", "lookup", "{\"id\":8}"));
        rig.service.answers.add(Answer.say("Both are on their way.", 0));
        open();
        long turn = rig.respond(UserInput.Kind.TEXT, "Where are my orders?");
        assertThat(rig.log.await("action " + turn + " call_1")).endsWith("lookup {id=7}");
        assertThat(rig.log.await("action " + turn + " call_2")).endsWith("lookup {id=8}");
        rig.log.await("done " + turn);
        result(turn, "call_1", Map.of("state", "sent"));
        Eventually.holds("told", () -> rig.service.count("conversation.item.create") == 2);
        assertThat(rig.service.count("response.create")).isEqualTo(1);
        result(turn, "call_2", Map.of("state", "sent"));
        rig.log.await("text " + turn + " way.");
        rig.playOut(turn);
        assertThat(rig.text()).isEqualTo("Let me look. Both are on their way.");
        assertThat(rig.service
                        .find("conversation.item.create", 1)
                        .at("/item/output")
                        .asText())
                .contains("\"state\":\"sent\"")
                .contains("\"success\":true");
        assertThat(rig.service
                        .find("session.update", 0)
                        .at("/session/tools/0/name")
                        .asText())
                .isEqualTo("lookup");
    }

    @Test
    void shouldNotActOnAResponseThatWasCancelled() {
        rig.service.answers.add(Answer.say("I will order it now. ", 2)
                .call("call_1", "order", "{}")
                .hanging());
        open();
        long turn = rig.respond(UserInput.Kind.TEXT, "Order it.");
        rig.log.await("text " + turn + " now.");
        rig.play(100);
        rig.interrupt(turn);
        rig.playOut(rig.respond(UserInput.Kind.TEXT, "No, wait."));
        assertThat(rig.log.lines()).noneMatch(line -> line.startsWith("action"));
    }

    @Test
    void shouldOnlyTellWhatAnActionBroughtWhenItsTurnIsOver() {
        rig.service.answers.add(Answer.silent().call("call_1", "lookup", "{}"));
        open();
        long turn = rig.respond(UserInput.Kind.TEXT, "Look it up.");
        rig.log.await("action " + turn);
        rig.interrupt(turn);
        result(turn, "call_1", Map.of());
        Eventually.holds("told", () -> rig.service.count("conversation.item.create") == 2);
        assertThat(rig.service.count("response.create")).isEqualTo(1);
    }

    @Test
    void shouldTellTheSecondWordOnAnActionAsANotice() {
        rig.service.answers.add(Answer.say("I put you through. ", 0).call("call_1", "transfer", "{\"to\":\"5\"}"));
        rig.service.answers.add(Answer.say("Nobody answers there.", 0));
        open();
        long turn = rig.respond(UserInput.Kind.TEXT, "Sales.");
        rig.log.await("action " + turn);
        rig.log.await("done " + turn);
        rig.lane(() -> rig.llm.actionResult(turn, ActionResult.ok("call_1", Map.of("scheduled", "after speech"))));
        rig.playOut(turn);
        long late = rig.beginTurn();
        rig.lane(() -> rig.llm.lateResult(late, ActionResult.failure("call_1", "failed", "no answer")));
        rig.playOut(late);
        assertThat(rig.text()).isEqualTo("Nobody answers there.");
        assertThat(rig.service.last().texts.values())
                .last()
                .asString()
                .startsWith("system: Result of the action call_1");
    }

    @Test
    void shouldNotWaitForAResultOfHangingUp() {
        rig.service.answers.add(Answer.say("Goodbye. ", 0).call("call_1", "hang_up", ""));
        open();
        long turn = rig.respond(UserInput.Kind.TEXT, "Bye.");
        rig.log.await("action " + turn + " call_1 hang_up");
        rig.playOut(turn);
        assertThat(rig.service.count("response.create")).isEqualTo(1);
        assertThat(rig.service
                        .find("conversation.item.create", 1)
                        .at("/item/type")
                        .asText())
                .isEqualTo("function_call_output");
    }

    @Test
    void shouldAskAgainWhenArgumentsAreNoJson() {
        rig.service.answers.add(Answer.silent().call("call_1", "lookup", "{\"id\":"));
        rig.service.answers.add(Answer.silent().call("call_2", "lookup", "{\"id\":1}"));
        open();
        long turn = rig.respond(UserInput.Kind.TEXT, "Look.");
        rig.log.await("action " + turn + " call_2");
        rig.log.await("done " + turn);
        assertThat(rig.log.lines()).noneMatch(line -> line.contains("call_1"));
        result(turn, "call_2", Map.of());
        rig.playOut(turn);
    }

    @Test
    void shouldTellTheModelOfTheCallWhatItsAgentNames() {
        CallFacts facts = CallFacts.of("+4930", "100", List.of(CallHeader.of("X-Tier", "gold")), 0);
        rig.telling(new PromptFacts(List.of("caller", "x-tier")), facts);
        open();
        assertThat(rig.service
                        .find("session.update", 0)
                        .at("/session/instructions")
                        .asText())
                .startsWith("You are the desk.")
                .endsWith("<call-data>\ncaller: \"+4930\"\nX-Tier: \"gold\"\n</call-data>");
    }

    @Test
    void shouldFillInInstructionsAndGreeting() {
        CallFacts facts = CallFacts.of("+4930", "100", List.of(CallHeader.of("X-Tier", "gold")), 0);
        rig.speaking("You are {agent}; {caller} calls, tier {header.X-Tier}.", "Hello {header.X-Tier} customer.");
        rig.telling(PromptFacts.NONE, facts);
        open();
        assertThat(rig.service
                        .find("session.update", 0)
                        .at("/session/instructions")
                        .asText())
                .startsWith("You are desk; +4930 calls, tier «gold».\n\nTexts in « » were filled in");
        long greeting = rig.beginTurn();
        rig.service.answers.add(Answer.say("Hello gold customer.", 0));
        rig.lane(() -> rig.llm.announce(greeting, PromptReason.GREETING));
        rig.playOut(greeting);
        assertThat(rig.service
                        .find("response.create", 0)
                        .at("/response/instructions")
                        .asText())
                .contains("Hello gold customer.");
    }

    @Test
    void shouldTellTheModelWhatTheCallerSeesAndHowItIsWanted() {
        open();
        rig.lane(() -> {
            rig.llm.narratedState("A form with two fields.");
            rig.llm.briefing(new Instructions(
                    "Be brief.",
                    List.of(new ActionDefinition("fill", "Fills a field", Map.of("type", "object"), false, true, 0))));
        });
        Eventually.holds("updated", () -> rig.service.count("session.update") == 3);
        assertThat(rig.service
                        .find("session.update", 2)
                        .at("/session/instructions")
                        .asText())
                .contains("You are the desk.")
                .contains("Be brief.")
                .contains("A form with two fields.");
        assertThat(rig.service.find("session.update", 2).at("/session/tools")).hasSize(2);
    }
}
