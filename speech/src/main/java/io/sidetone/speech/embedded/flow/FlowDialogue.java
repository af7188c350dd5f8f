package io.sidetone.speech.embedded.flow;

import io.sidetone.core.facts.CallTemplate;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineHealth;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/** The dialogue of a {@link Flow}. Deterministic: the same inputs in the same order give the same answers. */
public final class FlowDialogue implements DialogueModel {
    private final Flow flow;
    private final Capabilities capabilities;
    private final CallTemplate greeting;
    private final CallTexts texts;
    private final Executor executor;
    private final AtomicInteger openSessions = new AtomicInteger();

    /**
     * Creates it.
     *
     * @param greeting first sentence in place of the flow's, or empty
     * @param texts what it says of a call
     * @param executor runs the dialogue of every call, in order; a turn takes microseconds
     */
    public FlowDialogue(Flow flow, String greeting, CallTexts texts, Executor executor) {
        this.flow = flow;
        this.capabilities = new Capabilities("flow " + flow.name(), true);
        this.greeting = CallTemplate.of(greeting.isEmpty() ? flow.greeting() : greeting);
        this.texts = texts;
        this.executor = executor;
    }

    @Override
    public DialogueSession open(CallContext call, DialogueEvents events) {
        openSessions.incrementAndGet();
        FlowSession session = new FlowSession(
                new FlowConversation(flow, texts.greeting(greeting, call.subject()), call.fence()),
                events,
                executor,
                openSessions::decrementAndGet);
        session.opened();
        return session;
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up("flow " + flow.name() + ", " + flow.states().size() + " states");
    }

    /** Returns the number of open sessions. */
    public int openSessions() {
        return openSessions.get();
    }
}
