package io.sidetone.core.conversation;

import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Actions that do nothing by themselves: the test answers, or does not. */
class ScriptedActions implements ActionInvoker {
    final List<String> asked = new ArrayList<>();
    final Map<String, Consumer<ActionResult>> invoked = new LinkedHashMap<>();
    final Map<String, CallContext> contexts = new LinkedHashMap<>();
    final Map<String, Consumer<ActionResult>> checked = new LinkedHashMap<>();
    UnaryOperator<ActionCall> terms = UnaryOperator.identity();
    boolean checksPass = true;

    @Override
    public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        asked.add("invoke " + call.action() + " " + call.invocationId());
        invoked.put(call.invocationId(), answer);
        contexts.put(call.invocationId(), context);
    }

    @Override
    public List<ActionDefinition> definitions() {
        return List.of();
    }

    @Override
    public void cancel(CallContext context, String invocationId) {
        asked.add("cancel " + invocationId);
    }

    @Override
    public void check(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        asked.add("check " + call.action() + " " + call.invocationId());
        checked.put(call.invocationId(), answer);
        if (checksPass) {
            answer.accept(ActionResult.ok(call.invocationId(), Map.of()));
        }
    }

    @Override
    public ActionCall onTerms(ActionCall call) {
        return terms.apply(call);
    }

    void ok(String id) {
        invoked.get(id).accept(ActionResult.ok(id, Map.of("room", "12")));
    }

    void fail(String id, String code) {
        invoked.get(id).accept(ActionResult.failure(id, code, "because"));
    }

    static UnaryOperator<ActionCall> afterSpeech() {
        return call -> new ActionCall(call.invocationId(), call.action(), call.parameters(), true, true, 0);
    }

    static UnaryOperator<ActionCall> withoutFollowUp() {
        return call -> new ActionCall(call.invocationId(), call.action(), call.parameters(), false, false, 0);
    }

    static UnaryOperator<ActionCall> deadline(int ms) {
        return call -> new ActionCall(call.invocationId(), call.action(), call.parameters(), false, true, ms);
    }
}
