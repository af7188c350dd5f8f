package io.sidetone.tools.scenario.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.tools.architecture.Product;
import io.sidetone.tools.scenario.file.ScenarioCase;
import io.sidetone.tools.scenario.file.ScenarioFiles;
import io.sidetone.tools.scenario.file.ScenarioReader;
import io.sidetone.tools.scenario.persona.Personas;
import io.sidetone.tools.scenario.report.TextSummary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scenarios of the shipped appointment desk, which users run as they are. */
class ShippedScenariosTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void shouldServeEveryCallerOfTheAppointmentDesk(int seed) throws Exception {
        Path folder = Product.root().resolve("config/scenarios/appointment-desk");
        List<ScenarioCase> cases = new ArrayList<>();
        for (Path file : ScenarioFiles.of(List.of(folder))) {
            ScenarioReader.read(file, name -> null).forEach(each -> cases.add(each.withSeed(seed)));
        }
        ScenarioAgents agents = Played.shipped();
        Played.check(agents, cases);
        List<ScenarioResult> results =
                new ScenarioRunner(agents, Personas.none()).run(cases, 2, ScenarioRunner.Journaling.none());
        assertThat(results)
                .hasSizeGreaterThanOrEqualTo(20)
                .as(String.join("\n", TextSummary.of(results, 0)))
                .allMatch(ScenarioResult::passed);
    }
}
