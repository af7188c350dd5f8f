package io.sidetone.server.boot.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LateActionTest {
    private final CallContext context = new CallContext("call", "agent", "", "", 0, new Fence());
    private final ActionCall call = new ActionCall("1", "warmup", Map.of(), false);
    private final List<ActionResult> results = new ArrayList<>();
    private final LateAction action = new LateAction();

    @Test
    void shouldSucceedWhenItIsToldSo() {
        action.invoke(context, call, results::add);
        assertThat(results).isEmpty();
        action.succeed();
        assertThat(results).singleElement().matches(ActionResult::success);
    }

    @Test
    void shouldSayNothingWhenItWasTakenBack() {
        action.invoke(context, call, results::add);
        action.cancel(context, "1");
        action.succeed();
        assertThat(results).isEmpty();
    }
}
