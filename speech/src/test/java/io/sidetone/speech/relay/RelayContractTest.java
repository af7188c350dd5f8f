package io.sidetone.speech.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.contract.DialogueContract;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.chat.ChatSentences;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.TestTime;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.ServiceAccess;
import org.junit.jupiter.api.AfterEach;

/** An agent of one's own, behind the relay, keeps the contract of every dialogue. */
class RelayContractTest extends DialogueContract {
    private final LoopbackServer server = LoopbackServer.open();
    private final ScriptedAgent agent = new ScriptedAgent();
    private final TestTime time = new TestTime();
    private final EngineNet net = time.net(1);
    private final RelayDialogue dialogue;

    RelayContractTest() {
        agent.onMessage = (peer, message) -> {
            if (message.path("type").asText().equals("prompt")) {
                peer.text("{\"type\":\"text\",\"token\":\"Certainly.\",\"last\":true}");
            }
        };
        server.socket("/agent", agent::accept);
        dialogue = new RelayDialogue(
                net,
                new RelaySettings(
                        Altered.with(
                                ServiceAccess.of("mine", RelayRig.KEY),
                                "url",
                                server.ws("/agent"),
                                "deadlines",
                                new Deadlines(10_000, 15_000, 120_000)),
                        ChatSentences.ENGLISH.greeting("Hello."),
                        RelayRig.ANSWER_MS,
                        RelayRig.SILENCE_MS,
                        RelayOptions.USUAL),
                new EngineMeter("mine", EngineKind.DIALOGUE),
                time::nanoTime,
                CallTexts.NONE,
                new RelayCalls());
    }

    @AfterEach
    void close() {
        net.close();
        server.close();
        assertThat(server.violations()).isEmpty();
    }

    @Override
    protected DialogueModel contractDialogue() {
        return dialogue;
    }
}
