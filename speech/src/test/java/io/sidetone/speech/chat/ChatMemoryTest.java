package io.sidetone.speech.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.SystemMessage;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.facts.PromptFacts;
import java.net.URI;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChatMemoryTest {
    @Test
    void shouldTellTheModelOfTheCallBehindItsInstructions() {
        ChatSettings settings = ChatRig.settings(ChatProvider.OPENAI, URI.create("http://127.0.0.1:1/v1"));
        CallFacts facts = CallFacts.of("+4930", "", List.of(), 0);
        ChatMemory memory = new ChatMemory(
                settings,
                new CallTexts(new PromptFacts(List.of("caller")), Map.of(), ZoneOffset.UTC),
                new CallTexts.Subject("desk", 0, facts));
        memory.instructions("Be brief.");
        memory.view("A form.");
        SystemMessage system = (SystemMessage) memory.messages(1, "[Go.]", "").get(0);
        assertThat(system.text())
                .contains("Be brief.\n\nWhat the network says")
                .endsWith("<call-data>\ncaller: \"+4930\"\n</call-data>\n\nWhat the caller sees now:\nA form.");
    }
}
