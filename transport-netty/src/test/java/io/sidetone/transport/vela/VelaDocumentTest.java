package io.sidetone.transport.vela;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Vela document, message for message, on the mock engines. */
class VelaDocumentTest {
    private static final String USER = "final [mocked user] What is the current mocked vertical slice?";
    private static final String PARTIAL = "partial [mocked partial] Placeholder push-to-talk transcript in progress";
    private static final String FINAL = "final [mocked final] Placeholder push-to-talk transcript completed ";
    private static final List<String> ANSWER = List.of(
            "thinking",
            "speaking",
            "delta [mocked assistant] ",
            "delta This is a deterministic mocked response from the gateway vertical slice.",
            "completed",
            "idle");

    private final VelaRig rig = new VelaRig();

    private static List<String> whole(String... before) {
        List<String> all = new ArrayList<>(List.of(before));
        all.addAll(ANSWER);
        return all;
    }

    @Test
    @Tag("VEL-01")
    void shouldTellReadinessAndStateAtOnce() throws Exception {
        FakeSocket socket = rig.connecting();
        assertThat(socket.messages.toString())
                .as("before there is a call")
                .isEqualTo("[{\"type\":\"session.ready\",\"payload\":{\"sessionId\":\""
                        + "01ARZ3NDEKTSV4RRFFQ69G5FAA"
                        + "\"}}, {\"type\":\"session.state\",\"payload\":{\"value\":\"idle\"}}]");
        socket.sink();
        rig.advance(1_000);
        assertThat(socket.sink())
                .as("nobody is greeted unasked, and nothing else is told")
                .isEmpty();
    }

    @ParameterizedTest
    @Tag("VEL-01")
    @CsvSource(
            delimiter = '|',
            value = {
                "session.start|{}",
                "mocked.turn.trigger|{}",
                "input_audio.append|{\"chunk\":\"x\"}",
                "input_audio.commit|{}",
                "response.cancel|{}",
                "turn.yield|{}"
            })
    void shouldOpenTheCallOnTheFirstValidMessageOfAnyType(String type, String payload) throws Exception {
        FakeSocket socket = rig.connect();
        String announced = socket.last("session.ready").get("sessionId").asText();
        socket.say("nonsense");
        socket.say("{\"type\":\"no.such.type\",\"payload\":{}}");
        socket.sayBinary(new byte[2]);
        rig.advance(10_000);
        assertThat(rig.lines)
                .as("a client that says nothing of sense takes no call slot")
                .isEmpty();
        socket.say(type, payload);
        socket.say(type, payload);
        assertThat(rig.lines).hasSize(1);
        assertThat(rig.lines.get(0).callId()).isEqualTo(announced);
    }

    @Test
    @Tag("VEL-01")
    void shouldLeaveNothingBehindWhenAClientGoesWithoutAWord() throws Exception {
        FakeSocket silent = rig.connect();
        silent.drop();
        FakeSocket polite = rig.connect();
        polite.say("session.close", "{}");
        assertThat(polite.closed).startsWith("1000 ");
        polite.say("mocked.turn.trigger", "{}");
        assertThat(rig.lines).isEmpty();
    }

    @Test
    @Tag("VEL-02")
    void shouldTellThemAgainWheneverTheSessionIsStarted() throws Exception {
        FakeSocket socket = rig.connect();
        String ready = socket.messages.toString();
        socket.sink();
        for (int i = 0; i < 3; i++) {
            socket.say("session.start", "{}");
            assertThat(socket.messages).hasToString(ready);
            socket.sink();
        }
        socket.say("mocked.turn.trigger", "{}");
        rig.advance(100);
        socket.sink();
        socket.say("session.start", "{}");
        assertThat(socket.sink()).containsExactly("ready", "speaking");
    }

    @Test
    @Tag("VEL-03")
    @Tag("VEL-05")
    void shouldRunTheMockedTurn() throws Exception {
        FakeSocket socket = rig.connect();
        socket.sink();
        for (int turn = 0; turn < 3; turn++) {
            socket.say("mocked.turn.trigger", "{}");
            rig.advance(1_000);
            socket.messages.forEach(message -> assertThat(message.has("seq")).isFalse());
            assertThat(socket.sink()).containsExactlyElementsOf(whole("listening", USER));
        }
        assertThat(socket.audio).isEmpty();
        assertThat(rig.illegal() + rig.faults()).isZero();
    }

    @Test
    @Tag("VEL-06")
    void shouldPretendToListenAndAnswer() throws Exception {
        FakeSocket socket = rig.connect();
        socket.sink();
        socket.say("input_audio.append", "{\"chunk\":\"placeholder\"}");
        assertThat(socket.sink()).containsExactly("listening", PARTIAL + ".");
        socket.say("input_audio.append", "{\"chunk\":\"\"}");
        socket.say("input_audio.append", "{\"chunk\":\"%%% not base64\"}");
        assertThat(socket.sink()).containsExactly(PARTIAL + " (2 chunks).", PARTIAL + " (3 chunks).");
        socket.say("input_audio.commit", "{}");
        rig.advance(1_000);
        assertThat(socket.sink()).containsExactlyElementsOf(whole(FINAL + "from 3 appended chunk(s)."));
        socket.say("input_audio.commit", "{}");
        rig.advance(1_000);
        assertThat(socket.sink()).containsExactlyElementsOf(whole("listening", FINAL + "without appended audio."));
        socket.say("mocked.turn.trigger", "{}");
        rig.advance(1_000);
        assertThat(socket.sink()).containsExactlyElementsOf(whole("listening", USER));
    }

    @Test
    @Tag("VEL-04")
    void shouldRefuseASecondTurnWhileOneRuns() throws Exception {
        FakeSocket socket = rig.connect();
        socket.sink();
        socket.say("mocked.turn.trigger", "{}");
        socket.say("mocked.turn.trigger", "{}");
        socket.say("input_audio.commit", "{}");
        rig.advance(1_000);
        List<String> sink = socket.sink();
        assertThat(sink)
                .filteredOn(t -> t.startsWith("error"))
                .containsExactly("error mocked_turn_in_flight", "error mocked_turn_in_flight");
        assertThat(sink)
                .filteredOn(t -> !t.startsWith("error"))
                .as("the first one goes on")
                .containsExactlyElementsOf(whole("listening", USER));
    }

    @Test
    @Tag("VEL-07")
    void shouldStopBetweenAnyTwoMessages() throws Exception {
        FakeSocket socket = rig.connect();
        socket.sink();
        socket.say("response.cancel", "{}");
        assertThat(socket.sink()).as("safe when nothing runs").isEmpty();
        for (int ms = 0; ms <= 400; ms += 20) {
            boolean pushToTalk = ms % 40 == 0;
            if (pushToTalk) {
                socket.say("input_audio.append", "{\"chunk\":\"x\"}");
                socket.say("input_audio.commit", "{}");
            } else {
                socket.say("mocked.turn.trigger", "{}");
            }
            rig.advance(ms);
            boolean over = socket.sink().contains("idle");
            socket.say("response.cancel", "{}");
            assertThat(socket.sink())
                    .as("at once, after %d ms", ms)
                    .containsExactlyElementsOf(over ? List.of() : List.of("idle"));
            rig.advance(600);
            assertThat(socket.sink()).as("nothing more of it, after %d ms", ms).isEmpty();
        }
        socket.say("input_audio.append", "{\"chunk\":\"x\"}");
        socket.sink();
        socket.say("response.cancel", "{}");
        assertThat(socket.sink()).containsExactly("idle");
        socket.say("input_audio.append", "{\"chunk\":\"x\"}");
        assertThat(socket.sink()).as("counting begins afresh").containsExactly("listening", PARTIAL + ".");
        assertThat(rig.illegal() + rig.faults()).isZero();
    }

    @Test
    @Tag("VEL-01")
    @Tag("VIP-T02")
    void shouldHoldWhatComesBeforeTheEnginesAreOpen() throws Exception {
        FakeSocket socket = rig.connecting();
        io.netty.buffer.ByteBuf message = io.netty.buffer.Unpooled.copiedBuffer(
                "{\"type\":\"input_audio.append\",\"payload\":{\"chunk\":\"x\"}}",
                java.nio.charset.StandardCharsets.UTF_8);
        socket.session.text(message, rig.nowNs);
        socket.session.text(message.resetReaderIndex(), rig.nowNs);
        assertThat(socket.sink()).containsExactly("ready", "idle");
        rig.settle();
        assertThat(socket.sink()).containsExactly("listening", PARTIAL + ".", PARTIAL + " (2 chunks).");
        FakeSocket other = rig.connecting();
        other.session.text(message.resetReaderIndex(), rig.nowNs);
        other.say("response.cancel", "{}");
        assertThat(other.sink())
                .as("what was cancelled before it began never begins")
                .containsExactly("ready", "idle");
        message.release();
    }

    @Test
    @Tag("VEL-04")
    void shouldKeepTwoSessionsApart() throws Exception {
        FakeSocket one = rig.connect();
        FakeSocket two = rig.connect();
        one.sink();
        two.sink();
        one.say("mocked.turn.trigger", "{}");
        rig.advance(100);
        two.say("not json");
        two.say("mocked.turn.trigger", "{}");
        rig.advance(60);
        one.say("response.cancel", "{}");
        two.drop();
        FakeSocket three = rig.connect();
        three.sink();
        three.say("mocked.turn.trigger", "{}");
        rig.advance(1_000);
        assertThat(one.sink()).endsWith("idle").doesNotContain("completed");
        assertThat(three.sink()).containsExactlyElementsOf(whole("listening", USER));
        assertThat(rig.lines).extracting(line -> line.ended == null).containsExactly(true, false, true);
    }

    @Test
    @Tag("VEL-05")
    void shouldTriggerWhereTheSwitchAllowsIt() throws Exception {
        VelaRig off = new VelaRig(new VelaSettings(VelaSettings.MockedTurns.OFF, 0));
        FakeSocket refused = off.connect();
        refused.sink();
        refused.say("mocked.turn.trigger", "{}");
        assertThat(refused.sink()).containsExactly("error mocked_turns_off");
        VelaRig far = new VelaRig();
        far.stt = new HeardWords();
        far.remote = new byte[] {(byte) 192, 0, 2, 1};
        FakeSocket stranger = far.connect();
        stranger.sink();
        stranger.say("mocked.turn.trigger", "{}");
        assertThat(stranger.sink()).as("real engines, far away").containsExactly("error mocked_turns_off");
        VelaRig near = new VelaRig();
        near.stt = new HeardWords();
        FakeSocket local = near.connect();
        local.sink();
        local.say("mocked.turn.trigger", "{}");
        near.advance(1_000);
        assertThat(local.sink()).as("real engines, this machine").containsExactlyElementsOf(whole("listening", USER));
    }

    @Test
    @Tag("VEL-05")
    void shouldEndTheCallWithItsSocket() throws Exception {
        FakeSocket socket = rig.connect();
        socket.say("mocked.turn.trigger", "{}");
        socket.drop();
        rig.advance(100);
        assertThat(rig.lines.get(0).ended).isNotNull();
        assertThat(rig.faults()).isZero();
    }
}
