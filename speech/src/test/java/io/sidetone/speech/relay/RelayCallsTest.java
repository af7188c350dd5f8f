package io.sidetone.speech.relay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.turn.event.AnswerTimes;
import org.junit.jupiter.api.Test;

/** An agent of one's own is told what the caller has said so far, and where the time of its answers went. */
class RelayCallsTest {
    private static final String CALL = "01JCALL0000000000000000000";
    private static final AnswerTimes TIMES =
            new AnswerTimes(10, 0, "silence", 300, 320, 320, 700, 710, AnswerTimes.NONE, 900);

    private static RelayRig greeted(RelayOptions options) {
        RelayRig rig = new RelayRig("Hello.").with(options).open();
        rig.session.announce(4, PromptReason.GREETING);
        rig.log.await("done 4");
        return rig;
    }

    @Test
    void shouldSendWhatTheCallerHasSaidSoFarWhereThatIsAskedFor() {
        try (RelayRig rig = greeted(new RelayOptions(true, false, ""))) {
            rig.calls.partial(CALL, "When are");
            rig.agent.log.await("prompt");
            JsonNode prompt = rig.agent.first("prompt");
            assertThat(prompt.path("voicePrompt").asText()).isEqualTo("When are");
            assertThat(prompt.path("lang").asText()).isEqualTo("en-US");
            assertThat(prompt.path("last").asBoolean(true)).isFalse();

            rig.calls.partial("another call", "Not you");
            rig.calls.answered(CALL, 10, TIMES);
            rig.agent.says("At nine.");
            rig.ask(10, "When are you open?");
            rig.log.await("done 10");
            assertThat(rig.agent.messages.stream()
                            .map(message -> message.path("voicePrompt").asText())
                            .filter(words -> !words.isEmpty()))
                    .containsExactly("When are", "When are you open?");
            assertThat(rig.agent.messages.stream()
                            .filter(message -> message.path("type").asText().equals("turnMetrics")))
                    .isEmpty();
        }
    }

    @Test
    void shouldSendWhereTheTimeOfAnAnswerWentWhereThatIsAskedFor() {
        try (RelayRig rig = greeted(new RelayOptions(false, true, ""))) {
            rig.calls.partial(CALL, "When are");
            rig.calls.answered(CALL, 8, TIMES);
            rig.calls.answered(CALL, 10, TIMES);
            rig.agent.log.await("turnMetrics");
            assertThat(rig.agent.messages.stream()
                            .filter(message -> !message.path("type").asText().equals("setup")))
                    .singleElement()
                    .hasToString("{\"type\":\"turnMetrics\",\"endedBy\":\"silence\",\"slowest\":\"dialogue\","
                            + "\"decidedMs\":300,\"wordsMs\":320,\"requestMs\":320,\"textMs\":700,\"clauseMs\":710,"
                            + "\"audioMs\":900}");
        }
    }

    @Test
    void shouldTellNobodyWhenTheCallIsOver() {
        RelayRig rig = greeted(new RelayOptions(true, true, ""));
        rig.close();
        rig.calls.partial(CALL, "When are");
        rig.calls.answered(CALL, 10, TIMES);
        assertThat(rig.agent.messages).hasSize(1);
    }
}
