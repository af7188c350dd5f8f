package io.sidetone.speech.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.contract.DialogueContract;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.EngineKind;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.TestTime;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/** Chat models keep the contract of every dialogue, whatever protocol they speak. */
class ChatContractTest {
    private abstract static class Contract extends DialogueContract {
        private final LoopbackServer server = LoopbackServer.open();
        private final TestTime time = new TestTime();
        private final EngineNet net = time.net(1);
        private final ChatModelDialogue dialogue;

        Contract(ChatProvider provider) {
            ChatService service = ChatService.of(provider, server);
            dialogue = new ChatModelDialogue(
                    net,
                    ChatRig.settings(provider, service.url()),
                    new EngineMeter("brain", EngineKind.DIALOGUE),
                    time::nanoTime,
                    new ChatRig.Registry(),
                    CallTexts.NONE);
        }

        @AfterEach
        void close() {
            Eventually.holds("no session", () -> dialogue.openSessions() == 0);
            net.close();
            server.close();
            assertThat(server.violations()).isEmpty();
        }

        @Override
        protected DialogueModel contractDialogue() {
            return dialogue;
        }
    }

    @Nested
    class OpenAiTest extends Contract {
        OpenAiTest() {
            super(ChatProvider.OPENAI);
        }
    }

    @Nested
    class AnthropicTest extends Contract {
        AnthropicTest() {
            super(ChatProvider.ANTHROPIC);
        }
    }

    @Nested
    class GeminiTest extends Contract {
        GeminiTest() {
            super(ChatProvider.GEMINI);
        }
    }
}
