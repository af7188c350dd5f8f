package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.speech.loopback.Seen;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.transport.sip.sdp.SdpCodec;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services exchange audio at the rate of each call, whatever the calls before it had. */
class ServiceRateSystemTest {
    private static final String QUESTION = "do you have tea in stock";

    @TempDir
    private Path folder;

    private void talk(LoopbackServices services, ServerProcess server, SdpCodec codec) throws Exception {
        services.script(QUESTION);
        services.model.answers(QUESTION, "There are ", codec + " pieces ", "left.");
        RealCall call = RealCall.dial(
                server,
                "desk",
                List.of(codec),
                List.of(
                        RealCall.play(new Trigger.AfterAgentTurn(), ServicesSystemTest.sound(1, 1_500)),
                        RealCall.hangUp(new Trigger.AfterAgentTurn())));
        CallResult.Completed ended = call.completed();
        assertThat(ended.scenario().complete()).as(ended.scenario().text()).isTrue();
        assertThat(server.detail(call.callId())).contains(codec + " pieces left.");
        server.awaitIdle();
    }

    @Test
    void shouldExchangeSoundAtTheRateOfTheCall() throws Exception {
        try (LoopbackServices services = new LoopbackServices();
                ServerProcess server = ServerProcess.startConfigured(
                        folder, services.config("recognizer: dg, dialogue: llm, synthesizer: sonic"))) {
            talk(services, server, SdpCodec.PCMU);
            assertAsked(services, "8000", "mulaw");
            assertThat(services.voice.rates).containsOnly(8_000);

            talk(services, server, SdpCodec.G722);
            assertAsked(services, "16000", "linear16");
            assertThat(services.voice.rates).contains(16_000);

            int before = services.voice.rates.size();
            talk(services, server, SdpCodec.PCMA);
            assertAsked(services, "8000", "mulaw");
            assertThat(services.voice.rates.subList(before, services.voice.rates.size()))
                    .contains(8_000);
            services.assertLeftInOrder(server);
            server.assertUnharmed();
        }
    }

    private static void assertAsked(LoopbackServices services, String rate, String encoding) {
        Seen asked = services.stt.asked.get(services.stt.asked.size() - 1);
        assertThat(asked.parameter("sample_rate")).isEqualTo(rate);
        assertThat(asked.parameter("encoding")).isEqualTo(encoding);
    }
}
