package io.sidetone.server.records.aftercall;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.speech.chat.QuestionModel;

/** The agents of calls that are over, as they are configured now. Any thread. */
public interface EndedAgents {
    /** Returns the present configuration. */
    SidetoneConfig config();

    /** Returns the model that can be asked about calls of the agent called {@code name}, or null. */
    QuestionModel questions(String name);
}
