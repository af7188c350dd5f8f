package io.sidetone.tools.scenario.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.tools.scenario.file.ScenarioReader;
import io.sidetone.transport.sip.message.SipHeader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of a scenario real calls carry, and that nothing is left out in silence. */
class RealCallPlanTest {
    @TempDir
    private Path folder;

    private RealCallPlan plan(String scenario) throws Exception {
        Path file = Files.writeString(folder.resolve("calls.yaml"), "scenarios: {a: {" + scenario + "}}\n");
        return RealCallPlan.of(ScenarioReader.read(file, name -> null).get(0).scenario());
    }

    @Test
    void shouldCarryTheCallerAndTheHeaders() throws Exception {
        RealCallPlan plan =
                plan("from: \"+4930123\", headers: {X-Order: \"4 711\", User-to-User: abc}, line: {loss: 2}");
        assertThat(plan.invitation().user()).isEqualTo("+4930123");
        assertThat(plan.invitation().headers())
                .containsExactly(new SipHeader("User-to-User", "abc"), new SipHeader("X-Order", "4 711"));
        assertThat(plan.missing()).isEmpty();
    }

    @Test
    void shouldNameWhatIsNotCarriedOutAndWhy() throws Exception {
        RealCallPlan plan = plan("from: \"sip:ada@example.com\", headers: {Via: x, X-Good: \"1\", X-Bad: \"a\\nb\"},"
                + " variables: {customer: Ada}, outcomes: [{action: book}], answers: [{say: hi}]");
        assertThat(plan.invitation().user()).isEqualTo("softphone");
        assertThat(plan.invitation().headers()).containsExactly(new SipHeader("X-Good", "1"));
        assertThat(plan.missing())
                .satisfiesExactly(
                        from -> assertThat(from)
                                .startsWith("not carried out in a real call: from ('sip:ada@example.com' is no number"),
                        via -> assertThat(via).contains("headers.Via", "written by the SIP stack itself"),
                        bad -> assertThat(bad).contains("headers.X-Bad", "line break"),
                        variables -> assertThat(variables).contains(": variables (only POST /api/calls"),
                        outcomes -> assertThat(outcomes).contains(": outcomes ("),
                        answers -> assertThat(answers).contains(": answers ("));
    }

    @Test
    void shouldCarryNoMoreHeadersThanASipMessageMayHave() throws Exception {
        StringBuilder many = new StringBuilder("headers: {");
        for (int i = 10; i < 27; i++) {
            many.append("X-").append(i).append(": a, ");
        }
        RealCallPlan plan = plan(many.append("X-27: a}").toString());
        assertThat(plan.invitation().headers()).hasSize(16);
        assertThat(plan.missing()).hasSize(2).first().asString().contains("headers.X-26", "16");
    }
}
