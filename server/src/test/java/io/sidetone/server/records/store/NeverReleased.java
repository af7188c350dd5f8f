package io.sidetone.server.records.store;

import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineHealth;
import java.lang.reflect.Proxy;

/** The mock model whose sessions never say that they are released. */
final class NeverReleased implements DialogueModel {
    private final MockDialogue model = new MockDialogue(MockBehavior.DEFAULT, null);

    @Override
    public DialogueSession open(CallContext call, DialogueEvents events) {
        DialogueEvents withoutClosed = (DialogueEvents) Proxy.newProxyInstance(
                DialogueEvents.class.getClassLoader(),
                new Class<?>[] {DialogueEvents.class},
                (proxy, method, given) -> method.getName().equals("closed") ? null : method.invoke(events, given));
        return model.open(call, withoutClosed);
    }

    @Override
    public DialogueModel.Capabilities capabilities() {
        return new DialogueModel.Capabilities("never released", false);
    }

    @Override
    public EngineHealth health() {
        return model.health();
    }
}
