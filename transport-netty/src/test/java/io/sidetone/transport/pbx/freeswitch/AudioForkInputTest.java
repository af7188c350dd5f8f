package io.sidetone.transport.pbx.freeswitch;

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
import io.sidetone.transport.ws.WsDecision;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AudioForkInputTest {
    private static final String JAMBONZ =
            "{\"callSid\":\"c1\",\"from\":\"100\",\"to\":\"7000\",\"sampleRate\":16000,\"mixType\":\"mono\",\"k\":\"v\"}";
    private static final String KILL = "{\"type\":\"killAudio\"}";
    private static final int PADDING = AudioForkWire.PREBUFFER_MS / 20;

    private final PbxRig rig = new PbxRig();

    private DialectProtocol protocol(int leadMs) {
        return new DialectProtocol(
                MediaDialects.freeSwitch(new AudioForkSettings(leadMs, 8_000, Playback.BINARY), rig.counters),
                PbxAccess.loopback("streams.freeswitch"),
                rig.call,
                rig.counters);
    }

    private PbxRig connect(String query) {
        return rig.connect(protocol(160), "/media/freeswitch" + query);
    }

    private PbxRig jambonz() {
        connect("").text(JAMBONZ);
        assertThat(rig.call.opened).isOne();
        return rig;
    }

    private static List<String> silence(int bytes) {
        return Collections.nCopies(PADDING, "<" + bytes + ">");
    }

    @ParameterizedTest
    @ValueSource(strings = {"audio.drachtio.org", "audio.jambonz.org"})
    void shouldSelectTheSubprotocolOfTheModule(String name) {
        assertThat(rig.connect(protocol(160), "/media/freeswitch", "Sec-WebSocket-Protocol", name).subprotocol)
                .isEqualTo(name);
        assertThat(connect("").subprotocol).isNull();
    }

    @Test
    void shouldRefuseStrangersBeforeTheUpgrade() {
        assertThat(protocol(160).admit(PbxRig.handshakeFrom("192.0.2.7", "/media/freeswitch")))
                .isInstanceOf(WsDecision.Refuse.class);
        assertThat(rig.count(PbxCounter.ACCESS_REFUSED)).isOne();
    }

    @Test
    void shouldBeginACallFromTheMetadataOfJambonz() {
        jambonz();
        assertThat(rig.call.offer.externalId()).isEqualTo("c1");
        assertThat(rig.call.offer.from()).isEqualTo("100");
        assertThat(rig.call.offer.to()).isEqualTo("7000");
        assertThat(rig.call.offer.header().apply("K")).isEqualTo("v");
        assertThat(rig.call.offer.in()).isEqualTo(new StreamFormat(Encoding.L16_LE, 16_000));
        assertThat(rig.call.offer.out()).isEqualTo(new StreamFormat(Encoding.L16_LE, 16_000));
        assertThat(rig.call.offer.buffering()).isEqualTo(new Buffering(160, false, true));
    }

    @Test
    void shouldBeginACallFromMetadataThatIsNoJson() {
        connect("?rate=16k&from=100").text("hello there");
        assertThat(rig.call.offer.header().apply("metadata")).isEqualTo("hello there");
        assertThat(rig.call.offer.in().sampleRateHz()).isEqualTo(16_000);
        assertThat(rig.call.offer.from()).isEqualTo("100");
    }

    @Test
    void shouldBeginACallWithoutMetadata() {
        connect("").binary(1, 2);
        assertThat(rig.call.offer.in().sampleRateHz()).isEqualTo(8_000);
        assertThat(rig.call.heard.toByteArray()).containsExactly(1, 2);
    }

    @Test
    void shouldPlayAtAnotherRateWhenTheAddressSaysSo() {
        connect("?playback-rate=24000").text(JAMBONZ);
        assertThat(rig.call.offer.in().sampleRateHz()).isEqualTo(16_000);
        assertThat(rig.call.offer.out().sampleRateHz()).isEqualTo(24_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "?rate=64000",
                "?rate=0",
                "?rate=7999",
                "?rate=x",
                "?mix=quad",
                "?playback=fax",
                "?playback-rate=96k"
            })
    void shouldCloseOnWhatItCannotTake(String query) {
        connect(query).text("{}");
        assertThat(rig.call.opened).isZero();
        assertThat(rig.out.take()).containsExactly("close 1003");
        rig.binary(1, 2);
        assertThat(rig.call.opened).isZero();
        assertThat(rig.count(PbxCounter.FORMAT_REFUSED)).isOne();
    }

    @Test
    void shouldTakeTheCallerOutOfStereo() {
        connect("?mix=stereo").binary(1, 2, 91, 92, 3, 4, 93, 94);
        assertThat(rig.call.heard.toByteArray()).containsExactly(1, 2, 3, 4);
        rig.binary(5, 6, 95);
        assertThat(rig.call.heard.toByteArray()).containsExactly(1, 2, 3, 4, 5, 6);
        rig.binary(7);
        rig.binary();
        assertThat(rig.call.heard.toByteArray()).hasSize(6);
        assertThat(rig.count(PbxCounter.ODD_MEDIA)).isEqualTo(2);
    }

    @Test
    void shouldHearDigits() {
        jambonz().text("{\"event\":\"dtmf\",\"dtmf\":\"2\",\"duration\":\"1600\"}");
        rig.text("{\"event\":\"dtmf\",\"digit\":\"#\"}");
        assertThat(rig.call.events).containsExactly("digit 2 200", "digit # 0");
    }

    @Test
    void shouldPushAShortReplyOutOfThePrebuffer() {
        jambonz().speak(2, 640, 48, 0);
        rig.out.take();
        rig.call.wire.turnEnd(48, 40);
        List<String> sent = rig.out.take();
        assertThat(sent.get(0)).isEqualTo("{\"type\":\"mark\",\"data\":{\"name\":\"48:40\"}}");
        assertThat(sent.subList(1, sent.size())).isEqualTo(silence(640));
        assertThat(rig.out.binaries.get(2)).containsOnly(0);
        rig.call.wire.turnEnd(48, 40);
        assertThat(rig.out.take()).as("once").isEmpty();
    }

    @Test
    void shouldSendThePaddingBeforeTheNextTurnWhenThereWasNoRoomForIt() {
        jambonz().speak(2, 640, 48, 0);
        rig.out.full = true;
        rig.call.wire.turnEnd(48, 40);
        assertThat(rig.speak(1, 640, 64, 0)).isZero();
        rig.out.full = false;
        rig.out.take();
        rig.session.writable(0);
        assertThat(rig.out.take()).isEqualTo(silence(640));
        assertThat(rig.speak(1, 640, 64, 0)).isOne();
        assertThat(rig.out.leaked()).isZero();
    }

    @Test
    void shouldPushTheOldTurnToWhereKillAudioReachesIt() {
        jambonz().speak(3, 640, 48, 0);
        rig.out.take();
        rig.call.wire.clear(50);
        List<String> sent = rig.out.take();
        assertThat(sent).hasSize(PADDING + 1).endsWith(KILL);
        assertThat(sent.subList(0, PADDING)).isEqualTo(silence(640));
        assertThat(rig.out.binaries.subList(3, 3 + PADDING))
                .allSatisfy(message -> assertThat(message).containsOnly(0));
        rig.call.wire.clear(51);
        assertThat(rig.out.take()).as("nothing sounded since").containsExactly(KILL);
    }

    @Test
    void shouldKillAtOnceWhenThereIsNoRoomForSilence() {
        jambonz().speak(3, 640, 48, 0);
        rig.out.take();
        rig.out.full = true;
        rig.call.wire.clear(50);
        rig.out.full = false;
        rig.session.writable(0);
        assertThat(rig.out.take()).containsExactly(KILL);
    }

    @Test
    void shouldClearAtAPauseAndKeepTheTurnAlive() {
        jambonz().speak(5, 640, 48, 0);
        rig.out.take();
        rig.call.wire.clear(48);
        rig.call.wire.pause(48);
        assertThat(rig.out.take()).endsWith(KILL);
        rig.call.wire.resume(48);
        rig.speak(6, 640, 48, 40);
        rig.text("{\"type\": \"mark\", \"data\":{\"name\":\"48:140\",\"event\":\"playout\"}}");
        assertThat(rig.call.events).containsExactly("played 48 140");
    }

    @Test
    void shouldNotBelieveClearedMarks() {
        jambonz().speak(15, 640, 48, 0);
        rig.call.wire.clear(50);
        for (String name : List.of("48:100", "48:200", "48:300")) {
            rig.text("{\"type\": \"mark\",\"data\":{\"name\":\"" + name + "\",\"event\":\"cleared\"}}");
        }
        rig.text("{\"type\": \"mark\",\"data\":{\"name\":\"48:300\",\"event\":\"playout\"}}");
        assertThat(rig.call.events).isEmpty();
        assertThat(rig.count(PbxCounter.STALE_MARKS)).isEqualTo(4);
    }

    @Test
    void shouldNeverHaveMoreMarksUnderWayThanTheModuleKeeps() {
        jambonz().speak(400, 640, 48, 0);
        assertThat(rig.out.take().stream().filter(text -> text.contains("mark")))
                .hasSize(AudioForkWire.MOST_MARKS);
        rig.text("{\"type\": \"mark\",\"data\":{\"name\":\"48:100\",\"event\":\"playout\"}}");
        rig.speak(400, 640, 48, 8_000);
        assertThat(rig.out.take().stream().filter(text -> text.contains("mark")))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"-1,-2", "-2,-2", "0,0", "255,255", "-256,-256", "1,1"})
    void shouldNotSendTheSampleThatStandsForAMark(short sample, short sent) {
        jambonz();
        byte[] frame = new byte[640];
        frame[100] = (byte) sample;
        frame[101] = (byte) (sample >> 8);
        rig.call.wire.audio(frame, 640, 48, 0);
        byte[] message = rig.out.binaries.get(0);
        assertThat((short) (message[100] & 0xFF | message[101] << 8)).isEqualTo(sent);
        assertThat(frame[100]).as("the payload stays as it was").isEqualTo((byte) sample);
    }

    @Test
    void shouldHangUp() {
        jambonz();
        rig.call.wire.hangUp(EndCause.AGENT_HUNG_UP);
        rig.call.wire.hangUp(EndCause.AGENT_HUNG_UP);
        rig.call.wire.clear(48);
        rig.call.wire.turnEnd(48, 0);
        assertThat(rig.speak(1, 640, 48, 0)).isZero();
        assertThat(rig.out.take()).containsExactly("{\"type\":\"disconnect\"}", "close 1000");
    }

    @Test
    void shouldEndTheCallWithItsConnection() {
        jambonz().session.closed(0);
        assertThat(rig.call.events).containsExactly("hang-up CALLER_HUNG_UP");
    }

    @Test
    void shouldSurviveWhatMakesNoSense() {
        jambonz().text("sent by uuid_audio_fork send_text");
        rig.text("{\"type\":\"unheard\"}");
        rig.text("{\"event\":\"dtmf\",\"dtmf\":\"22\"}");
        rig.text("{\"type\":\"mark\"}");
        rig.text("{\"type\":\"mark\",\"data\":{\"name\":\"7:7\",\"event\":\"playout\"}}");
        rig.binary();
        rig.binary(1, 2, 3);
        assertThat(rig.call.events).isEmpty();
        assertThat(rig.call.heard.toByteArray()).containsExactly(1, 2);
        assertThat(rig.count(PbxCounter.MALFORMED_TEXT)).isOne();
        assertThat(rig.count(PbxCounter.UNKNOWN_EVENTS)).isOne();
        assertThat(rig.count(PbxCounter.BAD_EVENTS)).isEqualTo(3);
        assertThat(rig.count(PbxCounter.EMPTY_MEDIA)).isOne();
        assertThat(rig.count(PbxCounter.ODD_MEDIA)).isOne();
    }

    @Test
    void shouldGiveModAudioStreamFilesOf200Ms() {
        connect("?playback=stream-audio").text("{}");
        assertThat(rig.call.offer.buffering()).isEqualTo(new Buffering(300, false, false));
        rig.speak(9, 320, 48, 0);
        assertThat(rig.out.take()).isEmpty();
        rig.speak(1, 320, 48, 180);
        String sent = rig.out.take().get(0);
        assertThat(sent)
                .startsWith(
                        "{\"type\":\"streamAudio\",\"data\":{\"audioDataType\":\"raw\",\"sampleRate\":8000,\"audioData\":\"")
                .endsWith("\"}}");
        String audio = sent.substring(sent.indexOf("audioData\":\"") + 12, sent.length() - 3);
        assertThat(Base64.getDecoder().decode(audio)).hasSize(3_200).containsOnly(7);
        rig.speak(1, 320, 48, 200);
        rig.call.wire.turnEnd(48, 220);
        assertThat(rig.out.take()).singleElement().asString().contains("streamAudio");
        rig.call.wire.turnEnd(48, 220);
        assertThat(rig.out.take()).isEmpty();
    }

    @Test
    void shouldForgetThePartOfAFileAtAClear() {
        connect("?playback=stream-audio").text("{}");
        rig.speak(9, 320, 48, 0);
        rig.call.wire.clear(50);
        assertThat(rig.out.take()).containsExactly(KILL);
        rig.speak(9, 320, 64, 0);
        assertThat(rig.out.take()).isEmpty();
        rig.call.wire.hangUp(EndCause.AGENT_HUNG_UP);
        assertThat(rig.out.take()).containsExactly("{\"type\":\"disconnect\"}", "close 1000");
    }

    @Test
    void shouldKeepAFileForWhichThereIsNoRoom() {
        connect("?playback=stream-audio").text("{}");
        rig.speak(9, 320, 48, 0);
        rig.out.full = true;
        assertThat(rig.speak(1, 320, 48, 180)).isZero();
        rig.out.full = false;
        assertThat(rig.speak(1, 320, 48, 180)).isOne();
        assertThat(rig.out.take()).hasSize(1);
        assertThat(rig.out.leaked()).isZero();
    }
}
