package io.sidetone.transport.vip;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.Unpooled;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.TurnStage;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Turns of a session: states, sound, barge-in, cancels, yield and grant, typed text, and what each state refuses. */
class VipTurnTest {
    /** The matrix of VIP 7.3, and the error flow of 7.6. */
    static final Set<String> MATRIX = Set.of(
            "not_connected connecting client.connect",
            "connecting idle server.ready",
            "idle user_speaking input.start",
            "idle ai_speaking server.announce",
            "user_speaking ai_thinking input.end",
            "user_speaking idle input.cancel",
            "user_speaking idle input.timeout",
            "ai_thinking ai_speaking response.audio",
            "ai_thinking invoke_action response.tool",
            "ai_thinking user_speaking input.barge_in",
            "ai_thinking idle error",
            "ai_speaking idle audio.complete",
            "ai_speaking user_speaking input.barge_in",
            "invoke_action ai_thinking action.result",
            "invoke_action idle action.done",
            "connecting not_connected session.close",
            "idle not_connected session.close",
            "user_speaking not_connected session.close",
            "ai_thinking not_connected session.close",
            "ai_speaking not_connected session.close",
            "invoke_action not_connected session.close");

    private final VipRig rig = new VipRig();

    /** The view of client and server are one, step by step, along the matrix. */
    static void holdTheMatrix(VipRig rig) {
        String state = "not_connected";
        int sequence = 0;
        for (JsonNode change : rig.socket.all("state")) {
            assertThat(change.path("from").asText()).isEqualTo(state);
            assertThat(change.path("sequence").asInt()).isEqualTo(++sequence);
            String next = change.path("value").asText();
            assertThat(MATRIX)
                    .contains(state + " " + next + " " + change.path("trigger").asText());
            state = next;
        }
    }

    @Test
    @Tag("VIP-01")
    @Tag("VIP-05")
    @Tag("VIP-18")
    @Tag("VIP-19")
    @Tag("VIP-T03")
    @Tag("VIP-T05")
    @Tag("VIP-T07")
    @Tag("VIP-T10")
    @Tag("VIP-T16")
    void shouldTakeATurnByButtonAndAnswerIt() {
        rig.open("");
        rig.ask();
        rig.advance(9_000);
        assertThat(rig.socket.states())
                .containsExactly("connecting", "idle", "user_speaking", "ai_thinking", "ai_speaking", "idle");
        holdTheMatrix(rig);
        assertThat(rig.socket.all("state").get(2).path("reason").asText()).isEqualTo("ptt");
        assertThat(rig.last("transcript.final").path("text").asText()).isEqualTo("[mock] utterance 1");
        StringBuilder text = new StringBuilder();
        rig.socket
                .all("response.text.delta")
                .forEach(piece -> text.append(piece.path("text").asText()));
        assertThat(text).startsWithIgnoringCase("You said: [mock] utterance 1.");
        List<JsonNode> sound = rig.socket.all("response.audio");
        assertThat(sound).hasSizeGreaterThan(100);
        assertThat(Base64.getDecoder().decode(sound.get(0).path("audio").asText()))
                .hasSize(320);
        JsonNode done = rig.last("audio.complete");
        assertThat(done.path("completed").asBoolean()).isTrue();
        assertThat(done.path("turn").asText())
                .isEqualTo(sound.get(0).path("turn").asText());
        assertThat(rig.last("caption").path("heardChars").asInt())
                .isEqualTo(rig.last("caption").path("text").asText().length());
        assertThat(rig.socket.errors()).isEmpty();
    }

    @Test
    void shouldSendSoundAheadOfItsTimeButNotMoreThanTheLead() {
        rig.open("");
        rig.ask();
        int before = rig.socket.all("response.audio").size();
        rig.advance(500);
        assertThat(rig.socket.all("response.audio").size() - before).isBetween(20, 36);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ptt", "tap", "vad"})
    @Tag("VIP-06")
    @Tag("VIP-07")
    @Tag("VIP-T11")
    @Tag("VIP-T12")
    void shouldStopPlaybackAtOnceWhenTheCallerInterrupts(String trigger) {
        rig.open("");
        rig.ask();
        rig.advance(2_000);
        assertThat(rig.state()).isEqualTo("ai_speaking");
        String turn = rig.last("response.audio").path("turn").asText();
        rig.send("input.barge_in", "{\"trigger\": \"" + trigger + "\"}");
        assertThat(rig.state()).isEqualTo("user_speaking");
        assertThat(rig.last("state").path("trigger").asText()).isEqualTo("input.barge_in");
        long stopped = Long.parseLong(rig.last("playback.stop").path("turn").asText());
        assertThat(stopped).isGreaterThanOrEqualTo(Long.parseLong(turn));
        JsonNode done = rig.last("audio.complete");
        assertThat(done.path("completed").asBoolean()).isFalse();
        int stop = rig.socket.types().lastIndexOf("playback.stop");
        rig.advance(1_000);
        assertThat(rig.socket.types().subList(stop, rig.socket.sent.size())).doesNotContain("response.audio");
        History.Entry last = rig.record.history().entries().get(1);
        assertThat(last.interrupted()).isTrue();
        assertThat(last.text()).isEqualTo(done.path("text").asText());
        rig.speak(400, true);
        rig.send("input.end");
        rig.advance(9_000);
        holdTheMatrix(rig);
        assertThat(rig.socket.all("transcript.final")).hasSize(2);
    }

    @Test
    @Tag("VIP-06")
    @Tag("VIP-T15")
    @Tag("VIP-T15.a")
    void shouldDropTheInferenceWhenItIsCancelledWhileItRuns() {
        rig.behavior = new io.sidetone.core.mock.MockBehavior("", "You said: %s.", "", "", 1_500);
        rig.open("");
        rig.ask();
        rig.advance(500);
        assertThat(rig.state()).as("the model has not answered yet").isEqualTo("ai_thinking");
        int sent = rig.socket.sent.size();
        rig.send("response.cancel", "{\"reason\": \"escape\"}");
        assertThat(rig.state()).isEqualTo("idle");
        assertThat(rig.last("state").path("trigger").asText()).isEqualTo("error");
        assertThat(rig.moves.get(rig.moves.size() - 1).rule()).isEqualTo("VIP-T15");
        assertThat(rig.socket.types().subList(sent, rig.socket.sent.size())).contains("playback.stop");
        sent = rig.socket.sent.size();
        rig.advance(5_000);
        assertThat(rig.socket.types().subList(sent, rig.socket.sent.size()))
                .as("of an answer that nobody wants")
                .doesNotContain("response.text.delta", "response.audio", "state", "audio.complete");
        assertThat(rig.lane.metrics().value(LaneCounter.STALE_DROPPED))
                .as("pieces of it")
                .isPositive();
        assertThat(rig.record.history().entries())
                .extracting(History.Entry::role)
                .containsExactly(History.Role.USER);
        rig.ask();
        rig.advance(3_000);
        assertThat(rig.state()).as("the next turn is answered").isEqualTo("ai_speaking");
        holdTheMatrix(rig);
    }

    @Test
    @Tag("VIP-06")
    @Tag("VIP-T17")
    void shouldCancelTheActionWhenItIsCancelledWhileItRuns() {
        rig.behavior = new io.sidetone.core.mock.MockBehavior("", "", "", "", 0);
        rig.open(", \"actions\": {\"open\": {\"description\": \"opens it\"}}");
        rig.send("text.input", "{\"text\": \"action open\"}");
        assertThat(rig.state()).isEqualTo("invoke_action");
        rig.send("response.cancel", "{\"reason\": \"escape\"}");
        assertThat(rig.state()).isEqualTo("idle");
        JsonNode state = rig.last("state");
        assertThat(state.path("trigger").asText()).isEqualTo("action.done");
        assertThat(state.path("status").asText()).isEqualTo("cancelled");
        assertThat(rig.socket.types()).contains("playback.stop", "action.cancel");
        holdTheMatrix(rig);
    }

    @Test
    @Tag("VIP-06")
    @Tag("VIP-T11")
    @Tag("ITE-REQ-008")
    void shouldCancelToIdleAndYieldToTheCaller() {
        rig.open("");
        rig.ask();
        rig.advance(1_000);
        rig.send("response.cancel");
        assertThat(rig.state()).isEqualTo("idle");
        assertThat(rig.last("state").path("trigger").asText()).isEqualTo("audio.complete");
        assertThat(rig.last("state").path("completed").asBoolean(true)).isFalse();
        rig.ask();
        rig.advance(1_000);
        int stops = rig.socket.all("playback.stop").size();
        rig.send("turn.yield", "{\"reason\": \"reading\"}");
        assertThat(rig.state()).isEqualTo("user_speaking");
        assertThat(rig.socket.all("playback.stop").size()).isGreaterThan(stops);
        holdTheMatrix(rig);
    }

    @Test
    @Tag("ITE-REQ-008")
    void shouldGrantTheTurnToTheAgent() {
        rig.open("");
        rig.ask();
        rig.advance(9_000);
        assertThat(rig.state()).isEqualTo("idle");
        rig.send("turn.grant", "{\"expectResponse\": true, \"autoResponseDelayMs\": 0, \"requestId\": \"r1\"}");
        rig.advance(500);
        assertThat(rig.state()).isEqualTo("ai_speaking");
        rig.send("response.cancel");
        rig.send("input.start", "{\"trigger\": \"ptt\"}");
        rig.speak(400, true);
        rig.send("turn.grant", "{\"expectResponse\": false}");
        rig.advance(200);
        assertThat(rig.state()).isEqualTo("idle");
        assertThat(rig.socket.all("transcript.final")).hasSize(2);
        rig.send("turn.grant", "{\"autoResponseDelayMs\": 10001}");
        assertThat(rig.socket.errors()).containsExactly("invalid_message");
    }

    @Test
    @Tag("VIP-07")
    @Tag("VIP-12")
    void shouldPauseAndThenStopWhenTheServersDetectorHearsTheCaller() {
        rig.open(", \"mode\": \"open\"");
        rig.speak(400, false);
        rig.speak(500, true);
        assertThat(rig.state()).isEqualTo("user_speaking");
        assertThat(rig.last("input.detected").path("source").asText()).isEqualTo("server");
        rig.speak(1_500, false);
        assertThat(rig.state()).isEqualTo("ai_speaking");
        rig.speak(1_000, false);
        rig.speak(1_200, true);
        assertThat(rig.socket.types()).contains("playback.pause", "playback.stop");
        assertThat(rig.socket.types().lastIndexOf("playback.pause"))
                .isLessThan(rig.socket.types().lastIndexOf("playback.stop"));
        assertThat(rig.state()).isEqualTo("user_speaking");
        assertThat(rig.socket.all("input.detected")).hasSize(2);
        assertThat(rig.socket.errors()).isEmpty();
        holdTheMatrix(rig);
    }

    @Test
    void shouldResumeWhenItWasOnlyANoise() {
        rig.open(", \"mode\": \"open\"");
        rig.speak(400, false);
        rig.speak(500, true);
        rig.speak(2_500, false);
        assertThat(rig.state()).isEqualTo("ai_speaking");
        rig.speak(140, true);
        rig.speak(1_500, false);
        assertThat(rig.socket.types()).contains("playback.pause", "playback.resume");
        assertThat(rig.state()).isEqualTo("ai_speaking");
    }

    @Test
    @Tag("VIP-08")
    @Tag("VIP-T15")
    @Tag("VAN-03")
    @Tag("VAN-03.a")
    void shouldPromptWhenNothingWasRecognized() {
        rig.open("");
        rig.send("input.start", "{\"trigger\": \"ptt\"}");
        rig.send("input.end");
        rig.advance(500);
        assertThat(rig.socket.states())
                .containsExactly("connecting", "idle", "user_speaking", "ai_thinking", "idle", "ai_speaking");
        assertThat(rig.socket.all("state").get(4).path("trigger").asText()).isEqualTo("error");
        assertThat(rig.last("response.text.delta").path("text").asText())
                .isEqualTo("I didn't catch that, could you repeat?");
        holdTheMatrix(rig);
    }

    @Test
    @Tag("VIP-17")
    void shouldEndWhenTheCallerSaysStop() {
        VipRig stopping = new VipRig();
        stopping.policy = TurnPolicy.DEFAULT.withPhrases(
                new io.sidetone.core.dialogue.Phrases(List.of("mock utterance 1"), List.of(), List.of()));
        stopping.open("");
        stopping.ask();
        stopping.advance(3_000);
        assertThat(stopping.state()).isEqualTo("not_connected");
        assertThat(stopping.last("session.terminated").path("reason").asText()).isNotEmpty();
        holdTheMatrix(stopping);
    }

    @Test
    @Tag("VIP-18")
    void shouldAcceptTheAliasesOfTheDocument() {
        rig.policy = TurnPolicy.DEFAULT.with(TurnStage.SPEAKING, "allowBargeIn", true);
        rig.open(", \"actions\": {\"open\": {\"description\": \"opens it\"}}");
        rig.send("VAD_Start");
        assertThat(rig.state()).isEqualTo("user_speaking");
        rig.speak(400, true);
        rig.send("VAD_End");
        rig.advance(100);
        assertThat(rig.state()).isEqualTo("ai_speaking");
        rig.send("Playback_Complete");
        rig.send("response.cancel");
        rig.send("input.start", "{\"trigger\": \"wake_word\"}");
        rig.speak(400, true);
        rig.send("Stop_Capture");
        rig.advance(100);
        rig.send("response.cancel");
        rig.send("input.start", "{\"trigger\": \"tap\"}");
        rig.speak(400, true);
        rig.send("VAD_End_of_Speech");
        rig.advance(100);
        rig.send("response.cancel");
        rig.send("text.input", "{\"text\": \"action open\"}");
        rig.send("Action_Complete", "{\"status\": \"success\"}");
        rig.advance(100);
        assertThat(rig.state()).isEqualTo("ai_speaking");
        assertThat(rig.socket.errors()).isEmpty();
        rig.send("Intent_Resolved");
        assertThat(rig.last("error").path("operation").asText()).isEqualTo("Intent_Resolved");
        holdTheMatrix(rig);
    }

    @ParameterizedTest(name = "{0} in {1}")
    @CsvSource({
        "input.end, idle",
        "input.cancel, idle",
        "input.timeout, idle",
        "input.barge_in, idle",
        "input.audio, idle",
        "action.result, idle",
        "action.done, idle",
        "session.initialize, idle",
        "client.connect, idle",
        "config.load, idle",
        "action.result, user_speaking",
        "session.initialize, user_speaking",
        "input.start, user_speaking",
        "turn.yield, user_speaking",
        "turn.grant, ai_speaking",
        "turn.grant, invoke_action",
        "input.start, ai_speaking",
        "input.end, ai_speaking",
        "input.cancel, ai_speaking",
        "input.timeout, ai_speaking",
        "action.result, ai_speaking",
        "input.end, invoke_action",
        "input.cancel, invoke_action",
        "input.barge_in, invoke_action",
        "input.audio, invoke_action"
    })
    @Tag("VIP-02")
    @Tag("VIP-T20")
    void shouldRefuseWhatTheStateDoesNotAllow(String operation, String state) {
        rig.open(", \"actions\": {\"open\": {\"description\": \"opens it\"}}");
        switch (state) {
            case "user_speaking" -> rig.send("input.start");
            case "ai_speaking" -> {
                rig.ask();
                rig.advance(1_500);
            }
            case "invoke_action" -> rig.send("text.input", "{\"text\": \"action open\"}");
            default -> {}
        }
        assertThat(rig.state()).isEqualTo(state);
        rig.send(operation, operation.equals("input.audio") ? "{\"audio\": \"AAAA\"}" : "{}");
        JsonNode error = rig.last("error");
        assertThat(error.path("code").asText()).isEqualTo("not_allowed");
        assertThat(error.path("state").asText()).isEqualTo(state);
        assertThat(error.path("operation").asText()).isEqualTo(operation);
        List<String> allowed = new java.util.ArrayList<>();
        error.path("allowed").forEach(name -> allowed.add(name.asText()));
        assertThat(allowed)
                .contains("session.close")
                .doesNotContain(operation.equals("action.result") ? "" : operation);
        assertThat(rig.state()).isEqualTo(state);
    }

    @Test
    @Tag("VIP-07")
    void shouldTurnAHeldButtonIntoATapWithinTheTurn() {
        rig.open("");
        rig.send("input.start", "{\"trigger\": \"ptt\"}");
        rig.send("input.start", "{\"trigger\": \"tap\"}");
        assertThat(rig.socket.errors()).isEmpty();
        rig.send("input.start", "{\"trigger\": \"tap\"}");
        assertThat(rig.socket.errors()).containsExactly("not_allowed");
    }

    @Test
    @Tag("VIP-02")
    void shouldRefuseSoundInIdleAlsoBehindAnEndThatWasRefused() {
        rig.open("");
        rig.send("input.end");
        rig.send("input.audio", "{\"audio\": \"AAAA\"}");
        assertThat(rig.socket.errors()).containsExactly("not_allowed", "not_allowed");
        assertThat(rig.last("error").path("operation").asText()).isEqualTo("input.audio");
    }

    @Test
    @Tag("VIP-02")
    void shouldRefuseSoundBeforeTheSessionAndInActionOnceEach() {
        rig.connection.binary(Unpooled.buffer(320).writeZero(320), rig.nowNs);
        assertThat(rig.last("error").path("state").asText()).isEqualTo("not_connected");
        rig.open(", \"mode\": \"open\", \"actions\": {\"open\": {\"description\": \"opens it\"}}");
        rig.speak(100, false);
        rig.send("text.input", "{\"text\": \"action open\"}");
        int errors = rig.socket.errors().size();
        rig.speak(400, true);
        assertThat(rig.state()).isEqualTo("invoke_action");
        assertThat(rig.socket.errors()).as("told once").hasSize(errors + 1);
        assertThat(rig.last("error").path("operation").asText()).isEqualTo("input.audio");
    }

    @Test
    void shouldForgetSoundThatWasUnderWayWhenTheTurnEnded() {
        rig.open("");
        rig.ask();
        rig.speak(200, true);
        assertThat(rig.socket.errors()).isEmpty();
        rig.advance(1_000);
        rig.speak(40, true);
        assertThat(rig.socket.errors()).as("but not later").containsExactly("not_allowed");
    }

    @Test
    @Tag("VIP-05")
    void shouldHaveOneHolderOfTheFloorInEveryChange() {
        rig.open("");
        rig.ask();
        rig.advance(1_000);
        rig.send("input.barge_in");
        rig.send("input.barge_in");
        rig.send("text.input", "{\"text\": \"typed\"}");
        rig.advance(10_000);
        Set<Long> sequences = new HashSet<>();
        for (FloorTransition move : rig.moves) {
            assertThat(sequences.add(move.sequence())).isTrue();
        }
        assertThat(rig.lane.metrics().value(LaneCounter.TURN_TOKEN_VIOLATIONS)).isZero();
        holdTheMatrix(rig);
    }

    @Test
    void shouldKeepHistoryByWhatTheClientSaysItPlayed() {
        rig.open(", \"playback\": {\"reports\": true}");
        rig.ask();
        rig.advance(2_000);
        String turn = rig.last("response.audio").path("turn").asText();
        rig.send("audio.played", "{\"turn\": \"" + turn + "\", \"positionMs\": 700}");
        rig.send("input.barge_in");
        assertThat(rig.last("audio.complete").path("text").asText()).isEqualTo("You said:");
        rig.send("audio.played", "{\"turn\": \"x\", \"positionMs\": 1}");
        rig.send("audio.played", "{\"turn\": \"1\", \"positionMs\": -1}");
        assertThat(rig.socket.errors()).containsExactly("invalid_message", "invalid_message");
    }
}
