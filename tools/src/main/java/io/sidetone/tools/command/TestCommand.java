package io.sidetone.tools.command;

import io.sidetone.config.ConfigLoader;
import io.sidetone.config.LoadedConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.ConfigProblem;
import io.sidetone.config.problem.Problems;
import io.sidetone.core.disk.OwnerOnly;
import io.sidetone.server.ExitCode;
import io.sidetone.tools.scenario.file.ScenarioCase;
import io.sidetone.tools.scenario.file.ScenarioFiles;
import io.sidetone.tools.scenario.file.ScenarioReader;
import io.sidetone.tools.scenario.persona.PersonaServices;
import io.sidetone.tools.scenario.persona.Personas;
import io.sidetone.tools.scenario.real.RealScenarios;
import io.sidetone.tools.scenario.real.ServerAddress;
import io.sidetone.tools.scenario.report.FailurePage;
import io.sidetone.tools.scenario.report.JUnitReport;
import io.sidetone.tools.scenario.report.TextSummary;
import io.sidetone.tools.scenario.run.ScenarioAgents;
import io.sidetone.tools.scenario.run.ScenarioResult;
import io.sidetone.tools.scenario.run.ScenarioRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code test SCENARIO...}: scripted callers, and what is expected of the agent. */
@Command(
        name = "test",
        description = "Plays scripted callers to agents and checks what the agents do.",
        footerHeading = "%n",
        footer = {
            "Calls run in virtual time: turn-taking, flows, policies and the checks of",
            "actions are the real ones; recognizer and voice are scripted, and actions",
            "bring what the scenario says. Exit code 1 when something that is expected",
            "does not happen, 78 when a scenario file or the configuration is wrong."
        })
final class TestCommand extends Subcommand {
    private static final int THREADS = 2;

    private final ConfigLoader loader;

    @Parameters(paramLabel = "SCENARIO", arity = "0..*", description = "Scenario files, or folders of such files.")
    private List<Path> named = List.of();

    @Option(names = "-c", paramLabel = "FILE", description = CONFIG)
    private Path config;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of every scenario in place of its own.")
    private Integer seed;

    @Option(names = "--junit", paramLabel = "FILE", description = "Writes the results as JUnit XML.")
    private Path junit;

    @Option(names = "--html", paramLabel = "FILE", description = "Writes a page with the conversation of each failure.")
    private Path html;

    @Option(
            names = "--real",
            description = "Places real calls to the server that runs with the configuration on this machine.")
    private boolean real;

    @Option(
            names = "--record",
            description = "Asks the models that play callers, and writes what they say into their files (recorded).")
    private boolean record;

    @Option(
            names = "--from-call",
            paramLabel = "ID|JOURNAL",
            description = "Prints the scenario of a call that took place: its journal, or its id.")
    private String fromCall;

    TestCommand(ConfigLoader loader) {
        this.loader = loader;
    }

    @Override
    ExitCode run() throws Exception {
        if (seed != null && seed < 0) {
            throw usage("--seed " + seed + " is below 0; give a number from 0 on");
        }
        if (named.isEmpty() == (fromCall == null)) {
            throw usage(
                    fromCall == null
                            ? "no scenario is named; name scenario files, or folders of them"
                            : "--from-call writes a scenario and plays none; leave the scenario files out");
        }
        LoadedConfig loaded = loader.loadFirst(Optional.ofNullable(config), Optional.empty());
        return fromCall == null ? play(cases(), loaded) : write(loaded);
    }

    private ExitCode play(List<ScenarioCase> cases, LoadedConfig loaded)
            throws ConfigException, IOException, InterruptedException {
        if (record
                && cases.stream()
                        .allMatch(each -> each.scenario().persona().recorded().isEmpty())) {
            throw usage("--record has nothing to write: no persona names a file; give one recorded: FILE");
        }
        try (PersonaServices models =
                new PersonaServices(loaded.config().agents().get(0))) {
            Personas personas = new Personas(loaded.config().engines(), models, record);
            if (real) {
                personas.check(cases);
                return call(cases, loaded, personas);
            }
            ScenarioAgents agents = ScenarioAgents.open(loaded.config(), loaded.source());
            Problems problems = new Problems();
            agents.check(cases, problems);
            personas.check(cases, problems);
            problems.throwIfAny("scenarios");
            long startNs = System.nanoTime();
            return report(
                    new ScenarioRunner(agents, personas).run(cases, THREADS, ScenarioRunner.Journaling.none()),
                    System.nanoTime() - startNs);
        }
    }

    private ExitCode write(LoadedConfig loaded) throws IOException {
        try {
            return new ScenarioFromJournal(loaded.config()).print(fromCall, out(), err());
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private List<ScenarioCase> cases() throws ConfigException, IOException {
        List<Path> files;
        try {
            files = ScenarioFiles.of(named);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
        List<ScenarioCase> cases = new ArrayList<>();
        List<ConfigProblem> problems = new ArrayList<>();
        for (Path file : files) {
            try {
                ScenarioReader.read(file, System::getenv).stream()
                        .map(each -> seed == null ? each : each.withSeed(seed))
                        .forEach(cases::add);
            } catch (ConfigException e) {
                e.problems().forEach(each -> problems.add(in(file, each)));
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigException("scenarios", problems);
        }
        return cases;
    }

    private static ConfigProblem in(Path file, ConfigProblem problem) {
        return problem.path().equals(file.toString())
                ? problem
                : new ConfigProblem(file + ": " + problem.path(), problem.problem(), problem.remedy());
    }

    private ExitCode call(List<ScenarioCase> cases, LoadedConfig loaded, Personas personas)
            throws IOException, InterruptedException {
        ServerAddress server = ServerAddress.of(loaded.config());
        RealScenarios calls = new RealScenarios(server, personas);
        try {
            calls.reach();
        } catch (IOException e) {
            String why = e.getMessage() == null ? "" : " (" + e.getMessage() + ")";
            err().println("sidetone: no server answers at " + server.api() + why
                    + "; start one with the same configuration: serve -c FILE");
            return ExitCode.UNAVAILABLE;
        }
        long startNs = System.nanoTime();
        List<ScenarioResult> results = new ArrayList<>();
        for (ScenarioCase each : cases) {
            results.add(calls.play(each));
        }
        return report(results, System.nanoTime() - startNs);
    }

    private ExitCode report(List<ScenarioResult> results, long tookNs) throws IOException {
        TextSummary.of(results, tookNs).forEach(out()::println);
        if (junit != null) {
            OwnerOnly.write(junit, JUnitReport.of(results));
        }
        if (html != null) {
            OwnerOnly.write(html, FailurePage.of(results));
        }
        return results.stream().allMatch(ScenarioResult::passed) ? ExitCode.OK : ExitCode.CHECK_FAILED;
    }
}
