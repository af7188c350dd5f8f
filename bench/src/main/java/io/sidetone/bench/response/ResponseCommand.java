package io.sidetone.bench.response;

import io.sidetone.bench.harness.ControlTimer;
import io.sidetone.bench.harness.Plan;
import io.sidetone.bench.harness.Quiet;
import io.sidetone.bench.harness.Target;
import io.sidetone.tools.softphone.sound.CallerSound;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures from the caller's last sound to the agent's first, on real calls: embedded engines, services, a realtime model.
 *
 * <p>Exit code 1 when a call failed, or a service saw what a real one would refuse. A missed goal is only printed.
 */
@Command(
        name = "response",
        description = "Times answers on real calls, with the shipped policy and with others, in turns.",
        mixinStandardHelpOptions = true)
public final class ResponseCommand extends Plan {
    private static final List<String> KINDS = List.of("first", "embedded", "services", "plain", "realtime");

    private static final String SHOP =
            ", dialogue: llm, synthesizer: sonic, greeting: Hello there., prompt: You work in a shop.";

    @Option(names = "--rounds", defaultValue = "1", description = "Calls of each caller. Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Mixin
    private FirstCalls fresh;

    @Option(
            names = "--only",
            split = ",",
            description =
                    "Which lines: first (fresh servers), embedded, services, plain (no punctuation), realtime. Default: all")
    private List<String> only = KINDS;

    @Option(names = "--arms", split = ",", description = "Which policies: shipped, waiting, fixed, again. Default: all")
    private List<String> policies = PolicyArm.names();

    @Option(names = "--each", description = "Prints each answer with its stages.")
    private boolean each;

    @Override
    protected boolean measure(Path folder) throws Exception {
        List<String> lines = new ArrayList<>(only);
        boolean ok = !lines.remove("first") || fresh.run(jar(), folder);
        return ok & (lines.isEmpty() || answers(folder, lines));
    }

    private boolean answers(Path folder, List<String> lines) throws Exception {
        List<List<CallerSound>> booking = Voices.booking(folder);
        List<List<CallerSound>> questions = Voices.questions(folder);
        List<String> rows = new ArrayList<>();
        List<String> stages = new ArrayList<>();
        List<PolicyArm> arms = PolicyArm.ALL.stream()
                .filter(arm -> policies.contains(arm.name()))
                .toList();
        boolean complete = true;
        double controlMs;
        List<String> violations;
        try (PacedServices services = new PacedServices();
                Target server = Target.serve("response", folder, jar(), configuration(services))) {
            AnsweredCalls calls = new AnsweredCalls(server, arms, each);
            try (ControlTimer control = new ControlTimer()) {
                for (String kind : lines) {
                    Answers answers = calls.run(kind, kind.equals("embedded") ? booking : questions, rounds);
                    rows.addAll(answers.rows(kind));
                    stages.addAll(answers.stages(kind));
                    complete &= answers.complete();
                }
                controlMs = control.stop().p99();
            }
            violations = services.violations();
        }
        System.out.println("\ncontrol: a bare timer late p99 " + Math.round(controlMs * 10) / 10.0 + " ms; "
                + (new Quiet(controlMs).enough() ? "quiet" : "the machine is busy"));
        System.out.println(
                "\n| caller's end to agent's first audio | policy | p50 ms | p95 ms | answered | lost requests per answer |");
        System.out.println("| --- | --- | --- | --- | --- | --- |");
        rows.forEach(System.out::println);
        System.out.println("\n" + Stages.head());
        stages.forEach(System.out::println);
        violations.forEach(what -> System.err.println("a real service would refuse: " + what));
        return complete && violations.isEmpty();
    }

    private static String configuration(PacedServices services) {
        StringBuilder text = new StringBuilder(
                """
                sip: {port: 0}
                http: {port: 0}
                rtp: {ports: 10000-10400}
                limits: {max-calls: 8}
                engines:
                  embedded: {type: embedded}
                """);
        text.append(services.engines()).append("agents:\n");
        for (PolicyArm arm : PolicyArm.ALL) {
            agent(
                    text,
                    "embedded",
                    arm,
                    "recognizer: embedded, dialogue: embedded, synthesizer: embedded,"
                            + " flow: \"classpath:agents/appointment-desk.yaml\"");
            agent(text, "services", arm, "recognizer: nova" + SHOP);
            agent(text, "plain", arm, "recognizer: plain" + SHOP);
            agent(text, "realtime", arm, "realtime: live, greeting: Hello there.");
        }
        return text.append(PolicyArm.policies()).toString();
    }

    private static void agent(StringBuilder text, String kind, PolicyArm arm, String engines) {
        String name = kind + "-" + arm.name();
        text.append("  %s: {match: {called: [%s]}, policy: %s, %s}%n".formatted(name, name, arm.name(), engines));
    }
}
