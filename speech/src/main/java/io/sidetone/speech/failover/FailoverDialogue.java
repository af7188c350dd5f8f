package io.sidetone.speech.failover;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineHealth;

/** Several models in order of preference, as one model. Thread-safe. */
public final class FailoverDialogue implements DialogueModel {
    private final Failover<DialogueModel> failover;
    private final Capabilities capabilities;

    /** Creates it. It has the name of the first model, and can be asked ahead if any of the models can. */
    public FailoverDialogue(Failover<DialogueModel> failover) {
        this.failover = failover;
        this.capabilities = new Capabilities(
                failover.engine(0).capabilities().modelId(),
                failover.candidates().stream()
                        .anyMatch(each -> each.engine().capabilities().preemptible()));
    }

    @Override
    public DialogueSession open(CallContext call, DialogueEvents events) {
        FailoverDialogueSession session = new FailoverDialogueSession(failover, call, events);
        session.start();
        return session;
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public EngineHealth health() {
        return failover.health(DialogueModel::health);
    }
}
