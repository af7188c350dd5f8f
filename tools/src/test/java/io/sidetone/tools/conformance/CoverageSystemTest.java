package io.sidetone.tools.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the unit tests of all modules cover, from the tables that JaCoCo wrote before this phase of the build. */
@Tag("ITE-COV-001")
class CoverageSystemTest {
    private static final List<String> MODULES =
            List.of("audio", "core", "config", "speech", "transport-netty", "server", "tools");
    private static final List<String> TURN_TAKING =
            List.of("io.sidetone.core.floor", "io.sidetone.core.turn", "io.sidetone.core.turn.event");
    private static final double LEAST_BRANCHES = 0.95;
    private static final double LEAST_STATEMENTS = 0.90;

    private static final Map<String, Covered> BY_PACKAGE = new TreeMap<>();

    /** Instructions and branches: missed, and all of them. JaCoCo counts statements as instructions. */
    private record Covered(long missed, long instructions, long missedBranches, long branches) {
        Covered plus(Covered other) {
            return new Covered(
                    missed + other.missed,
                    instructions + other.instructions,
                    missedBranches + other.missedBranches,
                    branches + other.branches);
        }

        double statementShare() {
            return 1 - (double) missed / instructions;
        }

        double branchShare() {
            return 1 - (double) missedBranches / branches;
        }
    }

    @BeforeAll
    static void read() throws IOException {
        assumeTrue(System.getProperty("test") == null, "only the tests of -Dtest ran: what they cover says nothing");
        for (String module : MODULES) {
            Path table = Path.of(System.getProperty("sidetone.root"), module, "target/site/jacoco/jacoco.csv");
            assumeTrue(Files.isRegularFile(table), table + " is missing; mvn verify writes it");
            List<String> lines = Files.readAllLines(table);
            // GROUP,PACKAGE,CLASS,INSTRUCTION_MISSED,INSTRUCTION_COVERED,BRANCH_MISSED,BRANCH_COVERED,…
            for (String line : lines.subList(1, lines.size())) {
                String[] cells = line.split(",");
                long missed = Long.parseLong(cells[3]);
                long missedBranches = Long.parseLong(cells[5]);
                Covered row = new Covered(
                        missed,
                        missed + Long.parseLong(cells[4]),
                        missedBranches,
                        missedBranches + Long.parseLong(cells[6]));
                BY_PACKAGE.merge(cells[1], row, Covered::plus);
            }
        }
    }

    @Test
    void shouldCoverTheBranchesOfTurnTaking() {
        for (String name : TURN_TAKING) {
            Covered covered = BY_PACKAGE.get(name);
            System.out.printf(
                    "coverage: %s %.1f %% of %d branches%n", name, 100 * covered.branchShare(), covered.branches());
            assertThat(covered.branchShare()).as("branches of %s", name).isGreaterThanOrEqualTo(LEAST_BRANCHES);
        }
    }

    @Test
    void shouldCoverTheStatementsOfEverything() {
        Covered all = BY_PACKAGE.values().stream().reduce(Covered::plus).orElseThrow();
        System.out.printf("coverage: %.1f %% of %d instructions%n", 100 * all.statementShare(), all.instructions());
        assertThat(all.statementShare()).as("instructions of %s", MODULES).isGreaterThanOrEqualTo(LEAST_STATEMENTS);
    }
}
