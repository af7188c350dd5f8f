package io.sidetone.config;

import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.Values;

/** Rules about what agents' models write down after calls. */
final class AfterCallChecks {
    private final SidetoneConfig config;
    private final Values values;
    private final Problems problems;

    AfterCallChecks(SidetoneConfig config, Values values, Problems problems) {
        this.config = config;
        this.values = values;
        this.problems = problems;
    }

    void run(AgentConfig agent, String path) {
        boolean wanted = values.given(path + ".summary") || values.given(path + ".fields");
        if (values.given(path + ".within") && !wanted) {
            problems.add(
                    path + ".within",
                    "is given, and nothing is written down",
                    "set summary or fields beside it, or remove it");
        }
        boolean chat = agent.dialogues().stream()
                .anyMatch(name -> values.invalid("engines." + name + ".type")
                        || config.engines().get(name) == null
                        || config.engines().get(name).type().chat());
        if (agent.afterCall().on() && !chat && !agent.dialogues().isEmpty()) {
            problems.add(
                    path,
                    "needs a chat model, and dialogue names none",
                    "name an engine of the type " + EngineConfig.Type.OPENAI.wireName() + ", "
                            + EngineConfig.Type.AZURE_OPENAI.wireName() + ", "
                            + EngineConfig.Type.ANTHROPIC.wireName() + " or "
                            + EngineConfig.Type.GEMINI.wireName() + " in dialogue, or leave after-call out");
        }
    }
}
