package io.sidetone.server.records.aftercall;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.Problems;
import io.sidetone.server.actions.ActionSchema;

/** Checks of the schemas that agents' models are to fill in after calls. */
public final class NoteSchemas {
    private NoteSchemas() {}

    /**
     * Reads every schema of {@code config}.
     *
     * @param source what is named as the origin of problems
     * @throws ConfigException with every schema that is none
     */
    public static void check(SidetoneConfig config, String source) throws ConfigException {
        Problems problems = new Problems();
        config.agents().forEach(agent -> check(agent, problems));
        problems.throwIfAny(source);
    }

    private static void check(AgentConfig agent, Problems problems) {
        agent.afterCall().fields().ifPresent(fields -> {
            try {
                ActionSchema.of(fields);
            } catch (IllegalArgumentException wrong) {
                problems.add(
                        "agents." + agent.name() + ".after-call.fields",
                        "is no JSON Schema of an object: " + wrong.getMessage(),
                        "correct it, or give each field its type and description");
            }
        });
    }
}
