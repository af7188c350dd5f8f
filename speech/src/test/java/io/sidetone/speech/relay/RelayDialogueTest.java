package io.sidetone.speech.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.speech.embedded.Eventually;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls with an agent of one's own that speaks ConversationRelay. */
class RelayDialogueTest {
    private static boolean is(JsonNode message, String type) {
        return message.path("type").asText().equals(type);
    }

    @Test
    void shouldBeginWithASetupThatNamesTheCall() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.agent.log.await("setup");
            JsonNode setup = rig.agent.first("setup");
            assertThat(setup.path("callSid").asText()).isEqualTo("01JCALL0000000000000000000");
            assertThat(setup.path("sessionId")).isEqualTo(setup.path("callSid"));
            assertThat(setup.path("from").asText()).isEqualTo("+4930123");
            assertThat(setup.path("to").asText()).isEqualTo("+49301");
            assertThat(setup.path("direction").asText()).isEqualTo("inbound");
            assertThat(setup.path("customParameters").toString())
                    .isEqualTo("{\"X-Tier\":\"gold\",\"branch\":\"Main Street\"}");
            assertThat(rig.agent.handshakes.get(0).header("Authorization")).isEqualTo("Bearer " + RelayRig.KEY);
        }
    }

    @Test
    void shouldSayThatACallIsOutboundWhenOurSidePlacedIt() {
        try (RelayRig rig = new RelayRig("Hello.").placed().open()) {
            rig.agent.log.await("setup");
            assertThat(rig.agent.first("setup").path("direction").asText()).isEqualTo("outbound");
        }
    }

    @Test
    void shouldPassTokensOnAsTheyComeAndEndWithTheLast() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.agent.says("Good ", "morning", ".");
            rig.ask(10, "Hello?");
            rig.log.await("done 10");
            assertThat(rig.log.lines())
                    .containsExactly("ready", "text 10 Good ", "text 10 morning", "text 10 .", "done 10");
            JsonNode prompt = rig.agent.first("prompt");
            assertThat(prompt.path("voicePrompt").asText()).isEqualTo("Hello?");
            assertThat(prompt.path("lang").asText()).isEqualTo("en-US");
            assertThat(prompt.path("last").asBoolean()).isTrue();
            assertThat(prompt.has("history")).isFalse();
            assertThat(rig.meter.firstAnswer.getTotalCount()).isOne();
            assertThat(rig.meter.wholeAnswer.getTotalCount()).isOne();
        }
    }

    @Test
    void shouldSpeakWhatCanBeHeardUnlessTheAgentWantsItAsItIs() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.agent.onMessage = (from, message) -> {
                if (message.path("type").asText().equals("prompt")) {
                    from.text("{\"type\":\"text\",\"token\":\"<think>hm</think>**See** [our\"}");
                    from.text("{\"type\":\"text\",\"token\":\" page](https://example.com) \u2705now. \"}");
                    from.text("{\"type\":\"text\",\"token\":\"*as it is*\",\"raw\":true,\"last\":true}");
                }
            };
            rig.ask(10, "Hello?");
            rig.log.await("done 10");
            assertThat(rig.said(10)).isEqualTo("See our page now. *as it is*");
        }
    }

    @Test
    void shouldSpeakTheConfiguredGreetingWithoutTheAgent() {
        try (RelayRig rig = new RelayRig("Hello {caller}, this is {branch}.").open()) {
            rig.session.announce(4, PromptReason.GREETING);
            rig.log.await("done 4");
            assertThat(rig.said(4)).isEqualTo("Hello +4930123, this is Main Street.");
        }
    }

    @Test
    void shouldLetTheAgentGreetBeforeOrAfterItIsAsked() {
        try (RelayRig rig = new RelayRig("").open()) {
            rig.agent.log.await("setup");
            rig.agent.peer.text(ScriptedAgent.text("Welcome", false));
            rig.agent.peer.text(ScriptedAgent.text(" to us.", true));
            rig.session.announce(4, PromptReason.GREETING);
            rig.log.await("done 4");
            assertThat(rig.said(4)).isEqualTo("Welcome to us.");
        }
        try (RelayRig rig = new RelayRig("").open()) {
            rig.session.announce(4, PromptReason.GREETING);
            rig.agent.log.await("setup");
            rig.agent.peer.text(ScriptedAgent.text("Hi.", true));
            rig.log.await("done 4");
            assertThat(rig.said(4)).isEqualTo("Hi.");
        }
    }

    @Test
    void shouldListenWhenTheAgentDoesNotGreet() {
        try (RelayRig rig = new RelayRig("").open()) {
            rig.session.announce(4, PromptReason.GREETING);
            rig.agent.log.await("setup");
            rig.time.pass(SocketLine.GREETING_WAIT_MS + 100);
            rig.log.await("done 4");
            assertThat(rig.said(4)).isEmpty();
        }
    }

    @Test
    void shouldTellOfAnInterruptionAndDropWhatWasOnItsWay() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.agent.onMessage = (peer, message) -> {
                if (is(message, "prompt")
                        && message.path("voicePrompt").asText().equals("one")) {
                    peer.text(ScriptedAgent.text("First. ", false));
                } else if (is(message, "interrupt")) {
                    // Was on its way when the agent read of the interruption.
                    peer.text(ScriptedAgent.text("Old words. ", false));
                    peer.text(ScriptedAgent.text("", true));
                } else if (is(message, "prompt")) {
                    peer.text(ScriptedAgent.text("Second.", true));
                }
            };
            rig.ask(10, "one");
            rig.log.await("text 10");
            rig.session.cancelled(10, "Fir", 140);
            rig.ask(14, "two");
            rig.log.await("done 14");
            JsonNode interrupt = rig.agent.first("interrupt");
            assertThat(interrupt.path("utteranceUntilInterrupt").asText()).isEqualTo("Fir");
            assertThat(interrupt.path("durationUntilInterruptMs").asLong()).isEqualTo(140);
            assertThat(rig.said(10)).isEqualTo("First. ");
            assertThat(rig.said(14)).isEqualTo("Second.");
            assertThat(rig.meter.lateDropped.sum()).isEqualTo(2);
            assertThat(rig.meter.cancelled.sum()).isOne();
        }
    }

    @Test
    void shouldNotTakeTheEndOfACutAnswerForTheNextAnswer() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.ask(10, "one");
            rig.agent.log.await("prompt");
            rig.session.cancelled(10, "", 0);
            rig.ask(14, "two");
            rig.agent.log.await(line -> line.contains("two"), "the second prompt");
            // It read of the interruption long ago, and ends the old answer only now.
            Eventually.holds("heard again", () -> {
                rig.agent.peer.text(ScriptedAgent.text("", true));
                rig.agent.peer.text(ScriptedAgent.text("Second.", true));
                return rig.log.lines().contains("done 14");
            });
            assertThat(rig.said(14)).isEqualTo("Second.");
        }
    }

    @Test
    void shouldSpeakNothingOfACutAnswerThatTheAgentGoesOnWith() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.ask(10, "one");
            rig.agent.log.await("prompt");
            rig.session.cancelled(10, "", 0);
            // It reads of the interruption and does not care.
            Eventually.holds("old words", () -> {
                rig.agent.peer.text(ScriptedAgent.text("Old. ", false));
                return rig.meter.lateDropped.sum() > 40;
            });
            rig.ask(14, "two");
            rig.agent.log.await(line -> line.contains("two"), "the second prompt");
            rig.agent.peer.text(ScriptedAgent.text("Still old. ", false));
            rig.agent.peer.text(ScriptedAgent.text("The end.", true));
            rig.agent.peer.text(ScriptedAgent.text("Second", false));
            rig.agent.peer.text(ScriptedAgent.text(".", true));
            rig.log.await("done 14");
            assertThat(rig.said(14)).isEqualTo("Second.");
        }
    }

    @Test
    void shouldHearAnAgentAgainThatAnswersNoPing() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.ask(10, "one");
            rig.agent.log.await("prompt");
            rig.agent.peer.reading(false);
            rig.session.cancelled(10, "", 0);
            rig.ask(14, "two");
            rig.time.pass(RelayTalk.MUTED_LIMIT_MS + 100);
            Eventually.holds("heard again", () -> {
                rig.agent.peer.text(ScriptedAgent.text("Second.", true));
                return rig.log.lines().contains("done 14");
            });
            rig.agent.peer.reading(true);
        }
    }

    @Test
    void shouldSendKeysOneByOne() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.session.respond(10, new UserInput(UserInput.Kind.DIGITS, "4#"), rig.history.recent());
            rig.agent.log.await(line -> line.contains("#"), "the second key");
            assertThat(rig.agent.messages.stream().filter(message -> is(message, "dtmf")))
                    .extracting(message -> message.path("digit").asText())
                    .containsExactly("4", "#");
        }
    }

    @Test
    void shouldHangUpAfterWhatWasSaid() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.agent.onMessage = (peer, message) -> {
                if (is(message, "prompt")) {
                    peer.text(ScriptedAgent.text("Goodbye.", true));
                    peer.text("{\"type\":\"end\",\"handoffData\":\"{\\\"reason\\\":\\\"done\\\"}\"}");
                }
            };
            rig.ask(10, "That is all.");
            rig.log.await("action 10");
            assertThat(rig.log.lines())
                    .containsSequence(
                            "text 10 Goodbye.",
                            "done 10",
                            "action 10 hang_up {handoffData={\"reason\":\"done\"}} after speech");
        }
    }

    @Test
    void shouldHangUpInsteadOfTheNextSentenceWhenEverythingWasSaid() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.agent.says("Goodbye.");
            rig.ask(4, "That is all.");
            rig.log.await("done 4");
            rig.session.spoken(4);
            rig.settled();
            rig.agent.peer.text("{\"type\":\"end\"}");
            rig.agent.peer.text("{\"type\":\"nothing\"}");
            rig.agent.log.await("error");
            rig.session.announce(6, PromptReason.NO_INPUT);
            rig.log.await("done 6");
            assertThat(rig.log.lines())
                    .endsWith("action 6 hang_up {} after speech", "done 6")
                    .noneMatch(line -> line.startsWith("text 6"));
        }
    }

    @Test
    void shouldHangUpInsteadOfAnAnswerWhenTheCallerSpeaksOnceMore() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.agent.log.await("setup");
            rig.agent.peer.text("{\"type\":\"end\"}");
            rig.agent.peer.text("{\"type\":\"nothing\"}");
            rig.agent.log.await("error");
            rig.ask(10, "One more thing");
            rig.log.await("done 10");
            assertThat(rig.log.lines()).endsWith("action 10 hang_up {} after speech", "done 10");
            assertThat(rig.agent.messages).noneMatch(message -> is(message, "prompt"));
        }
    }

    @Test
    void shouldCarryOutActionsAndGoOnWithTheirResults() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.agent.onMessage = (peer, message) -> {
                if (is(message, "prompt")) {
                    peer.text("{\"type\":\"action\",\"id\":\"a1\",\"name\":\"lookup\",\"parameters\":{\"id\":\"7\"}}");
                } else if (is(message, "actionResult")) {
                    peer.text(ScriptedAgent.text(
                            "Found " + message.at("/values/name").asText(), true));
                }
            };
            rig.ask(10, "Case seven");
            rig.log.await("action 10 lookup {id=7}");
            String id = rig.actions.get(0).invocationId();
            rig.session.actionResult(10, ActionResult.ok(id, Map.of("name", "Ada")));
            rig.log.await("done 10");
            assertThat(rig.said(10)).isEqualTo("Found Ada");
            assertThat(rig.agent.first("actionResult").toString())
                    .isEqualTo("{\"type\":\"actionResult\",\"id\":\"a1\",\"success\":true,\"code\":\"ok\","
                            + "\"values\":{\"name\":\"Ada\"}}");
        }
    }

    @Test
    void shouldSendDigitsToTheCaller() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.agent.onMessage = (peer, message) -> {
                if (is(message, "prompt")) {
                    peer.text("{\"type\":\"sendDigits\",\"digits\":\"12w3\"}");
                    peer.text(ScriptedAgent.text("Sent.", true));
                }
            };
            rig.ask(10, "Send it");
            rig.log.await("done 10");
            assertThat(rig.log.lines()).contains("action 10 send_digits {digits=12w3}");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no json",
                "[]",
                "{}",
                "{\"type\":7}",
                "{\"type\":\"text\"}",
                "{\"type\":\"text\",\"token\":5}",
                "{\"type\":\"sendDigits\",\"digits\":\"x\"}",
                "{\"type\":\"action\"}",
                "{\"type\":\"action\",\"name\":\"a\",\"parameters\":[]}",
                "{\"type\":\"play\",\"source\":\"https://example.com/a.wav\"}",
                "{\"type\":\"play\",\"source\":\"no address\"}",
                "{\"type\":\"play\"}",
                "{\"type\":\"play\",\"source\":\"http://127.0.0.1/a.wav\",\"loop\":21}",
                "{\"type\":\"language\"}",
                "{\"type\":\"language\",\"ttsLanguage\":\"de\",\"transcriptionLanguage\":\"fr\"}",
                "{\"type\":\"unheard-of\"}"
            })
    void shouldAnswerWhatItCannotUseAndGoOn(String message) {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.agent.log.await("setup");
            rig.agent.peer.text(message);
            rig.agent.log.await("error");
            rig.agent.says("Still here.");
            rig.ask(10, "Hello?");
            rig.log.await("done 10");
            assertThat(rig.said(10)).isEqualTo("Still here.");
            assertThat(rig.meter.unexpected.sum()).isOne();
        }
    }

    @Test
    void shouldEndTheSessionAfterTenBadMessagesInARow() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.agent.log.await("setup");
            for (int i = 0; i < RelayTalk.BAD_IN_A_ROW; i++) {
                rig.agent.peer.binary(new byte[3]);
            }
            assertThat(rig.log.await("failed 0"))
                    .contains("broken retryable 0 engine mine sent 10 bad messages in a row");
        }
    }

    @Test
    void shouldEndTheSessionWhenAMessageIsTooLarge() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.agent.log.await("setup");
            rig.agent.peer.text(ScriptedAgent.text("x".repeat(RelayTalk.MAX_MESSAGE_BYTES), true));
            assertThat(rig.log.await("failed 0")).contains("sent a message of more than 65536 bytes");
        }
    }

    @Test
    void shouldBoundAnAnswer() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.agent.onMessage = (peer, message) -> {
                for (int i = 0; is(message, "prompt") && i < 30; i++) {
                    peer.text(ScriptedAgent.text("y".repeat(1_000), i == 29));
                }
            };
            rig.ask(10, "Tell me everything");
            rig.log.await("done 10");
            assertThat(rig.said(10)).hasSize(RelayTalk.MAX_ANSWER);
            rig.agent.log.await("error");
        }
    }

    private static void goesOn(RelayRig rig, long token) {
        rig.session.respond(token, new UserInput(UserInput.Kind.TEXT, ""), rig.history.recent());
    }

    @Test
    void shouldSayWhatNobodyAskedForWhenItIsItsTurn() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.agent.says("Answer.");
            rig.ask(10, "Hello?");
            rig.log.await("done 10");
            rig.agent.peer.text(ScriptedAgent.text("By ", false));
            rig.agent.peer.text(ScriptedAgent.text("the way.", true));
            rig.log.await("more");
            rig.settled();
            goesOn(rig, 12);
            rig.log.await("done 12");
            assertThat(rig.said(10)).isEqualTo("Answer.");
            assertThat(rig.said(12)).isEqualTo("By the way.");
            assertThat(rig.log.lines()).containsOnlyOnce("more");
            assertThat(rig.agent.log.lines().stream().filter(line -> line.contains("voicePrompt")))
                    .as("nobody was asked again")
                    .hasSize(1);
        }
    }

    @Test
    void shouldSayItBeforeTheNextAnswerWhenTheCallerWasQuicker() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.agent.says("Answer.");
            rig.ask(10, "Hello?");
            rig.log.await("done 10");
            rig.agent.peer.text(ScriptedAgent.text("By the way. ", true));
            rig.log.await("more");
            rig.ask(14, "And now?");
            rig.log.await("done 14");
            assertThat(rig.said(14)).isEqualTo("By the way. Answer.");
        }
    }

    @Test
    void shouldHangUpWhenTheAgentEndsTheCallThoughNobodyAsked() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.agent.says("Answer.");
            rig.ask(10, "Hello?");
            rig.log.await("done 10");
            rig.session.spoken(10);
            rig.settled();
            rig.agent.peer.text("{\"type\":\"end\",\"handoffData\":\"bye\"}");
            rig.log.await("more");
            goesOn(rig, 12);
            rig.log.await("done 12");
            assertThat(rig.log.lines()).endsWith("action 12 hang_up {handoffData=bye} after speech", "done 12");
        }
    }

    @Test
    void shouldFailATurnThatIsNotAnsweredOrFallsSilent() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.ask(10, "Hello?");
            rig.agent.log.await("prompt");
            rig.time.pass(RelayRig.ANSWER_MS + 1_000);
            assertThat(rig.log.await("failed 10")).contains("timeout", "an answer took longer than 15000 ms");
            rig.agent.onMessage = (peer, message) -> peer.text(ScriptedAgent.text("Well", false));
            rig.ask(14, "And now?");
            rig.log.await("text 14");
            rig.time.pass(RelayRig.SILENCE_MS + 1_000);
            assertThat(rig.log.await("failed 14")).contains("the next token took longer than 12000 ms");
        }
    }

    @Test
    void shouldTellTheNextConnectionWhatWasSaidBefore() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.history.user(1, "I am Ada.");
            rig.history.agent(2, "Hello Ada.", false, "Hello Ada.", 0);
            rig.agent.says("Of course.");
            rig.ask(10, "Do you know me?");
            rig.log.await("done 10");
            assertThat(rig.agent.first("prompt").path("history").toString())
                    .isEqualTo(
                            "[{\"role\":\"user\",\"text\":\"I am Ada.\"},{\"role\":\"assistant\",\"text\":\"Hello Ada.\"}]");
        }
    }

    @Test
    void shouldEndTheSessionWhenTheAgentIsGone() {
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            rig.agent.onMessage = (peer, message) -> {
                if (is(message, "prompt")) {
                    peer.text(ScriptedAgent.text("In the midd", false));
                    peer.close(1011, "crashed");
                }
            };
            rig.ask(10, "Hello?");
            assertThat(rig.log.await("failed 0"))
                    .contains("unavailable retryable 0 engine mine closed the connection with 1011: crashed");
        }
    }

    @Test
    void shouldFailWhenNobodyListensOrTheKeyIsWrong() throws Exception {
        URI nobody;
        try (ServerSocket closed = new ServerSocket(0)) {
            nobody = URI.create("ws://127.0.0.1:" + closed.getLocalPort() + "/agent");
        }
        try (RelayRig rig = new RelayRig("Hello.").begin(nobody)) {
            rig.log.await("failed 0");
            assertThat(rig.dialogue.probe().get().up()).isFalse();
        }
        try (RelayRig rig = new RelayRig("Hello.").open()) {
            assertThat(rig.dialogue.probe().get().up()).isTrue();
        }
    }

    @Test
    void shouldCloseTheConnectionWithTheCall() {
        RelayRig rig = new RelayRig("Hello.").open();
        rig.agent.log.await("setup");
        rig.close();
        rig.agent.log.await("gone 1000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gopher://example.com/a", "ftp://example.com", "ws:/nowhere"})
    void shouldRefuseWhatIsNoAddressOfAnAgent(String url) {
        RelayRig rig = new RelayRig("Hello.");
        assertThatThrownBy(() -> rig.settings(URI.create(url)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("engines.mine.url", "no address of an agent");
        rig.net.close();
        rig.server.close();
    }
}
