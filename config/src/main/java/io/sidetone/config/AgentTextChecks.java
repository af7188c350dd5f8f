package io.sidetone.config;

import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.problem.Nearest;
import io.sidetone.config.problem.Problems;
import io.sidetone.core.facts.CallName;
import io.sidetone.core.facts.CallTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Checks of what agents' texts may name: facts of the call, headers, and the variables that the agent declares. */
final class AgentTextChecks {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");

    private final Problems problems;

    AgentTextChecks(Problems problems) {
        this.problems = problems;
    }

    void run(AgentConfig agent, String path) {
        agent.variables().keySet().forEach(name -> declared(path + ".variables." + name, name));
        template(path + ".prompt", agent.prompt(), agent);
        agent.greeting().ifPresent(text -> template(path + ".greeting", text, agent));
    }

    private void declared(String path, String name) {
        if (!NAME.matcher(name).matches()) {
            problems.add(path, "is no name of a variable", "use letters, digits, _ and -, with a letter in front");
        } else if (CallName.all().contains(name)) {
            problems.add(path, "is a name that every call has", "choose another name");
        }
    }

    private void template(String path, String text, AgentConfig agent) {
        for (String name : CallTemplate.of(text).unknown(agent.variables().keySet())) {
            List<String> known = new ArrayList<>(agent.variables().keySet());
            known.addAll(CallName.all());
            problems.add(
                    path,
                    "holds {" + name + "}, which stands for nothing",
                    Nearest.to(name, known)
                            .map(near -> "did you mean {" + near + "}?")
                            .orElse("declare it in variables, use {header.NAME} or one of {"
                                    + String.join("}, {", CallName.all()) + "}, or write \\{" + name
                                    + "} for these characters themselves"));
        }
    }
}
