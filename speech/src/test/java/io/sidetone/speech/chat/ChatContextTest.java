package io.sidetone.speech.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.speech.dialogue.DialogueEventLog;
import io.sidetone.speech.embedded.Calls;
import io.sidetone.speech.embedded.EventLog;
import io.sidetone.speech.loopback.Seen;
import io.sidetone.speech.net.KeyHeader;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a model and its server learn of the call. */
class ChatContextTest {
    private final List<Seen> seen = new CopyOnWriteArrayList<>();

    private static ChatSettings texts(ChatSettings s) {
        return s.saying(
                "You are {agent}. {caller} calls, tier {header.X-Tier}. Keys: {digits}.",
                s.sentences().greeting("Hello {header.X-Tier} customer on {called}."));
    }

    private void answer(ChatRig rig) {
        rig.service.next((request, reply) -> {
            seen.add(request);
            ChatService.send(reply, rig.service.words("Fine."));
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldFillInPromptAndGreeting(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider, ChatContextTest::texts)) {
            rig.session.announce(10, PromptReason.GREETING);
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("Hello gold customer on +49301.");
            rig.ask(12, "Hello");
            rig.end(12);
            assertThat(rig.service.lastRequest().toString())
                    .contains(
                            "You are desk. +4930123 calls, tier «gold». Keys: none.\\n\\nTexts in « » were filled in");
        }
    }

    @Test
    void shouldTellTheKeysThatWerePressedSoFar() {
        try (ChatRig rig = new ChatRig(ChatProvider.OPENAI, ChatContextTest::texts)) {
            rig.history.user(9, "47");
            rig.session.respond(10, new UserInput(UserInput.Kind.DIGITS, "47"), rig.history.recent());
            rig.end(10);
            rig.history.agent(10, "You pressed something.", false, "You pressed something.", 0);
            rig.history.user(11, "1");
            rig.session.respond(12, new UserInput(UserInput.Kind.DIGITS, "1"), rig.history.recent());
            rig.end(12);
            assertThat(rig.service.requests().get(0).toString()).contains("Keys: 47.");
            assertThat(rig.service.lastRequest().toString()).contains("Keys: 471.");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNameTheCallToAServerOfOnesOwn(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            answer(rig);
            rig.ask(10, "Hello");
            rig.end(10);
            assertThat(seen.get(0).header("X-Sidetone-Call")).isEqualTo("01JCALL0000000000000000000");
            assertThat(seen.get(0).header("X-Sidetone-Agent")).isEqualTo("desk");
            assertThat(seen.get(0).header("X-Sidetone-Caller")).isEqualTo("+4930123");
            assertThat(seen.get(0).header("X-Sidetone-Called")).isEqualTo("+49301");
        }
    }

    @Test
    void shouldNotTellAProviderWhoCalls() {
        ChatSettings own = ChatRig.settings(ChatProvider.OPENAI, ChatProvider.OPENAI.url());
        assertThat(CallHeaders.of(Calls.call(null), own)).isEmpty();
        URI azure = URI.create("https://example.openai.azure.com/openai/v1");
        ChatSettings deployment = ChatRig.with(own, azure, "key", KeyHeader.API_KEY, true, "");
        assertThat(CallHeaders.of(Calls.call(null), deployment)).isEmpty();
        ChatSettings server = ChatRig.with(own, URI.create("http://127.0.0.1:1/v1"), "", KeyHeader.BEARER, true, "");
        assertThat(CallHeaders.of(Calls.call(null), server))
                .isEqualTo(Map.of(
                        "X-Sidetone-Call", "01JCALL0000000000000000000",
                        "X-Sidetone-Agent", "desk",
                        "X-Sidetone-Caller", "+4930123",
                        "X-Sidetone-Called", "+49301"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldOfferTheToolsOfThisCallAloneAlsoWhenAClientBringsMore(ChatProvider provider) {
        try (ChatRig rig = new ChatRig(provider)) {
            EventLog log = new EventLog();
            DialogueSession other = rig.dialogue.open(
                    Calls.tooled(new Fence(), tool("find_order")), new DialogueEventLog(log, rig.wanted));
            log.await("ready");
            History history = new History();
            history.user(9, "Hello");
            other.respond(10, new UserInput(UserInput.Kind.SPEECH, "Hello"), history.recent());
            log.await("done 10");
            assertThat(rig.service.lastRequest().toString()).contains("find_order");

            other.briefing(new Instructions("Be brief.", List.of(tool("paint"))));
            history.user(11, "And now");
            other.respond(12, new UserInput(UserInput.Kind.SPEECH, "And now"), history.recent());
            log.await("done 12");
            assertThat(rig.service.lastRequest().toString()).contains("find_order", "paint");
            other.close();
            log.await("closed");

            rig.ask(14, "Hello");
            rig.end(14);
            assertThat(rig.service.lastRequest().toString()).doesNotContain("find_order");
        }
    }

    private static ActionDefinition tool(String name) {
        return new ActionDefinition(name, "Does it.", Map.of("type", "object"), false, true, 0);
    }
}
