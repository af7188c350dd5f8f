package io.sidetone.transport.pbx.asterisk;

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

class AsteriskInputTest {
    private static final String START =
            "MEDIA_START connection_id:0af1 channel:WebSocket/sidetone/0x7f channel_id:pbx1-1.2"
                    + " format:ulaw optimal_frame_size:160 ptime:20";
    private static final String JSON_START =
            """
            {"event":"MEDIA_START","connection_id":"0af1","channel":"WebSocket/x","channel_id":"pbx1-1.2","format":"slin16",
            "optimal_frame_size":640,"ptime":20,"channel_variables":{"CALLERID(num)":"100","EXTEN":"7000","A":"b"}}""";

    private final PbxRig rig = new PbxRig();
    private final DialectProtocol protocol = new DialectProtocol(
            MediaDialects.asterisk(60, rig.counters), PbxAccess.loopback("streams.asterisk"), rig.call, rig.counters);

    private PbxRig connect() {
        return rig.connect(protocol, "/media/asterisk");
    }

    private PbxRig started(String start) {
        connect().text(start);
        assertThat(rig.call.opened).isOne();
        return rig;
    }

    @Test
    void shouldSelectTheSubprotocolOnlyWhenItIsOffered() {
        assertThat(connect().subprotocol).isNull();
        assertThat(rig.connect(protocol, "/media/asterisk", "Sec-WebSocket-Protocol", "foo, media").subprotocol)
                .isEqualTo("media");
    }

    @Test
    void shouldRefuseStrangersBeforeTheUpgrade() {
        assertThat(protocol.admit(PbxRig.handshakeFrom("192.0.2.7", "/media/asterisk")))
                .isInstanceOf(WsDecision.Refuse.class);
        assertThat(rig.count(PbxCounter.ACCESS_REFUSED)).isOne();
    }

    @Test
    void shouldNotTakeAnythingButItsFirstMessageForTheBeginning() {
        connect().text("STATUS channel_id:x queue_length:0");
        rig.binary(1, 2);
        assertThat(rig.session.begun()).isFalse();
        rig.text(START);
        assertThat(rig.session.begun()).isTrue();
    }

    @Test
    void shouldBeginACallFromWords() {
        rig.connect(protocol, "/media/asterisk?from=100&to=7000&agent=desk").text(START);
        assertThat(rig.call.offer.externalId()).isEqualTo("pbx1-1.2");
        assertThat(rig.call.offer.from()).isEqualTo("100");
        assertThat(rig.call.offer.to()).isEqualTo("7000");
        assertThat(rig.call.offer.agent()).isEqualTo("desk");
        assertThat(rig.call.offer.in()).isEqualTo(new StreamFormat(Encoding.PCMU, 8_000));
        assertThat(rig.call.offer.out()).isEqualTo(new StreamFormat(Encoding.PCMU, 8_000));
        assertThat(rig.call.offer.buffering()).isEqualTo(new Buffering(60, true, true));
        assertThat(rig.call.offer.answered()).isTrue();
    }

    @Test
    void shouldBeginACallFromJson() {
        started(JSON_START);
        assertThat(rig.call.offer.in()).isEqualTo(new StreamFormat(Encoding.L16_LE, 16_000));
        assertThat(rig.call.offer.from()).isEqualTo("100");
        assertThat(rig.call.offer.to()).isEqualTo("7000");
        assertThat(rig.call.offer.header().apply("a")).isEqualTo("b");
        assertThat(rig.call.offer.header().apply("missing")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "ulaw,160,PCMU,8000", "alaw,160,PCMA,8000", "slin,320,L16_LE,8000", "slin12,480,L16_LE,12000",
        "slin16,640,L16_LE,16000", "slin24,960,L16_LE,24000", "slin32,1280,L16_LE,32000", "slin48,1920,L16_LE,48000"
    })
    void shouldTakeCodecsByTheirName(String name, int optimal, Encoding encoding, int rate) {
        started(START.replace("ulaw", name).replace("size:160", "size:" + optimal));
        assertThat(rig.call.offer.in()).isEqualTo(new StreamFormat(encoding, rate));
        assertThat(rig.speak(1, optimal, 48, 0)).isOne();
        assertThat(rig.out.take()).containsExactly("<" + optimal + ">");
    }

    @ParameterizedTest
    @ValueSource(strings = {"opus", "g722", "g729", "speex", "slin96", "slin192", "", "ULAW"})
    void shouldHangUpOnOtherCodecs(String name) {
        connect().text(START.replace("ulaw", name));
        assertThat(rig.call.opened).isZero();
        assertThat(rig.out.take()).containsExactly("HANGUP", "close 1003");
        assertThat(rig.count(PbxCounter.FORMAT_REFUSED)).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "x", "99999999", "161", "11"})
    void shouldHangUpOnFramesThatCannotBeMet(String optimal) {
        connect().text(START.replace("size:160", "size:" + optimal));
        assertThat(rig.out.take()).containsExactly("HANGUP", "close 1003");
    }

    @ParameterizedTest
    @CsvSource({"80,160,1", "160,160,1", "320,320,2", "240,480,3", "480,480,3"})
    void shouldSendWholeFramesOfAsterisk(String optimal, int message, int frames) {
        started(START.replace("size:160", "size:" + optimal));
        assertThat(rig.speak(frames - 1, 160, 48, 0)).isEqualTo(frames - 1);
        assertThat(rig.out.take()).isEmpty();
        rig.speak(1, 160, 48, 20L * (frames - 1));
        assertThat(rig.out.take()).containsExactly("<" + message + ">");
        if (frames > 1) {
            rig.speak(1, 160, 48, 20L * frames);
            rig.call.wire.turnEnd(48, 20L * (frames + 1));
            assertThat(rig.out.take()).containsExactly("<" + message + ">", "MARK_MEDIA 48:" + 20 * (frames + 1));
            byte[] last = rig.out.binaries.get(rig.out.binaries.size() - 1);
            assertThat(last[159]).isEqualTo((byte) 7);
            assertThat(last[160]).as("silence of u-law").isEqualTo((byte) 0xFF);
        }
    }

    @Test
    void shouldPassOnTheCaller() {
        started(START).binary(1, 2, 3);
        assertThat(rig.call.heard.toByteArray()).containsExactly(1, 2, 3);
    }

    @Test
    void shouldMarkWhatIsSentAndBelieveWhatComesBack() {
        started(START).speak(6, 160, 48, 0);
        assertThat(rig.out.take())
                .containsExactly("<160>", "<160>", "<160>", "<160>", "<160>", "MARK_MEDIA 48:100", "<160>");
        rig.call.wire.turnEnd(48, 120);
        assertThat(rig.out.take()).containsExactly("MARK_MEDIA 48:120");
        rig.text("MEDIA_MARK_PROCESSED 48:100");
        rig.text("MEDIA_MARK_PROCESSED channel_id:pbx1-1.2 correlation_id:48:120");
        assertThat(rig.call.events).containsExactly("played 48 100", "played 48 120");
    }

    @Test
    void shouldSpeakJsonToWhoSpeaksIt() {
        started(JSON_START).speak(5, 640, 48, 0);
        assertThat(rig.out.take()).endsWith("{\"command\":\"MARK_MEDIA\",\"correlation_id\":\"48:100\"}");
        rig.text("{\"event\":\"MEDIA_MARK_PROCESSED\",\"channel_id\":\"x\",\"correlation_id\":\"48:100\"}");
        rig.text("{\"event\":\"DTMF_END\",\"channel_id\":\"x\",\"digit\":\"#\"}");
        assertThat(rig.call.events).containsExactly("played 48 100", "digit # 0");
        rig.call.wire.clear(48);
        rig.call.wire.hangUp(EndCause.AGENT_HUNG_UP);
        assertThat(rig.out.take())
                .containsExactly("{\"command\":\"FLUSH_MEDIA\"}", "{\"command\":\"HANGUP\"}", "close 1000");
    }

    @Test
    void shouldKeepEveryTextWithinWhatAsteriskReads() {
        started(JSON_START);
        long token = Long.MAX_VALUE - 1;
        rig.speak(5, 640, token, 1_000_000_000_000L);
        rig.call.wire.turnEnd(token, 0);
        assertThat(rig.out.take())
                .filteredOn(text -> text.startsWith("{"))
                .isNotEmpty()
                .allSatisfy(text -> assertThat(text).hasSizeLessThanOrEqualTo(128));
        assertThat(rig.count(PbxCounter.TOO_LONG_OUT)).isZero();
    }

    @Test
    void shouldFlushAtOnceAndIgnoreMarksOfTheFlushed() {
        started(START).speak(5, 160, 48, 0);
        rig.out.take();
        rig.call.wire.clear(50);
        assertThat(rig.out.take()).containsExactly("FLUSH_MEDIA");
        rig.text("MEDIA_MARK_PROCESSED 48:100");
        assertThat(rig.call.events).isEmpty();
        assertThat(rig.count(PbxCounter.STALE_MARKS)).isOne();
    }

    @Test
    void shouldPauseAndGoOn() {
        started(START);
        rig.call.wire.pause(48);
        rig.call.wire.pause(48);
        rig.call.wire.resume(48);
        rig.call.wire.resume(48);
        assertThat(rig.out.take()).containsExactly("PAUSE_MEDIA", "CONTINUE_MEDIA");
    }

    @Test
    void shouldEndAPauseAfterAFlush() {
        started(START);
        rig.call.wire.pause(48);
        rig.call.wire.clear(48);
        assertThat(rig.out.take()).containsExactly("PAUSE_MEDIA", "FLUSH_MEDIA", "CONTINUE_MEDIA");
        rig.call.wire.clear(64);
        assertThat(rig.out.take()).containsExactly("FLUSH_MEDIA");
    }

    @Test
    void shouldForgetWhatWaitsForAWholeFrameAtAFlush() {
        started(START.replace("size:160", "size:320")).speak(1, 160, 48, 0);
        rig.call.wire.clear(48);
        rig.out.take();
        rig.speak(2, 160, 64, 0);
        assertThat(rig.out.binaries).hasSize(1);
        rig.call.wire.turnEnd(64, 40);
        assertThat(rig.out.take()).containsExactly("<320>", "MARK_MEDIA 64:40");
    }

    @Test
    void shouldStopWhenTheQueueIsFullAndGoOnWhenItIsNot() {
        started(START).text("MEDIA_XOFF");
        assertThat(rig.speak(3, 160, 48, 0)).isZero();
        rig.text("MEDIA_XON");
        assertThat(rig.call.writables).isOne();
        assertThat(rig.speak(3, 160, 48, 0)).isEqualTo(3);
        assertThat(rig.count(PbxCounter.QUEUE_FULL)).isOne();
    }

    @Test
    void shouldKeepAFrameForWhichThereIsNoRoom() {
        started(START.replace("size:160", "size:320"));
        rig.out.full = true;
        assertThat(rig.speak(1, 160, 48, 0)).as("waits within").isOne();
        assertThat(rig.speak(1, 160, 48, 20)).isZero();
        rig.out.full = false;
        rig.session.writable(0);
        assertThat(rig.call.writables).isOne();
        assertThat(rig.speak(1, 160, 48, 20)).isOne();
        assertThat(rig.out.binaries)
                .singleElement()
                .satisfies(message -> assertThat(message).hasSize(320).containsOnly(7));
        assertThat(rig.out.leaked()).isZero();
    }

    @Test
    void shouldPassOnDigits() {
        started(START).text("DTMF_END digit:5 channel_id:pbx1-1.2");
        rig.text("DTMF_END digit:d channel_id:pbx1-1.2");
        assertThat(rig.call.events).containsExactly("digit 5 0", "digit D 0");
    }

    @Test
    void shouldHangUpOnceAndSayNothingAfterwards() {
        started(START);
        rig.call.wire.hangUp(EndCause.AGENT_HUNG_UP);
        rig.call.wire.hangUp(EndCause.AGENT_HUNG_UP);
        rig.call.wire.clear(48);
        rig.call.wire.pause(48);
        rig.call.wire.turnEnd(48, 0);
        assertThat(rig.speak(1, 160, 48, 0)).isZero();
        assertThat(rig.out.take()).containsExactly("HANGUP", "close 1000");
    }

    @Test
    void shouldEndTheCallWithItsConnection() {
        started(START).session.closed(0);
        assertThat(rig.call.events).containsExactly("hang-up CALLER_HUNG_UP");
    }

    @Test
    void shouldCloseWhenNobodyTakesTheCall() {
        rig.call.refusal = new StreamRefusedException(503, "full");
        connect().text(START);
        assertThat(rig.out.take()).contains("close 1013");
        assertThat(rig.count(PbxCounter.CALLS_REFUSED)).isOne();
        rig.text("DTMF_END digit:5");
        rig.binary(1, 2);
        rig.session.closed(0);
        assertThat(rig.call.events).isEmpty();
    }

    @Test
    void shouldIgnoreAnswersAndCountErrors() {
        started(START).text("QUEUE_DRAINED");
        rig.text("MEDIA_BUFFERING_COMPLETED corr-1");
        rig.text("STATUS channel_id:x queue_length:3 xon_level:800 xoff_level:900 queue_full:false");
        rig.text("ERROR channel_id:x error_text:PAUSE_MEDIA not supported in passthrough mode");
        assertThat(rig.call.events).isEmpty();
        assertThat(rig.count(PbxCounter.PEER_ERRORS)).isOne();
        assertThat(rig.count(PbxCounter.UNKNOWN_EVENTS)).isZero();
    }

    @Test
    void shouldSurviveWhatMakesNoSense() {
        connect().text("DTMF_END digit:5");
        rig.binary(1, 2);
        rig.text("{\"event\":");
        rig.text("{\"event\":" + "[".repeat(100));
        rig.text("");
        assertThat(rig.count(PbxCounter.MEDIA_OUT_OF_PLACE)).isOne();
        assertThat(rig.count(PbxCounter.MALFORMED_TEXT)).isEqualTo(2);
        rig.text(START);
        rig.text(START);
        rig.text("NEVER_HEARD_OF a:b");
        rig.text("{}");
        rig.text("DTMF_END digit:55");
        rig.text("DTMF_END");
        rig.text("MEDIA_MARK_PROCESSED 999:1");
        rig.text("MEDIA_MARK_PROCESSED");
        rig.binary();
        assertThat(rig.call.opened).isOne();
        assertThat(rig.call.events).isEmpty();
        assertThat(rig.count(PbxCounter.UNKNOWN_EVENTS)).isEqualTo(2);
        assertThat(rig.count(PbxCounter.BAD_EVENTS)).isEqualTo(7);
        assertThat(rig.count(PbxCounter.EMPTY_MEDIA)).isOne();
        assertThat(rig.out.take()).isEmpty();
    }

    @Test
    void shouldUseTheWholeSamplesOfAnOddMessage() {
        started(JSON_START).binary(1, 2, 3);
        assertThat(rig.call.heard.toByteArray()).containsExactly(1, 2);
        assertThat(rig.count(PbxCounter.ODD_MEDIA)).isOne();
        rig.binary(1);
        assertThat(rig.call.heard.toByteArray()).hasSize(2);
    }
}
