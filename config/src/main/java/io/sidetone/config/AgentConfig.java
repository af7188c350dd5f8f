package io.sidetone.config;

import io.sidetone.core.dialogue.Phrases;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who answers.
 *
 * @param name of the agent
 * @param match which calls it takes
 * @param recognizers engines for speech to text, first choice first
 * @param dialogues engines that decide what is said, first choice first
 * @param synthesizers engines for text to speech, first choice first
 * @param introduction what a caller hears before the greeting when he calls for the first time
 * @param greeting first sentence in place of the flow's
 * @param prompt what a model is told of its task, or empty
 * @param filler what is said while a model takes its time
 * @param sentences what it says unasked, by their names; English for those that are missing
 * @param flow what the embedded dialogue says
 * @param actions what the dialogue may do besides talking
 * @param transferTo to whom it may transfer callers: exact, with wildcards, or {@code any}; empty for nobody
 * @param policy name for {@link SidetoneConfig#policy}
 * @param phrases what certain words of the caller mean to it
 * @param answerAfter how long the call rings before it is answered
 * @param journal whether its calls are journaled
 */
public record AgentConfig(
        String name,
        AgentMatch match,
        List<String> recognizers,
        List<String> dialogues,
        List<String> synthesizers,
        Optional<String> introduction,
        Optional<String> greeting,
        String prompt,
        Filler filler,
        Map<String, String> sentences,
        Optional<FlowSource> flow,
        List<String> actions,
        List<String> transferTo,
        String policy,
        Phrases phrases,
        Duration answerAfter,
        boolean journal) {
    /**
     * What is said while a model takes its time.
     *
     * @param text empty for nothing
     * @param after how long nothing is heard before it
     */
    public record Filler(String text, Duration after) {}

    /** Copies the lists. */
    public AgentConfig {
        recognizers = List.copyOf(recognizers);
        dialogues = List.copyOf(dialogues);
        synthesizers = List.copyOf(synthesizers);
        sentences = Map.copyOf(sentences);
        actions = List.copyOf(actions);
        transferTo = List.copyOf(transferTo);
    }

    /** Returns this agent with one engine for everything. */
    AgentConfig withEngine(String engine) {
        List<String> only = List.of(engine);
        return new AgentConfig(
                name,
                match,
                only,
                only,
                only,
                introduction,
                greeting,
                prompt,
                filler,
                sentences,
                flow,
                actions,
                transferTo,
                policy,
                phrases,
                answerAfter,
                journal);
    }
}
