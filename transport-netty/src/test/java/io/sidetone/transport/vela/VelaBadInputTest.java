package io.sidetone.transport.vela;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.ws.WsDecision;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What no client should send: answered, counted, survived. */
@Tag("VEL-04")
class VelaBadInputTest {
    private final VelaRig rig = new VelaRig();
    private FakeSocket socket;

    @BeforeEach
    void connect() throws Exception {
        socket = rig.connect();
        socket.sink();
    }

    private void stillWorks() {
        socket.sink();
        socket.say("mocked.turn.trigger", "{}");
        rig.advance(1_000);
        assertThat(socket.sink()).endsWith("completed", "idle");
        assertThat(rig.faults()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "hello",
                "{",
                "{\"type\":\"session.start\",\"payload\":{}",
                "{'type':'session.start'}",
                "{\"type\":\"session.start\",\"payload\":{}} {}",
                "{\"type\":NaN}",
                "\u0000",
                "{\"type\":\"session.start\",\"payload\":{},}"
            })
    void shouldAnswerWhatIsNotJson(String message) {
        socket.say(message);
        assertThat(socket.sink()).containsExactly("error invalid_json");
        assertThat(rig.bad()).isEqualTo(1);
        stillWorks();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "5",
                "\"session.start\"",
                "[]",
                "{}",
                "{\"type\":\"session.start\"}",
                "{\"payload\":{}}",
                "{\"type\":5,\"payload\":{}}",
                "{\"type\":null,\"payload\":{}}",
                "{\"type\":\"session.start\",\"payload\":null}",
                "{\"type\":\"session.start\",\"payload\":[]}",
                "{\"type\":\"session.start\",\"payload\":\"{}\"}",
                "{\"type\":\"session.start\",\"payload\":{},\"seq\":1}",
                "{\"type\":\"session.start\",\"payload\":{},\"extra\":null}",
                "{\"type\":\"session.start\",\"type\":\"response.cancel\",\"payload\":{}}",
                "{\"type\":\"Session.Start\",\"payload\":{}}",
                "{\"type\":\"session.ready\",\"payload\":{}}",
                "{\"type\":\"\",\"payload\":{}}",
                "{\"type\":\"input_audio.append\",\"payload\":{}}",
                "{\"type\":\"input_audio.append\",\"payload\":{\"chunk\":5}}",
                "{\"type\":\"input_audio.append\",\"payload\":{\"chunk\":null}}",
                "{\"type\":\"input_text\",\"payload\":{}}",
                "{\"type\":\"input_text\",\"payload\":{\"text\":\"  \"}}",
                "{\"type\":\"turn.yield\",\"payload\":{\"reason\":7}}",
                "{\"type\":\"turn.grant\",\"payload\":{\"expectResponse\":\"yes\"}}",
                "{\"type\":\"turn.grant\",\"payload\":{\"autoResponseDelayMs\":-1}}",
                "{\"type\":\"turn.grant\",\"payload\":{\"autoResponseDelayMs\":1.5}}",
                "{\"type\":\"session.start\",\"payload\":{\"protokol\":2}}",
                "{\"type\":\"session.start\",\"payload\":{\"protocol\":\"2\"}}",
                "{\"type\":\"session.start\",\"payload\":{\"protocol\":0}}",
                "{\"type\":\"session.start\",\"payload\":{\"mode\":\"shout\"}}",
                "{\"type\":\"session.start\",\"payload\":{\"greeting\":1}}",
                "{\"type\":\"session.start\",\"payload\":{\"audio\":null}}",
                "{\"type\":\"session.start\",\"payload\":{\"audio\":{\"inputs\":{}}}}",
                "{\"type\":\"session.start\",\"payload\":{\"resume\":{\"windowMs\":100}}}",
                "{\"type\":\"session.start\",\"payload\":{\"protocol\":2,\"resume\":{\"windowMs\":0}}}",
                "{\"type\":\"session.start\",\"payload\":{\"protocol\":2,\"resume\":{\"token\":\"x\"}}}",
                "{\"type\":\"session.start\",\"payload\":{\"protocol\":2,\"resume\":{\"token\":5,\"lastSeq\":1}}}",
                "{\"type\":\"session.start\",\"payload\":{\"protocol\":99999999999999999999}}"
            })
    void shouldAnswerWhatIsNoMessage(String message) {
        socket.say(message);
        assertThat(socket.lastError()).isNotBlank();
        assertThat(socket.sink()).containsExactly("error invalid_message");
        assertThat(rig.bad()).isEqualTo(1);
        assertThat(WsSchema.CLIENT.problems(message))
                .as("the schema refuses it as well")
                .satisfiesAnyOf(problems -> assertThat(problems).isNotEmpty(), problems -> assertThat(message)
                        .as("or it is a rule that no schema can tell")
                        .containsAnyOf(
                                "\"type\":\"session.start\",\"type\"",
                                "windowMs\":100",
                                "\"  \"",
                                "99999999999999999999"));
        stillWorks();
    }

    @ParameterizedTest
    @CsvSource({"opus,48000", "pcm16,8000", "pcm16,44100", "mulaw,16000", "'',0"})
    @Tag("VEL-08")
    void shouldNameTheFormatsThereAre(String encoding, int rate) {
        socket.say("{\"type\":\"session.start\",\"payload\":{\"audio\":{\"input\":{\"encoding\":\"" + encoding
                + "\",\"sampleRateHz\":" + rate + "}}}}");
        assertThat(socket.lastError())
                .contains("payload.audio.input", "pcm16 at 16000, 24000 or 48000 Hz, or mulaw at 8000 Hz");
        stillWorks();
    }

    @Test
    void shouldAnswerBinaryMessages() {
        socket.sayBinary(new byte[] {1, 2, 3});
        socket.sayBinary(new byte[0]);
        assertThat(socket.sink()).containsExactly("error invalid_message", "error invalid_message");
        stillWorks();
    }

    @Test
    void shouldAnswerDeepAndWideJson() {
        socket.say("{\"type\":\"session.start\",\"payload\":" + "[".repeat(20_000) + "]".repeat(20_000) + "}");
        socket.say("{\"type\":\"session.start\",\"payload\":" + "{\"a\":".repeat(20) + "1" + "}".repeat(20) + "}");
        socket.say("{\"type\":\"" + "t".repeat(100_000) + "\",\"payload\":{}}");
        socket.say("{\"" + "k".repeat(100_000) + "\":1}");
        socket.say("{\"type\":\"input_text\",\"payload\":{\"text\":\"" + "x".repeat(4_001) + "\"}}");
        socket.messages.forEach(message -> assertThat(message.toString()).hasSizeLessThan(1_000));
        assertThat(socket.sink()).hasSize(5).containsOnly("error invalid_message");
        stillWorks();
    }

    @Test
    void shouldLetAFloodGo() {
        int sent = 0;
        while (socket.closed == null && sent < 10_000) {
            socket.say("response.cancel", "{}");
            sent++;
        }
        assertThat(socket.closed).startsWith("1008");
        assertThat(sent).isGreaterThan(1_000);
        socket.say("response.cancel", "{}");
    }

    @Test
    void shouldTakeAPatientClient() {
        for (int i = 0; i < 3_000; i++) {
            socket.say("response.cancel", "{}");
            rig.advance(5);
        }
        assertThat(socket.closed).isNull();
        stillWorks();
    }

    @Test
    @Tag("VEL-01")
    void shouldRefuseBeforeTheUpgradeWithoutTheToken() throws Exception {
        assertThat(rig.decision(false))
                .isInstanceOfSatisfying(WsDecision.Refuse.class, refused -> assertThat(refused.status())
                        .isEqualTo(401));
    }

    @Test
    @Tag("VEL-03")
    void shouldSayThatThereIsNoRoom() throws Exception {
        rig.refuse = "the server takes no more calls now; try again later";
        FakeSocket refused = rig.connect();
        refused.sink();
        refused.say("mocked.turn.trigger", "{}");
        assertThat(refused.sink()).containsExactly("error no_room");
        assertThat(refused.closed).startsWith("1013 the server takes no more calls");
        rig.refuse = null;
        int calls = rig.lines.size();
        refused.say("hello");
        refused.say("mocked.turn.trigger", "{}");
        refused.sayBinary(new byte[1]);
        refused.drop();
        assertThat(rig.lines).as("it is over").hasSize(calls);
    }

    @Test
    void shouldBoundWhatWaitsForTheEngines() throws Exception {
        HeardWords late = new HeardWords();
        late.ready = false;
        rig.stt = late;
        FakeSocket early = rig.connect();
        early.sink();
        String second = "{\"chunk\":\"" + "A".repeat(42_667) + "=\"}";
        for (int i = 0; i < 20; i++) {
            early.say("input_audio.append", second);
        }
        assertThat(early.sink()).hasSize(10).containsOnly("error not_ready");
        late.open();
        rig.settle();
        assertThat(early.sink()).startsWith("listening");
        assertThat(rig.lines.get(rig.lines.size() - 1).audioMs).isBetween(9_000L, 10_100L);
    }
}
