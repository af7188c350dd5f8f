package io.sidetone.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.plugin.ActionPlugin;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Duties of every action of a plugin. */
public abstract class ActionContract {
    private static final String ID = "call-1";

    private final Answers answers = new Answers();
    private final CallContext call = TestContext.call(new Fence());

    /** Returns the action under test, open. Whoever extends this closes it. */
    protected abstract ActionPlugin.Engine contractAction();

    /** Returns parameters that fit its schema. */
    protected abstract Map<String, Object> contractParameters();

    private void invoke(String id) {
        contractAction()
                .invoke(
                        call,
                        new ActionCall(id, "test", contractParameters(), false),
                        result -> answers.add("answer " + result.invocationId() + " " + result.code()));
    }

    @Test
    void contractShouldAnswerEachInvocationOnceUnderItsId() {
        invoke(ID);
        invoke("call-2");
        answers.await("answer " + ID + " ");
        answers.await("answer call-2 ");
        assertThat(answers.lines()).hasSize(2);
    }

    @Test
    void contractShouldStayUsableWhenOneIsTakenBack() {
        contractAction().cancel(call, "nobody asked");
        invoke(ID);
        contractAction().cancel(call, ID);
        contractAction().cancel(call, ID);
        invoke("call-2");
        answers.await("answer call-2 ");
        assertThat(answers.starting("answer " + ID + " ")).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void contractShouldSayWhatItDoesAndTakes() {
        ActionPlugin.Engine action = contractAction();
        assertThat(action.description()).isNotBlank();
        assertThat(action.parameters()).containsEntry("type", "object");
        assertThat(action.health().detail()).isNotBlank();
    }
}
