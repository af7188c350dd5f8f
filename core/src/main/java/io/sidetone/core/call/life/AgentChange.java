package io.sidetone.core.call.life;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.conversation.Conversation;
import io.sidetone.core.conversation.Effects;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.facts.HandedOver;
import io.sidetone.core.hearing.SpeechInput;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.AgentDirectory;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.NextAgent;
import io.sidetone.core.port.action.ActionCall;
import java.util.List;

/**
 * Gives one call to another agent, or to the same one in another language, while it goes on: engines, actions and policy change
 * together, the line and the history stay. Lane thread only.
 */
final class AgentChange implements Successor.Listener {
    private final ActionDispatch actions;
    private final CallEngines engines;
    private final SpeechInput hearing;
    private final Conversation conversation;
    private final CallRecord.Writer writer;
    private final Effects effects;
    private boolean keepsDialogue;

    AgentChange(
            ActionDispatch actions,
            CallEngines engines,
            SpeechInput hearing,
            Conversation conversation,
            CallRecord.Writer writer,
            Effects effects) {
        this.actions = actions;
        this.engines = engines;
        this.hearing = hearing;
        this.conversation = conversation;
        this.writer = writer;
        this.effects = effects;
    }

    /**
     * Opens the engines of the agent that {@code call} names; returns why that is impossible, or null.
     *
     * @param byDialogue whether the present dialogue asked for it
     */
    String openNext(ActionCall call, boolean byDialogue) {
        CallContext present = engines.agent().context();
        AgentDirectory agents = engines.agent().agents();
        String name = call.text("agent").isEmpty() ? present.agent() : call.text("agent");
        String language = call.text("language");
        if (!agents.knows(name, language)) {
            return "there is no agent '" + name + (language.isEmpty() ? "'" : "' for the language '" + language + "'");
        }
        boolean another = !name.equals(present.agent());
        HandedOver handedOver = new HandedOver(another ? present.agent() : "", language, call.text("note"), said());
        CallContext next = present.handedOver(name, present.facts().handedOver(handedOver, another));
        NextAgent agent = agents.next(name, language);
        ActionInvoker allowed = agent.actions();
        keepsDialogue = byDialogue && !another && agent.keepsDialogue();
        return engines.prepare(
                ServingAgent.of(agent, another ? allowed : engines.agent().actions(), next), keepsDialogue);
    }

    private List<HandedOver.Line> said() {
        return writer.record().history().entries().stream()
                .filter(entry -> entry.role() != History.Role.SYSTEM)
                .map(entry -> new HandedOver.Line(entry.role() == History.Role.USER, entry.text()))
                .toList();
    }

    /** That agent does not take over. */
    void dropNext() {
        engines.dropSuccessor();
    }

    @Override
    public void nextReady(long nowNs) {
        conversation.nextReady(nowNs);
    }

    @Override
    public void nextFailed(String why, long nowNs) {
        conversation.nextFailed(why, nowNs);
    }

    /** The agent whose engines are open has the call from now on; returns whether the session of the dialogue has stayed. */
    boolean handOver(long nowNs) {
        String before = engines.agent().context().agent();
        if (!keepsDialogue) {
            engines.agent().context().keys().clear();
        }
        ServingAgent next = engines.succeed(nowNs);
        String name = next.context().agent();
        effects.note("hand-over", before + " -> " + name);
        writer.agent(name);
        actions.serve(next);
        hearing.recognizer(next.recognizer());
        conversation.succeed(
                new Conversation.Succession(
                        engines.recognizer(),
                        keepsDialogue ? null : engines.dialogue(),
                        engines.synthesis(),
                        next.synthesizer().capabilities().takesContinuations(),
                        next.policy(),
                        !name.equals(before)),
                nowNs);
        writer.policy(conversation.policy());
        return keepsDialogue;
    }
}
