package io.sidetone.speech.chat;

import io.sidetone.core.facts.CallFacts;
import java.util.List;

/**
 * A question to a model beside a conversation: one request, one answer, nothing is spoken.
 *
 * @param callId the call that it is about
 * @param agent name of its agent
 * @param facts what the network says of the call; only for headers to a server of one's own
 * @param instructions what the model is to do
 * @param said questions and answers in turns, the question first and last
 * @param maxChars a longer answer fails
 */
public record ChatQuestion(
        String callId, String agent, CallFacts facts, String instructions, List<String> said, int maxChars) {
    /** Copies the list. */
    public ChatQuestion {
        said = List.copyOf(said);
    }
}
