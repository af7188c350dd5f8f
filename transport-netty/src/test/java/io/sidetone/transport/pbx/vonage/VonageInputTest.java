package io.sidetone.transport.pbx.vonage;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.playout.Buffering;
import io.sidetone.transport.dialect.DialectProtocol;
import io.sidetone.transport.dialect.service.MediaDialects;
import io.sidetone.transport.pbx.PbxAccess;
import io.sidetone.transport.pbx.PbxCounter;
import io.sidetone.transport.pbx.PbxRig;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamFormat.Encoding;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.ws.WsDecision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VonageInputTest {
    private static final String CONNECTED =
            "{\"event\":\"websocket:connected\",\"content-type\":\"audio/l16;rate=16000\",\"caller-id\":\"447700900123\",\"uuid\":\"u1\"}";

    private final PbxRig rig = new PbxRig();

    private DialectProtocol protocol(int leadMs) {
        return new DialectProtocol(
                MediaDialects.vonage(leadMs, rig.counters),
                PbxAccess.loopback("streams.vonage"),
                rig.call,
                rig.counters);
    }

    private PbxRig started() {
        rig.connect(protocol(60), "/media/vonage").text(CONNECTED);
        assertThat(rig.call.opened).isOne();
        return rig;
    }

    @Test
    void shouldRefuseStrangersBeforeTheUpgrade() {
        assertThat(protocol(60).admit(PbxRig.handshakeFrom("192.0.2.7", "/media/vonage")))
                .isInstanceOf(WsDecision.Refuse.class);
        assertThat(rig.count(PbxCounter.ACCESS_REFUSED)).isOne();
    }

    @Test
    void shouldBeginACallWithTheHeadersOfTheNcco() {
        started();
        assertThat(rig.call.offer.from()).isEqualTo("447700900123");
        assertThat(rig.call.offer.externalId()).isEqualTo("u1");
        assertThat(rig.call.offer.header().apply("Caller-ID")).isEqualTo("447700900123");
        assertThat(rig.call.offer.in()).isEqualTo(new StreamFormat(Encoding.L16_LE, 16_000));
        assertThat(rig.call.offer.buffering()).isEqualTo(new Buffering(60, false, true));
    }

    @ParameterizedTest
    @CsvSource({"8000,320", "16000,640", "24000,960"})
    void shouldSendMessagesOfExactly20Ms(int rate, int bytes) {
        rig.connect(protocol(60), "/media/vonage").text(CONNECTED.replace("16000", "" + rate));
        rig.speak(2, bytes, 48, 0);
        rig.speak(1, bytes - 2, 48, 40);
        assertThat(rig.out.take()).containsOnly("<" + bytes + ">").hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "audio/l16;rate=44100",
                "audio/l16",
                "audio/mulaw;rate=8000",
                "",
                "audio/l16;rate=0",
                "audio/l16;rate=16000x"
            })
    void shouldCloseOnFormatsItDoesNotTake(String type) {
        rig.connect(protocol(60), "/media/vonage").text(CONNECTED.replace("audio/l16;rate=16000", type));
        assertThat(rig.call.opened).isZero();
        assertThat(rig.out.take()).containsExactly("close 1003");
        assertThat(rig.count(PbxCounter.FORMAT_REFUSED)).isOne();
    }

    @Test
    void shouldHearDigitsInAllThreeShapes() {
        started().text("{\"event\":\"websocket:dtmf\",\"digit\":\"5\",\"duration\":260}");
        rig.text("{\"event\":\"websocket:dtmf\",\"dtmf\":{\"digit\":\"#\"}}");
        rig.text("{\"event\":\"websocket:dtmf\",\"dtmf\":\"*\",\"duration\":\"100\"}");
        assertThat(rig.call.events).containsExactly("digit 5 260", "digit # 0", "digit * 100");
    }

    @Test
    void shouldAskToBeNotifiedAndBelieveIt() {
        started().speak(6, 640, 48, 0);
        assertThat(rig.out.take())
                .contains("{\"action\":\"notify\",\"payload\":{\"mark\":\"48:100\"}}")
                .hasSize(7);
        rig.call.wire.turnEnd(48, 120);
        assertThat(rig.out.take()).containsExactly("{\"action\":\"notify\",\"payload\":{\"mark\":\"48:120\"}}");
        rig.text("{\"event\":\"websocket:notify\",\"payload\":{\"mark\":\"48:100\"}}");
        assertThat(rig.call.events).containsExactly("played 48 100");
    }

    @Test
    void shouldClearAtOnceAndNotTakeTheAnswerForTheEndOfAReply() {
        started().speak(5, 640, 48, 0);
        rig.out.take();
        rig.call.wire.clear(50);
        assertThat(rig.out.take()).containsExactly("{\"action\":\"clear\"}");
        rig.text("{\"event\":\"websocket:cleared\"}");
        rig.text("{\"event\":\"websocket:notify\",\"payload\":{\"mark\":\"48:100\"}}");
        assertThat(rig.call.events).isEmpty();
        assertThat(rig.count(PbxCounter.STALE_MARKS)).isOne();
    }

    @Test
    void shouldBelieveMarksOfATurnThatGoesOnAfterAClear() {
        started().speak(5, 640, 48, 0);
        rig.call.wire.clear(48);
        rig.call.wire.pause(48);
        rig.call.wire.resume(48);
        rig.speak(5, 640, 48, 40);
        rig.text("{\"event\":\"websocket:notify\",\"payload\":{\"mark\":\"48:140\"}}");
        assertThat(rig.call.events).containsExactly("played 48 140");
    }

    @Test
    void shouldKeepAFrameForWhichThereIsNoRoom() {
        started();
        rig.out.full = true;
        assertThat(rig.speak(1, 640, 48, 0)).isZero();
        assertThat(rig.out.leaked()).isZero();
        rig.out.full = false;
        assertThat(rig.speak(1, 640, 48, 0)).isOne();
    }

    @Test
    void shouldHangUpByClosing() {
        started();
        rig.call.wire.hangUp(EndCause.AGENT_HUNG_UP);
        rig.call.wire.hangUp(EndCause.AGENT_HUNG_UP);
        rig.call.wire.clear(48);
        rig.call.wire.turnEnd(48, 0);
        assertThat(rig.speak(1, 640, 48, 0)).isZero();
        assertThat(rig.out.take()).containsExactly("close 1000");
    }

    @Test
    void shouldEndTheCallWithItsConnection() {
        started().session.closed(0);
        assertThat(rig.call.events).containsExactly("hang-up CALLER_HUNG_UP");
    }

    @Test
    void shouldSayThatNobodyTakesTheCall() {
        rig.call.refusal = new StreamRefusedException(404, "nobody");
        rig.connect(protocol(60), "/media/vonage").text(CONNECTED);
        assertThat(rig.out.take()).containsExactly("close 1008");
    }

    @Test
    void shouldSurviveWhatMakesNoSense() {
        rig.connect(protocol(60), "/media/vonage").text("not JSON");
        rig.text("{\"event\":\"websocket:dtmf\",\"digit\":\"5\"}");
        rig.binary(1, 2);
        rig.text(CONNECTED);
        rig.text(CONNECTED);
        rig.text("{\"event\":\"websocket:unheard\"}");
        rig.text("{\"event\":\"websocket:dtmf\",\"digit\":\"55\"}");
        rig.text("{\"event\":\"websocket:notify\",\"payload\":{\"mark\":\"7:7\"}}");
        rig.text("{\"event\":\"websocket:notify\"}");
        rig.binary();
        rig.binary(1, 2, 3);
        assertThat(rig.call.events).isEmpty();
        assertThat(rig.call.heard.toByteArray()).containsExactly(1, 2);
        assertThat(rig.count(PbxCounter.MALFORMED_TEXT)).isOne();
        assertThat(rig.count(PbxCounter.MEDIA_OUT_OF_PLACE)).isOne();
        assertThat(rig.count(PbxCounter.UNKNOWN_EVENTS)).isOne();
        assertThat(rig.count(PbxCounter.BAD_EVENTS)).isEqualTo(5);
        assertThat(rig.count(PbxCounter.EMPTY_MEDIA)).isOne();
        assertThat(rig.count(PbxCounter.ODD_MEDIA)).isOne();
        assertThat(rig.out.take()).isEmpty();
    }
}
