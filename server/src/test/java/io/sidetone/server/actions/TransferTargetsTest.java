package io.sidetone.server.actions;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** To whom an agent may transfer: what passes, what does not, and what the model is told. */
@Tag("VIP-10")
class TransferTargetsTest {
    private static final CallContext CALL = new CallContext("CALL", "desk", "+4930", "100", 1, null);
    private static final List<String> LISTED = List.of("sip:desk@example.com", "sip:*@branch.example.com", "+4930*");

    private final List<String> reached = new ArrayList<>();
    private final ActionInvoker registered = new ActionInvoker() {
        @Override
        public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
            reached.add("invoke " + call.action());
            answer.accept(ActionResult.ok(call.invocationId(), null));
        }

        @Override
        public void check(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
            reached.add("check " + call.action());
            answer.accept(ActionResult.ok(call.invocationId(), null));
        }

        @Override
        public ActionCall onTerms(ActionCall call) {
            return call;
        }

        @Override
        public void cancel(CallContext context, String invocationId) {
            reached.add("cancel " + invocationId);
        }

        @Override
        public List<ActionDefinition> definitions() {
            return List.of(
                    new ActionDefinition(ActionCall.TRANSFER, "Connects.", Map.of(), true, true, 1),
                    new ActionDefinition(ActionCall.HOLD, "Holds.", Map.of(), false, true, 1));
        }
    };

    private ActionResult transfer(List<String> targets, Object to) {
        List<ActionResult> answers = new ArrayList<>();
        ActionInvoker allowed = AllowedActions.of(List.of(), targets, registered);
        ActionCall call = new ActionCall("1", ActionCall.TRANSFER, Map.of("to", to), true);
        allowed.check(CALL, call, answers::add);
        allowed.invoke(CALL, call, answers::add);
        assertThat(answers).hasSize(2);
        assertThat(answers.get(0)).as("checked and invoked alike").isEqualTo(answers.get(1));
        return answers.get(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sip:desk@example.com",
                "sip:anna.k+1@branch.example.com",
                "sip:@branch.example.com",
                "+4930",
                "+493012345"
            })
    void shouldLetAListedTargetPass(String to) {
        assertThat(transfer(LISTED, to).success()).isTrue();
        assertThat(reached).containsExactly("check transfer", "invoke transfer");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sip:desk@example.com.evil.example",
                "sip:desk@example.com;maddr=192.0.2.66",
                "sip:x@evil.example?X=@branch.example.com",
                "sip:x@evil.example:5060;u=@branch.example.com",
                "sip:a@b@branch.example.com",
                "SIP:desk@example.com",
                "sip:Desk@example.com",
                "+49301;phone-context=evil",
                "+1900555",
                "tel:+4930",
                ""
            })
    void shouldRefuseWhatIsNotListedWithValueRuleAndRemedy(String to) {
        ActionResult refused = transfer(LISTED, to);
        assertThat(refused.code()).isEqualTo(ActionResult.INVALID_PARAMETERS);
        assertThat(refused.values().get(ActionResult.MESSAGE).toString())
                .contains("'" + to + "'")
                .contains("transfer-to")
                .contains("use one of sip:desk@example.com, sip:*@branch.example.com, +4930*");
        assertThat(reached).as("nothing of it leaves").isEmpty();
    }

    @Test
    void shouldTransferToNobodyByDefaultAndNotOfferItToTheModel() {
        ActionResult refused = transfer(List.of(), "sip:desk@example.com");
        assertThat(refused.code()).isEqualTo(ActionResult.INVALID_PARAMETERS);
        assertThat(refused.values().get(ActionResult.MESSAGE).toString())
                .contains("no target, so offer something else");
        assertThat(AllowedActions.of(List.of(), List.of(), registered).definitions())
                .extracting(ActionDefinition::name)
                .containsExactly(ActionCall.HOLD);
    }

    @Test
    void shouldTellTheModelWhomItMayConnectTo() {
        assertThat(AllowedActions.of(List.of(), LISTED, registered).definitions())
                .extracting(ActionDefinition::description)
                .containsExactly(
                        "Connects. To one of: sip:desk@example.com, sip:*@branch.example.com, +4930*.", "Holds.");
        assertThat(AllowedActions.of(List.of(), List.of("any"), registered).definitions())
                .extracting(ActionDefinition::description)
                .containsExactly("Connects.", "Holds.");
    }

    @Test
    void shouldLetEverybodyPassWhenTheOperatorSaysAny() {
        assertThat(transfer(List.of("any"), "sip:x@evil.example;maddr=192.0.2.66")
                        .success())
                .isTrue();
    }

    @Test
    void shouldLeaveOtherTypesAndOtherActionsToTheRegistry() {
        assertThat(transfer(LISTED, 7).success()).as("its schema refuses that").isTrue();
        ActionInvoker holdOnly = AllowedActions.of(List.of(ActionCall.HOLD), LISTED, registered);
        List<ActionResult> answers = new ArrayList<>();
        holdOnly.invoke(CALL, new ActionCall("1", ActionCall.TRANSFER, Map.of("to", "+4930"), true), answers::add);
        holdOnly.invoke(CALL, new ActionCall("2", ActionCall.HOLD, Map.of("to", "x"), false), answers::add);
        holdOnly.cancel(CALL, "2");
        assertThat(answers).extracting(ActionResult::code).containsExactly(ActionResult.NOT_REGISTERED, "ok");
        assertThat(reached).endsWith("invoke hold", "cancel 2");
    }

    @ParameterizedTest
    @CsvSource({"10, true", "7, false"})
    void shouldListNoMoreThanAModelWillRead(int count, boolean cut) {
        List<String> many = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            many.add("+49" + i);
        }
        String message = transfer(many, "x".repeat(300))
                .values()
                .get(ActionResult.MESSAGE)
                .toString();
        assertThat(message.endsWith("…")).isEqualTo(cut);
        assertThat(message).hasSizeLessThan(300);
    }
}
