package io.sidetone.tools.scenario.run;

import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.AgentDirectory;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.NextAgent;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.server.actions.AllowedActions;
import io.sidetone.speech.chat.ChatSentences;
import io.sidetone.tools.scenario.engine.CallerWords;
import io.sidetone.tools.scenario.engine.ScriptedModel;
import io.sidetone.tools.scenario.engine.ScriptedRecognizer;
import io.sidetone.tools.scenario.engine.StandInActions;
import io.sidetone.tools.scenario.engine.VirtualClock;
import io.sidetone.tools.scenario.file.Scenario;
import java.util.function.Consumer;

/** The agents of a configuration in one virtual call: the one that takes it, and those it is handed over to. One thread. */
final class VirtualAgents implements AgentDirectory {
    private static final MockSynthesizer VOICE = new MockSynthesizer(1);

    private final Scenario scenario;
    private final ScenarioAgents agents;
    private final CallerWords words;
    private final VirtualClock clock;
    private final StandInActions actions;

    /** {@code sent} takes each action as whoever carries it out gets it. */
    VirtualAgents(
            Scenario scenario,
            ScenarioAgents agents,
            CallerWords words,
            VirtualClock clock,
            Consumer<ActionCall> sent) {
        this.scenario = scenario;
        this.agents = agents;
        this.words = words;
        this.clock = clock;
        this.actions = new StandInActions(agents.actions(), scenario.outcomes(), clock, sent);
    }

    /** An agent speaks every language here: what is said is text. */
    @Override
    public boolean knows(String agent, String language) {
        return agents.named(agent) != null;
    }

    @Override
    public NextAgent next(String agent, String language) {
        return agent(agents.named(agent));
    }

    /** Returns what serves the call as the agent of {@code parts}. */
    NextAgent agent(AgentParts parts) {
        return new Virtual(parts);
    }

    private final class Virtual implements NextAgent {
        private final AgentParts parts;

        Virtual(AgentParts parts) {
            this.parts = parts;
        }

        @Override
        public Recognizer recognizer() {
            return new ScriptedRecognizer(words, parts.grammars(), clock);
        }

        @Override
        public DialogueModel dialogue() {
            if (parts.flow() != null) {
                return parts.flowDialogue();
            }
            ChatSentences sentences = ChatSentences.of(parts.config().sentences())
                    .greeting(parts.config().greeting().orElse(""));
            return new ScriptedModel(
                    scenario.answers(), call -> sentences.filled(parts.config().texts(), call.subject()), clock);
        }

        @Override
        public Synthesizer synthesizer() {
            return VOICE;
        }

        @Override
        public ActionInvoker actions() {
            return AllowedActions.of(parts.config(), parts.agents(), actions);
        }

        @Override
        public boolean keepsDialogue() {
            return false;
        }

        @Override
        public TurnPolicy policy() {
            return parts.policy();
        }

        @Override
        public AgentDirectory agents() {
            return VirtualAgents.this;
        }
    }
}
