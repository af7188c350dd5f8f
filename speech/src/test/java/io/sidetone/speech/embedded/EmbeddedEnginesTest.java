package io.sidetone.speech.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.embedded.flite.VoiceName;
import io.sidetone.speech.embedded.flow.Flow;
import io.sidetone.speech.embedded.flow.FlowReader;
import io.sidetone.speech.embedded.flow.ShippedFlow;
import io.sidetone.speech.embedded.parts.SpeechSetupException;
import io.sidetone.speech.embedded.sphinx.RecognizerLog;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

@Execution(ExecutionMode.SAME_THREAD)
@ResourceLock("native speech")
class EmbeddedEnginesTest {
    @Test
    void shouldOpenWithTheShippedFlow() throws InterruptedException {
        Installed.recognizer();
        Installed.voices(VoiceName.SLT);
        assertThat(EmbeddedEngines.missing()).isEmpty();
        long beginNs = System.nanoTime();
        try (EmbeddedEngines engines =
                EmbeddedEngines.open(EmbeddedOptions.DEFAULTS, List.of(ShippedFlow.appointmentDesk()))) {
            long openNs = System.nanoTime() - beginNs;
            assertThat(engines.awaitReady(20_000)).isTrue();
            System.out.printf(
                    "embedded engines: open returns after %.0f ms, ready after %.0f ms%n",
                    openNs / 1e6, (System.nanoTime() - beginNs) / 1e6);
            assertThat(engines.health().detail()).contains("pocketsphinx").contains("flite voice slt");
        }
    }

    @Test
    void shouldBeDownAndSayWhatToInstallWithoutItsModel() {
        EmbeddedOptions options = new EmbeddedOptions(1, 0, 1, VoiceName.SLT, Path.of("/nowhere"));
        Flow flow = ShippedFlow.appointmentDesk();
        assertThat(EmbeddedEngines.missing(options)).isNotEmpty();
        try (EmbeddedEngines engines = EmbeddedEngines.open(options, List.of(flow))) {
            assertThat(engines.health().up()).isFalse();
            assertThat(engines.recognizer(flow).health().up()).isFalse();
            assertThat(engines.recognizer(flow).health().detail()).contains("install the Debian package");
            RecognizerLog events = new RecognizerLog();
            RecognizerSession session = engines.recognizer(flow).open(Calls.call(new Fence()), events);
            session.close();
            assertThat(events.log.lines()).hasSize(2).last().isEqualTo("closed");
            assertThat(events.log.lines().get(0)).startsWith("failed 0 unavailable");
            assertThat(engines.dialogue(flow, "", CallTexts.NONE).health().up()).isTrue();
        }
    }

    @Test
    void shouldRefuseTwoFlowsOfOneNameAndWordsNobodyCanSay() {
        Flow flow = ShippedFlow.appointmentDesk();
        assertThatThrownBy(() -> EmbeddedEngines.open(EmbeddedOptions.DEFAULTS, List.of(flow, flow)))
                .isInstanceOf(SpeechSetupException.class)
                .hasMessageContaining("another flow is called \"appointment-desk\" too");
        Installed.recognizer();
        Flow odd = FlowReader.read(
                "odd.yaml",
                """
                flow: odd
                start: ask
                greeting: Hello.
                states:
                  ask:
                    prompt: What?
                    keys: Press 1.
                    hear:
                      word: {say: sidetone or xyzzy, key: "1", end: true}
                """);
        assertThatThrownBy(() -> EmbeddedEngines.open(EmbeddedOptions.DEFAULTS, List.of(odd)))
                .isInstanceOfSatisfying(SpeechSetupException.class, e -> assertThat(e.problems())
                        .hasSize(2)
                        .allMatch(p -> p.startsWith("odd.yaml: states.ask.hear.word.say: the word \"")));
    }
}
