package io.sidetone.transport.pbx.audiosocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.playout.Buffering;
import io.sidetone.transport.pbx.PbxCounter;
import io.sidetone.transport.pbx.PbxCounters;
import io.sidetone.transport.sip.source.Blocks;
import io.sidetone.transport.stream.FakeCallHandle;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamFormat.Encoding;
import io.sidetone.transport.stream.StreamRefusedException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AudioSocketHandlerTest {
    private static final String ID = "40325ec2-5efd-4bd3-805f-53576e581d13";
    private static final String HELLO = "010010" + ID.replace("-", "");
    private static final String SOUND = "100004" + "01020304";
    private static final String GOODBYE = "000000";

    private final FakeCallHandle call = new FakeCallHandle();
    private final PbxCounters counters = new PbxCounters("audiosocket");
    private final List<UUID> ids = new ArrayList<>();
    private long nowNs = 1;
    private EmbeddedChannel channel;

    @AfterEach
    void releaseEverything() {
        channel.finishAndReleaseAll();
    }

    private AudioSocketHandlerTest connect() {
        AudioSocketSettings settings =
                new AudioSocketSettings(new InetSocketAddress("127.0.0.1", 0), List.of(), ids, 20, 10);
        channel = new EmbeddedChannel(new AudioSocketHandler(call, settings, counters, () -> nowNs));
        channel.freezeTime();
        return this;
    }

    private AudioSocketHandlerTest feed(String hex) {
        channel.writeInbound(Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex)));
        return this;
    }

    private void pass(long ms) {
        nowNs += ms * 1_000_000;
        channel.advanceTimeBy(ms, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
    }

    private String sent() {
        StringBuilder hex = new StringBuilder();
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            hex.append(ByteBufUtil.hexDump(out));
            out.release();
        }
        return hex.toString();
    }

    private long count(PbxCounter counter) {
        return counters.get(counter);
    }

    @Test
    void shouldBeginACallWithItsFirstSound() {
        connect().feed(HELLO);
        assertThat(call.opened).isZero();
        feed(SOUND);
        assertThat(call.opened).isOne();
        assertThat(call.offer.externalId()).isEqualTo(ID);
        assertThat(call.offer.header().apply("UUID")).isEqualTo(ID);
        assertThat(call.offer.in()).isEqualTo(new StreamFormat(Encoding.L16_LE, 8_000));
        assertThat(call.offer.buffering()).isEqualTo(new Buffering(20, false, false));
        assertThat(call.heard.toByteArray()).containsExactly(1, 2, 3, 4);
    }

    @Test
    void shouldDropWhatIsSaidWhileSomebodyDecidesOnTheCall() {
        call.asks = true;
        connect().feed(HELLO).feed(SOUND).feed("030001" + "35").feed(SOUND);
        pass(AudioSocketHandler.AUDIO_TIMEOUT_MS);
        assertThat(call.opened).isZero();
        assertThat(call.opening.waits()).isTrue();
        call.decide(nowNs);
        feed("100004" + "05060708");
        assertThat(call.opened).isOne();
        assertThat(call.heard.toByteArray()).containsExactly(5, 6, 7, 8);
        assertThat(call.events).isEmpty();
        assertThat(count(PbxCounter.CALLS)).isOne();
    }

    @Test
    void shouldSayGoodbyeWhenTheCallIsRefusedLater() {
        call.asks = true;
        call.refusal = new StreamRefusedException(486, "on-call refuses the call");
        connect().feed(HELLO).feed(SOUND);
        call.decide(nowNs);
        assertThat(sent()).isEqualTo(GOODBYE);
        assertThat(call.opening.waits()).isFalse();
        assertThat(count(PbxCounter.CALLS_REFUSED)).isOne();
    }

    @Test
    void shouldAnswerACallerWhoseChannelSendsNothing() {
        connect().feed(HELLO);
        pass(AudioSocketHandler.AUDIO_TIMEOUT_MS - 1);
        assertThat(call.opened).isZero();
        pass(1);
        assertThat(call.opened).isOne();
        assertThat(call.offer.in().sampleRateHz()).isEqualTo(8_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "030001" + "35"})
    void shouldTakeTheKindOfTheFirstSoundEvenWhenTheCallBeganWithoutAny(String before) {
        connect().feed(HELLO + before);
        pass(AudioSocketHandler.AUDIO_TIMEOUT_MS);
        assertThat(call.opened).isOne();
        call.wire.audio(new byte[320], 320, 48, 0);
        assertThat(sent()).startsWith("100140");
        feed("120004" + "05060708");
        assertThat(call.events).contains("formats L16_LE 16000 16000");
        assertThat(call.heard.toByteArray()).containsExactly(5, 6, 7, 8);
        assertThat(call.wire.audio(new byte[640], 640, 48, 20)).isTrue();
        assertThat(sent()).startsWith("120280").hasSize(6 + 2 * 640);
        assertThat(channel.config().getWriteBufferHighWaterMark()).isEqualTo(643 + 96);
        feed(SOUND);
        assertThat(count(PbxCounter.MEDIA_OUT_OF_PLACE)).isOne();
    }

    @Test
    void shouldHangUpOnARateItDoesNotTakeEvenWhenTheCallBeganWithoutSound() {
        connect().feed(HELLO);
        pass(AudioSocketHandler.AUDIO_TIMEOUT_MS);
        feed("180004" + "05060708");
        assertThat(call.events).containsExactly("hang-up TRANSPORT_FAILED");
        assertThat(count(PbxCounter.FORMAT_REFUSED)).isOne();
        assertThat(channel.isOpen()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"10,8000", "11,12000", "12,16000", "13,24000", "14,32000", "16,48000"})
    void shouldTakeTheRateOfTheFirstSoundAndAnswerInItsKind(String kind, int rate) {
        connect().feed(HELLO + kind + "00020102");
        assertThat(call.offer.in().sampleRateHz()).isEqualTo(rate);
        int bytes = rate / 50 * 2;
        assertThat(call.wire.audio(new byte[bytes], bytes, 48, 0)).isTrue();
        assertThat(sent()).startsWith(kind + String.format("%04x", bytes)).hasSize(6 + 2 * bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "18"})
    void shouldHangUpOnRatesItDoesNotTake(String kind) {
        connect().feed(HELLO + kind + "00020102");
        assertThat(call.opened).isZero();
        assertThat(sent()).isEqualTo(GOODBYE);
        assertThat(channel.isOpen()).isFalse();
        assertThat(count(PbxCounter.FORMAT_REFUSED)).isOne();
    }

    @Test
    void shouldDropSoundOfAnotherKindThanTheCalls() {
        connect().feed(HELLO + SOUND + "120004" + "05060708");
        assertThat(call.heard.toByteArray()).hasSize(4);
        assertThat(count(PbxCounter.MEDIA_OUT_OF_PLACE)).isOne();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "100004" + "01020304",
                "030001" + "35",
                "01000f" + "00112233445566778899aabbccddee",
                "010000",
                "ff000101",
                "474554202f20485454502f312e310d0a"
            })
    void shouldHangUpOnWhoDoesNotNameACallFirst(String first) {
        connect().feed(first);
        assertThat(call.opened).isZero();
        assertThat(channel.isOpen()).isFalse();
        assertThat(count(PbxCounter.BAD_EVENTS) + count(PbxCounter.OVERSIZE)).isOne();
    }

    @Test
    void shouldNotWaitForeverForAName() {
        connect().feed("0100");
        pass(AudioSocketHandler.ID_TIMEOUT_MS - 1);
        assertThat(channel.isOpen()).isTrue();
        pass(1);
        assertThat(channel.isOpen()).isFalse();
        assertThat(count(PbxCounter.SILENT_STARTS)).isOne();
    }

    @Test
    void shouldTakeOnlyAnnouncedCallsWhereSomeAreAnnounced() {
        ids.add(UUID.fromString("00000000-0000-0000-0000-000000000001"));
        connect().feed(HELLO + SOUND);
        assertThat(call.opened).isZero();
        assertThat(sent()).isEqualTo(GOODBYE);
        assertThat(count(PbxCounter.ACCESS_REFUSED)).isOne();
        ids.add(UUID.fromString(ID));
        channel.finishAndReleaseAll();
        connect().feed(HELLO + SOUND);
        assertThat(call.opened).isOne();
    }

    @Test
    void shouldHearDigits() {
        connect().feed(HELLO + "030001" + "35" + "030001" + "23");
        assertThat(call.events).containsExactly("digit 5 0", "digit # 0");
    }

    @Test
    void shouldEndWhenAsteriskHangsUp() {
        connect().feed(HELLO + SOUND + GOODBYE + SOUND);
        assertThat(call.events).containsExactly("hang-up CALLER_HUNG_UP");
        assertThat(call.heard.toByteArray()).hasSize(4);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void shouldEndWhenTheConnectionEnds() {
        connect().feed(HELLO + SOUND + "100004" + "0102");
        channel.close();
        assertThat(call.events).containsExactly("hang-up CALLER_HUNG_UP");
        assertThat(count(PbxCounter.TRUNCATED)).isOne();
    }

    @Test
    void shouldEndAtAnErrorOfAsterisk() {
        connect().feed(HELLO + SOUND + "ff0001" + "02");
        assertThat(call.events).containsExactly("hang-up TRANSPORT_FAILED");
        assertThat(count(PbxCounter.PEER_ERRORS)).isOne();
    }

    @Test
    void shouldHangUp() {
        connect().feed(HELLO + SOUND);
        call.wire.hangUp(EndCause.AGENT_HUNG_UP);
        call.wire.hangUp(EndCause.AGENT_HUNG_UP);
        assertThat(sent()).isEqualTo(GOODBYE);
        assertThat(channel.isOpen()).isFalse();
        assertThat(call.wire.audio(new byte[320], 320, 48, 0)).isFalse();
        assertThat(sent()).isEmpty();
    }

    @Test
    void shouldNeverSendWhatAsteriskRejects() {
        connect().feed(HELLO + SOUND);
        assertThat(call.wire.audio(new byte[0], 0, 48, 0)).isFalse();
        call.wire.pause(48);
        call.wire.resume(48);
        call.wire.turnEnd(48, 0);
        call.wire.clear(48);
        assertThat(sent()).isEmpty();
    }

    @Test
    void shouldKeepWhatASlowPeerDoesNotTakeAndSayWhenThereIsRoom() {
        connect().feed(HELLO + SOUND);
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        assertThat(call.wire.audio(new byte[320], 320, 48, 0)).isFalse();
        pass(1_000);
        assertThat(sent()).isEmpty();
        assertThat(call.writables).isZero();
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
        channel.runPendingTasks();
        assertThat(call.writables).isPositive();
        assertThat(call.wire.audio(new byte[320], 320, 48, 0)).isTrue();
    }

    @Test
    void shouldLetTwoFramesWaitForTheNetwork() {
        connect().feed(HELLO + SOUND);
        assertThat(channel.config().getWriteBufferHighWaterMark()).isEqualTo(323 + 96);
    }

    @Test
    void shouldSendSilenceBeforeAsteriskGivesUp() {
        connect().feed(HELLO + SOUND);
        pass(500);
        assertThat(sent()).isEmpty();
        pass(500);
        assertThat(sent()).isEqualTo("100140" + "00".repeat(320));
        pass(500);
        call.wire.audio(new byte[320], 320, 48, 0);
        sent();
        pass(500);
        assertThat(sent()).isEmpty();
        pass(500);
        assertThat(sent()).isEqualTo("100140" + "00".repeat(320));
    }

    @Test
    void shouldGiveUpAPeerThatVanished() {
        connect().feed(HELLO + SOUND);
        for (int i = 0; i < 119; i++) {
            pass(500);
        }
        assertThat(call.events).isEmpty();
        sent();
        pass(500);
        assertThat(call.events).containsExactly("hang-up MEDIA_TIMEOUT");
        assertThat(sent()).isEqualTo(GOODBYE);
        assertThat(count(PbxCounter.SILENT_PEERS)).isOne();
    }

    @Test
    void shouldGiveUpAPeerThatSpeaksAndReadsNothing() {
        connect().feed(HELLO + SOUND);
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        for (int i = 0; i < 119; i++) {
            pass(500);
            feed(SOUND);
        }
        assertThat(call.events).isEmpty();
        pass(1_000);
        assertThat(call.events).containsExactly("hang-up MEDIA_TIMEOUT");
        assertThat(count(PbxCounter.SILENT_PEERS)).isOne();
        pass(1_000);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void shouldSayThatNobodyTakesTheCall() {
        call.refusal = new StreamRefusedException(503, "full");
        connect().feed(HELLO + SOUND);
        assertThat(sent()).isEqualTo(GOODBYE);
        assertThat(channel.isOpen()).isFalse();
        assertThat(count(PbxCounter.CALLS_REFUSED)).isOne();
        assertThat(call.events).isEmpty();
    }

    @Test
    void shouldSurviveWhatMakesNoSense() {
        connect()
                .feed(HELLO + SOUND + HELLO + "100000" + "100003" + "050607" + "100001" + "08" + "030002" + "3535"
                        + "030000" + "030001" + "41" + "030001" + "7a" + "200003" + "010203" + "040000");
        assertThat(call.opened).isOne();
        assertThat(call.heard.toByteArray()).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(call.events).containsExactly("digit A 0");
        assertThat(count(PbxCounter.EMPTY_MEDIA)).isOne();
        assertThat(count(PbxCounter.ODD_MEDIA)).isEqualTo(2);
        assertThat(count(PbxCounter.BAD_EVENTS)).isEqualTo(4);
        assertThat(count(PbxCounter.UNKNOWN_EVENTS)).isEqualTo(2);
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void shouldHangUpOnAFrameAboveTheLimit() {
        connect().feed(HELLO + SOUND + "10ffff" + "0102");
        assertThat(call.events).containsExactly("hang-up TRANSPORT_FAILED");
        assertThat(count(PbxCounter.OVERSIZE)).isOne();
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void shouldServeThisMachineAndWhoIsListed() throws Exception {
        connect();
        AudioSocketSettings settings = new AudioSocketSettings(
                new InetSocketAddress("127.0.0.1", 0), List.of(Blocks.of("192.0.2.0/24")), ids, 20, 10);
        assertThat(settings.admits(InetAddress.getByName("127.0.0.1"))).isTrue();
        assertThat(settings.admits(InetAddress.getByName("192.0.2.200"))).isTrue();
        assertThat(settings.admits(InetAddress.getByName("198.51.100.1"))).isFalse();
    }
}
