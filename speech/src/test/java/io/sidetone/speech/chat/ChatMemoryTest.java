package io.sidetone.speech.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.SystemMessage;
import java.net.URI;
import org.junit.jupiter.api.Test;

class ChatMemoryTest {
    @Test
    void shouldTellTheModelOfTheCallBehindItsInstructions() {
        ChatSettings settings = ChatRig.settings(ChatProvider.OPENAI, URI.create("http://127.0.0.1:1/v1"));
        ChatMemory memory = new ChatMemory(settings, "<call-data>\n</call-data>");
        memory.instructions("Be brief.");
        memory.view("A form.");
        SystemMessage system = (SystemMessage) memory.messages(1, "[Go.]").get(0);
        assertThat(system.text())
                .endsWith("Be brief.\n\n<call-data>\n</call-data>\n\nWhat the caller sees now:\nA form.");
    }
}
