package io.sidetone.transport.rtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sidetone.audio.codec.G711;
import io.sidetone.audio.tone.Tone;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.packet.TelephoneEvent;
import io.sidetone.transport.rtp.receive.OtherSources;
import io.sidetone.transport.rtp.receive.ReceiveWork;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("CARD-03")
@Tag("CARD-08")
class RtpIngressTest {
    private static final InetSocketAddress CALLER = new InetSocketAddress("192.0.2.10", 4000);
    private static final InetSocketAddress STRANGER = new InetSocketAddress("203.0.113.66", 4000);
    private static final int SSRC = 0xdeadbeef;
    private static final int EVENTS = 101;
    private static final long MS = 1_000_000L;

    private final RecordingSink sink = new RecordingSink();
    private final RtpCounters counters = new RtpCounters();
    private int rtcpSeen;
    private final RtpIngress ingress = new RtpIngress(
            new ReceiveWork(), 8_000, sink, counters, (buffer, index, length, source, nowNs) -> rtcpSeen++);
    private final ByteBuf packet = Unpooled.buffer(4096);
    private long nowMs;

    private void answer() {
        ingress.negotiated(
                new PayloadMap(List.of(AudioFormat.PCMU, AudioFormat.PCMA), EVENTS),
                true,
                CALLER,
                CALLER.getAddress(),
                OtherSources.NONE,
                0);
    }

    private void send(InetSocketAddress from, int type, int sequence, int timestamp, int ssrc, byte[] payload) {
        packet.clear();
        RtpHeader.write(packet, false, type, sequence, timestamp, ssrc);
        packet.writeBytes(payload);
        deliver(from);
    }

    private void deliver(InetSocketAddress from) {
        int readerIndex = packet.readerIndex();
        ingress.onRtpPort(packet, from, nowMs * MS);
        assertThat(packet.refCnt()).isEqualTo(1);
        assertThat(packet.readerIndex()).isEqualTo(readerIndex);
    }

    private static byte[] filled(int length, int code) {
        byte[] payload = new byte[length];
        Arrays.fill(payload, (byte) code);
        return payload;
    }

    /** One packet of 20 ms whose sound tells its number. */
    private void audio(int number) {
        send(CALLER, 0, 1000 + number, 5000 + number * 160, SSRC, filled(160, number & 0x7F));
        nowMs += 20;
    }

    private void audio(int from, int to) {
        for (int number = from; number < to; number++) {
            audio(number);
        }
    }

    private long count(RtpCounter counter) {
        return counters.value(counter);
    }

    @Test
    void shouldHandOnEveryPacketAsOneFrameFromTheSecondOn() {
        answer();
        audio(0, 10);
        assertThat(sink.frames).hasSize(9);
        assertThat(sink.positions()).containsExactly(0L, 160L, 320L, 480L, 640L, 800L, 960L, 1120L, 1280L);
        for (int i = 0; i < 9; i++) {
            short[] expected = new short[160];
            G711.PCMU.decode(filled(160, i + 1), 0, 160, expected, 0);
            assertThat(sink.frames.get(i).pcm()).isEqualTo(expected);
            assertThat(sink.frames.get(i).sampleRateHz()).isEqualTo(8000);
        }
        assertThat(sink.events).containsExactly("first media @20");
        assertThat(count(RtpCounter.PACKETS_IN)).isEqualTo(9);
        assertThat(count(RtpCounter.BYTES_IN)).isEqualTo(9 * 160);
        assertThat(count(RtpCounter.SOURCE_PROBATION)).isEqualTo(1);
        assertThat(ingress.codecName()).isEqualTo("PCMU");
    }

    @Test
    void shouldCountAndDropWhatComesBeforeTheAnswerAndAfterTheEnd() {
        audio(0, 5);
        assertThat(count(RtpCounter.BEFORE_ANSWER)).isEqualTo(5);
        answer();
        audio(5, 10);
        ingress.end();
        audio(10, 13);
        answer();
        audio(13, 14);
        assertThat(count(RtpCounter.AFTER_END)).isEqualTo(4);
        assertThat(sink.frames).hasSize(4);
    }

    @Test
    void shouldIgnoreAndCountWhatIsNotRtp() {
        answer();
        audio(0, 3);
        String[] datagrams = {
            "",
            "80",
            "000100002112a442",
            "16feff00",
            "800000010000",
            "4000000100000000deadbeef",
            "8f00000100000000deadbeef"
        };
        for (String hex : datagrams) {
            packet.clear().writeBytes(ByteBufUtil.decodeHexDump(hex));
            deliver(CALLER);
        }
        assertThat(count(RtpCounter.STUN_IGNORED)).isEqualTo(1);
        assertThat(count(RtpCounter.DTLS_IGNORED)).isEqualTo(1);
        assertThat(count(RtpCounter.MALFORMED)).isEqualTo(5);
        audio(3, 5);
        assertThat(sink.frames).hasSize(4);
    }

    @Test
    void shouldSurviveJunkOfAnyLengthFromAnybody() {
        long seed = 42;
        Random random = new Random(seed);
        answer();
        audio(0, 5);
        for (int i = 0; i < 50_000; i++) {
            byte[] junk = new byte[random.nextInt(1600)];
            random.nextBytes(junk);
            packet.clear().writeBytes(junk);
            deliver(random.nextBoolean() ? CALLER : STRANGER);
            ingress.onRtcpPort(packet, CALLER, nowMs * MS);
        }
        assertThat(count(RtpCounter.MALFORMED)).as("seed %d", seed).isGreaterThan(10_000);
        assertThat(ingress.latch().target()).isEqualTo(CALLER);
        int before = sink.frames.size();
        audio(5, 10);
        assertThat(sink.frames.size()).isGreaterThanOrEqualTo(before + 4);
    }

    @Test
    void shouldRefuseAPayloadLargerThanAnEthernetFrame() {
        answer();
        audio(0, 3);
        send(CALLER, 0, 1003, 5480, SSRC, new byte[ReceiveWork.MAX_PAYLOAD + 1]);
        assertThat(count(RtpCounter.MALFORMED)).isEqualTo(1);
        send(CALLER, 0, 1003, 5480, SSRC, new byte[ReceiveWork.MAX_PAYLOAD]);
        assertThat(sink.frames).hasSize(2 + ReceiveWork.MAX_PAYLOAD / 160);
    }

    @Test
    void shouldSkipCsrcExtensionAndPadding() {
        answer();
        audio(0, 2);
        packet.clear();
        RtpHeader.write(packet, false, 0, 1002, 5320, SSRC);
        packet.setByte(0, 0xB1);
        packet.writeInt(7).writeInt(0xBEDE0001).writeInt(99);
        packet.writeBytes(filled(160, 2)).writeBytes(new byte[] {0, 0, 3});
        deliver(CALLER);
        assertThat(sink.frames).hasSize(2);
        assertThat(sink.frames.get(1).pcm()).containsOnly(G711.PCMU.level((byte) 2));
    }

    @Test
    void shouldKeepItsTargetWhenAForeignSourceFloods() {
        answer();
        audio(0, 10);
        int frames = sink.frames.size();
        for (int i = 0; i < 50_000; i++) {
            send(STRANGER, 0, 1010 + i, 6600 + i * 160, SSRC, filled(160, 1));
        }
        assertThat(ingress.latch().target()).isEqualTo(CALLER);
        assertThat(sink.frames).hasSize(frames);
        assertThat(count(RtpCounter.FOREIGN_SOURCE)).isEqualTo(50_000);
        audio(10, 12);
        assertThat(sink.frames).hasSize(frames + 2);
    }

    @Test
    void shouldTakeTheFourthPacketOfAnotherPortAndNoneBefore() {
        InetSocketAddress translated = new InetSocketAddress("192.0.2.10", 50_001);
        answer();
        for (int i = 0; i < 6; i++) {
            send(translated, 0, i, i * 160, SSRC, filled(160, i));
        }
        assertThat(count(RtpCounter.LATCH_PROBATION)).isEqualTo(3);
        assertThat(count(RtpCounter.LATCHED)).isEqualTo(1);
        assertThat(sink.frames).hasSize(3);
        assertThat(ingress.latch().source()).isEqualTo(translated);
    }

    @Test
    void shouldSayOnceThatAllMediaIsRefusedForHalfASecond() {
        answer();
        for (int i = 0; i < 300; i++) {
            nowMs += 20;
            send(STRANGER, 0, i, i * 160, SSRC, filled(160, i));
            if (i == 20) {
                audio(0, 1);
            }
        }
        assertThat(sink.events.stream().filter(event -> event.startsWith("refused")))
                .hasSize(1);
        assertThat(count(RtpCounter.MEDIA_REFUSED)).isEqualTo(1);
    }

    @Test
    void shouldNotCallACallDeafThatHearsItsCaller() {
        answer();
        for (int i = 0; i < 300; i++) {
            nowMs += 20;
            send(STRANGER, 0, i, i * 160, SSRC, filled(160, i));
            audio(i, i + 1);
        }
        nowMs += 60_000;
        for (int stray = 0; stray < 10; stray++) {
            nowMs += 300;
            send(STRANGER, 0, stray, stray * 160, SSRC, filled(160, stray));
        }
        assertThat(count(RtpCounter.MEDIA_REFUSED)).isZero();
    }

    /** Packets {@code from} to {@code to}, the first of them last, all within one moment. */
    private void firstLast(int from, int to) {
        for (int i = from + 1; i <= to; i++) {
            send(CALLER, 0, 1000 + i, 5000 + i * 160, SSRC, filled(160, i));
        }
        audio(from);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void shouldRestoreOrderOnceItHasSeenDisorder(int places) {
        answer();
        audio(0, 4);
        firstLast(4, 5);
        assertThat(count(RtpCounter.LATE)).isEqualTo(1);
        assertThat(sink.positions()).containsExactly(0L, 160L, 320L, 640L);
        firstLast(6, 6 + places);
        assertThat(sink.frames).hasSize(5 + places);
        assertThat(sink.frames.get(4).pcm()).containsOnly(G711.PCMU.level((byte) 6));
        assertThat(count(RtpCounter.LOST)).isEqualTo(1);
        assertThat(count(RtpCounter.REORDERED)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 10, 100})
    void shouldCountOnOverLossBursts(int burst) {
        answer();
        audio(0, 5);
        nowMs += burst * 20L;
        audio(5 + burst, 20 + burst);
        assertThat(count(RtpCounter.LOST)).isEqualTo(burst);
        assertThat(ingress.cumulativeLost()).isEqualTo(burst);
        assertThat(sink.frames).hasSize(4 + 15);
        assertThat(sink.positions().get(3)).isEqualTo(480L);
        assertThat(sink.positions().get(4)).isEqualTo(640L + burst * 160L);
        assertThat(sink.positions().get(18)).isEqualTo((18 + burst) * 160L);
    }

    @Test
    void shouldReleaseAWaitingPacketAtTheTick() {
        answer();
        audio(0, 3);
        firstLast(3, 4);
        audio(6);
        assertThat(sink.frames).hasSize(3);
        ingress.onTick((nowMs - 20 + 5) * MS - 1);
        assertThat(sink.frames).hasSize(3);
        ingress.onTick((nowMs - 20 + 5) * MS);
        assertThat(sink.positions()).containsExactly(0L, 160L, 480L, 800L);
    }

    @Test
    void shouldCountDuplicates() {
        answer();
        audio(0, 3);
        send(CALLER, 0, 1002, 5320, SSRC, filled(160, 2));
        assertThat(count(RtpCounter.DUPLICATE)).isEqualTo(1);
        assertThat(sink.frames).hasSize(2);
    }

    @Test
    void shouldLoseThreeInAHundredAndSayExactlyWhich() {
        long seed = 3;
        Random random = new Random(seed);
        answer();
        audio(0, 2);
        int lost = 0;
        for (int i = 2; i < 2002; i++) {
            if (i < 2000 && random.nextInt(100) < 3) {
                nowMs += 20;
                lost++;
            } else {
                audio(i);
            }
        }
        ingress.onTick((nowMs + 40) * MS);
        assertThat(count(RtpCounter.LOST)).as("seed %d", seed).isEqualTo(lost);
        assertThat(sink.frames).hasSize(2001 - lost);
        for (RecordingSink.Frame frame : sink.frames) {
            int number = (int) (frame.streamSamples() / 160) + 1;
            assertThat(frame.pcm()[0]).isEqualTo(G711.PCMU.level((byte) (number & 0x7F)));
        }
    }

    @Test
    void shouldCrossTheWrapOfSequenceAndTimestamp() {
        answer();
        for (int i = 0; i < 10; i++) {
            send(CALLER, 0, 65531 + i & 0xFFFF, -800 + i * 160, SSRC, filled(160, i));
            nowMs += 20;
        }
        assertThat(sink.frames).hasSize(9);
        assertThat(sink.positions().get(8)).isEqualTo(8 * 160L);
        assertThat(count(RtpCounter.LOST)).isZero();
        assertThat(count(RtpCounter.TIMESTAMP_JUMP)).isZero();
    }

    @Test
    void shouldTakeANewSsrcFromTheCallerAndGoOnByTime() {
        answer();
        audio(0, 5);
        nowMs += 1000;
        for (int i = 0; i < 5; i++) {
            send(CALLER, 0, 40_000 + i, 9_000_000 + i * 160, 77, filled(160, 1));
            nowMs += 20;
        }
        assertThat(count(RtpCounter.SSRC_CHANGED)).isEqualTo(1);
        assertThat(count(RtpCounter.LOST)).isZero();
        assertThat(sink.frames).hasSize(4 + 4);
        // Second packet of the new source: 1,040 ms after the last of the old one, whose end was at 640.
        assertThat(sink.positions().get(4)).isEqualTo(640L + (1040 - 20) * 8);
        assertThat(ingress.remoteSsrc()).isEqualTo(77);
    }

    @Test
    void shouldFollowARestartOfTheSameSource() {
        answer();
        audio(0, 5);
        for (int i = 0; i < 5; i++) {
            send(CALLER, 0, 30_000 + i, 77 + i * 160, SSRC, filled(160, 1));
            nowMs += 20;
        }
        assertThat(count(RtpCounter.SEQUENCE_JUMP)).isEqualTo(1);
        assertThat(count(RtpCounter.SEQUENCE_RESTARTED)).isEqualTo(1);
        assertThat(sink.positions()).isSorted().hasSize(8);
    }

    @Test
    void shouldChangeTheCodecWithThePayloadType() {
        answer();
        audio(0, 3);
        for (int i = 3; i < 6; i++) {
            send(CALLER, 8, 1000 + i, 5000 + i * 160, SSRC, filled(160, 0x2A));
        }
        short[] expected = new short[160];
        G711.PCMA.decode(filled(160, 0x2A), 0, 160, expected, 0);
        assertThat(sink.frames).hasSize(5);
        assertThat(sink.frames.get(2).pcm()).isEqualTo(expected);
        assertThat(ingress.codecName()).isEqualTo("PCMA");
        assertThat(count(RtpCounter.LOST)).isZero();
    }

    @Test
    void shouldCountAnUnknownPayloadTypeButNoLoss() {
        answer();
        audio(0, 3);
        send(CALLER, 96, 1003, 5480, SSRC, filled(20, 1));
        nowMs += 20;
        audio(4, 6);
        assertThat(count(RtpCounter.UNKNOWN_PAYLOAD_TYPE)).isEqualTo(1);
        assertThat(count(RtpCounter.LOST)).isZero();
        assertThat(sink.positions()).containsExactly(0L, 160L, 480L, 640L);
    }

    @Test
    void shouldNotTakeAnUnknownPayloadTypeForMedia() {
        answer();
        for (int i = 0; i < 10; i++) {
            send(CALLER, 96, i, i * 160, SSRC, filled(20, 1));
        }
        assertThat(sink.events).isEmpty();
        assertThat(ingress.latch().target()).isNull();
    }

    private void event(int sequence, int timestamp, boolean end, int duration) {
        ByteBuf payload = Unpooled.buffer(4);
        TelephoneEvent.write(payload, 5, end, 10, duration);
        send(CALLER, EVENTS, sequence, timestamp, SSRC, ByteBufUtil.getBytes(payload));
        nowMs += 20;
    }

    @Test
    void shouldReportADigitOnceAndFeedNothingOfIt() {
        answer();
        audio(0, 3);
        for (int i = 1; i <= 5; i++) {
            event(1002 + i, 5480, false, i * 160);
        }
        for (int i = 0; i < 3; i++) {
            event(1008 + i, 5480, true, 800);
        }
        audio(11, 13);
        assertThat(sink.digits()).containsExactly("digit 5 100");
        assertThat(sink.positions()).containsExactly(0L, 160L, 10 * 160L, 11 * 160L);
        assertThat(count(RtpCounter.LOST)).isZero();
        assertThat(count(RtpCounter.TIMESTAMP_JUMP)).isZero();
        assertThat(ingress.jitterMicros()).isZero();
    }

    @Test
    void shouldReportADigitWhoseEndsAreLostAtTheTick() {
        answer();
        audio(0, 3);
        event(1003, 5480, false, 160);
        ingress.onTick((nowMs + 300) * MS);
        assertThat(sink.digits()).isEmpty();
        ingress.onTick((nowMs + 400) * MS);
        assertThat(sink.digits()).containsExactly("digit 5 20");
    }

    /** The caller's line goes silent while a key is heard: its end does not come, so time ends it. */
    @Test
    void shouldEndADigitInTheSoundWhenNothingComesAnyMore() {
        answer();
        ingress.hearDigits(true, 0);
        audio(0, 3);
        Tone tone = Tone.dtmf('7', 8_000, -12);
        short[] pcm = new short[160];
        byte[] payload = new byte[160];
        for (int number = 3; number < 8; number++) {
            tone.fill(pcm, 0, pcm.length);
            G711.PCMU.encode(pcm, 0, pcm.length, payload, 0);
            send(CALLER, 0, 1000 + number, 5000 + number * 160, SSRC, payload);
            nowMs += 20;
            ingress.onTick(nowMs * MS);
        }
        assertThat(sink.digits()).isEmpty();
        ingress.onTick((nowMs + 1_000) * MS);
        assertThat(sink.digits()).singleElement().asString().startsWith("digit 7 ");
    }

    @Test
    void shouldDemultiplexRtcpFromTheCallerOnly() {
        answer();
        audio(0, 3);
        packet.clear().writeBytes(ByteBufUtil.decodeHexDump("80c90001deadbeef"));
        deliver(CALLER);
        deliver(STRANGER);
        ingress.onRtcpPort(packet, new InetSocketAddress("192.0.2.10", 4001), 0);
        assertThat(rtcpSeen).isEqualTo(2);
        assertThat(count(RtpCounter.RTCP_FOREIGN)).isEqualTo(1);
        packet.setByte(1, 0);
        ingress.onRtcpPort(packet, CALLER, 0);
        assertThat(count(RtpCounter.RTCP_MALFORMED)).isEqualTo(1);
    }

    @Test
    void shouldTakeNothingWhenTheDirectionSaysSo() {
        ingress.negotiated(
                new PayloadMap(List.of(AudioFormat.PCMU), EVENTS),
                false,
                CALLER,
                CALLER.getAddress(),
                OtherSources.NONE,
                0);
        audio(0, 6);
        assertThat(sink.frames).isEmpty();
        assertThat(count(RtpCounter.NOT_RECEIVING)).isEqualTo(6);
        assertThat(ingress.latch().target()).isEqualTo(CALLER);
    }

    @Test
    void shouldNotReopenLatchingWhenTheOfferIsRepeated() {
        answer();
        audio(0, 6);
        answer();
        for (int i = 0; i < 10; i++) {
            send(new InetSocketAddress("192.0.2.10", 9), 0, i, i * 160, 5, filled(160, 1));
        }
        assertThat(ingress.latch().target()).isEqualTo(CALLER);
        assertThat(count(RtpCounter.FOREIGN_SOURCE)).isEqualTo(10);
    }

    @Test
    void shouldRefuseAudioFasterThanRealTimeSoThatTheLaneIsSpared() {
        answer();
        for (int i = 0; i < 10_000; i++) {
            send(CALLER, 0, i & 0xFFFF, i * 160, SSRC, filled(160, 1));
        }
        assertThat(sink.frames.size()).isBetween(100, 110);
        assertThat(count(RtpCounter.AUDIO_OVERRUN)).isEqualTo(9_999 - sink.frames.size());
    }

    @Test
    void shouldCountFramesTheLaneRefuses() {
        answer();
        sink.accepts = false;
        audio(0, 5);
        assertThat(count(RtpCounter.LANE_REFUSED)).isEqualTo(4);
        sink.accepts = true;
        audio(5, 6);
        assertThat(sink.positions()).containsExactly(640L);
    }

    @Test
    void shouldRefuseMapsThatCannotWork() {
        assertThatThrownBy(() -> new PayloadMap(List.of(), EVENTS)).hasMessageContaining("no audio format");
        assertThatThrownBy(() -> new PayloadMap(List.of(AudioFormat.PCMU), 128)).hasMessageContaining("0…127");
    }
}
