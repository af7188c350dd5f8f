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

    @Option(names = "--rounds", defaultValue = "1", description = "Calls of each caller. Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Mixin
    private FirstCallsOptions fresh;

    @Option(
            names = "--only",
            split = ",",
            description =
                    "Which lines: first (fresh servers), embedded, services, plain (no punctuation), realtime. Default: all")
    private List<String> only = KINDS;

    @Option(names = "--arms", split = ",", description = "Which policies: shipped, waiting, fixed, again. Default: all")
    private List<String> policies = Arm.names();

    @Option(names = "--each", description = "Prints each answer with its stages.")
    private boolean each;

    @Override
    protected boolean measure(Path folder) throws Exception {
        List<String> lines = new ArrayList<>(only);
        boolean ok = !lines.remove("first") || fresh.run(jar());
        return ok & (lines.isEmpty() || answers(folder, lines));
    }

    private boolean answers(Path folder, List<String> lines) throws Exception {
        List<List<CallerSound>> booking = Voices.booking(folder);
        List<List<CallerSound>> questions = Voices.questions(folder);
        List<String> rows = new ArrayList<>();
        List<String> stages = new ArrayList<>();
        List<Arm> arms =
                Arm.ALL.stream().filter(arm -> policies.contains(arm.name())).toList();
        boolean complete = true;
        double controlMs;
        List<String> violations;
        try (StandIns services = new StandIns();
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

    private static String configuration(StandIns services) {
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
        for (Arm arm : Arm.ALL) {
            agent(
                    text,
                    "embedded",
                    arm,
                    "embedded",
                    "embedded",
                    "embedded",
                    "flow: \"classpath:agents/appointment-desk.yaml\"");
            agent(text, "services", arm, "nova", "llm", "sonic", "greeting: Hello there., prompt: You work in a shop.");
            agent(text, "plain", arm, "plain", "llm", "sonic", "greeting: Hello there., prompt: You work in a shop.");
            text.append(
                    "  realtime-%s: {match: {called: [realtime-%s]}, realtime: live, policy: %s, greeting: Hello there.}%n"
                            .formatted(arm.name(), arm.name(), arm.name()));
        }
        return text.append(Arm.policies()).toString();
    }

    private static void agent(
            StringBuilder text, String kind, Arm arm, String ear, String model, String voice, String more) {
        String name = kind + "-" + arm.name();
        text.append("  ")
                .append(name)
                .append(": {match: {called: [")
                .append(name)
                .append("]}, recognizer: ")
                .append(ear)
                .append(", dialogue: ")
                .append(model)
                .append(", synthesizer: ")
                .append(voice)
                .append(", policy: ")
                .append(arm.name())
                .append(", ")
                .append(more)
                .append("}\n");
    }
}
