package io.sidetone.transport.rtp.rtcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sidetone.transport.rtp.StubDatagramSink;
import io.sidetone.transport.rtp.quality.LossPattern;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RtcpSessionTest {
    private static final InetSocketAddress PEER = new InetSocketAddress("192.0.2.10", 4001);
    private static final int OURS = 0x0A0B0C0D;
    private static final int THEIRS = 0x11223344;
    private static final long SECOND = 1_000_000_000L;
    private static final long WALL_MS = 1_700_000_000_500L;

    private final StubDatagramSink sink = new StubDatagramSink();
    private final RtpCounters counters = new RtpCounters();
    private final List<String> heard = new ArrayList<>();
    private final List<String> receptions = new ArrayList<>();
    private final List<String> shown = new ArrayList<>();
    private long packetsSent;
    private boolean receiving;
    private double chance;

    private final RtcpSession session = new RtcpSession(
            new SenderSource() {
                @Override
                public int ssrc() {
                    return OURS;
                }

                @Override
                public long packetsSent() {
                    return packetsSent;
                }

                @Override
                public long octetsSent() {
                    return packetsSent * 160;
                }

                @Override
                public int timestampAt(long nowNs) {
                    return (int) (nowNs / 125_000);
                }
            },
            new ReceptionSource() {
                @Override
                public boolean receiving() {
                    return receiving;
                }

                @Override
                public int remoteSsrc() {
                    return THEIRS;
                }

                @Override
                public int takeFractionLost() {
                    return 64;
                }

                @Override
                public long cumulativeLost() {
                    return -3;
                }

                @Override
                public int extendedHighestSequence() {
                    return 0x10005;
                }

                @Override
                public int jitter() {
                    return 17;
                }
            },
            new RtcpListener() {
                @Override
                public void onReport(long nowNs) {
                    heard.add("report");
                }

                @Override
                public void onReception(int fractionLost, long jitter, long nowNs) {
                    receptions.add(fractionLost + "/256, jitter " + jitter);
                }

                @Override
                public void onOpinion(double score) {
                    heard.add("opinion " + score);
                }

                @Override
                public void onReportSent(ByteBuf compound, InetSocketAddress target, long nowNs) {
                    shown.add(compound.readableBytes() + " to " + target.getPort());
                }

                @Override
                public void onRoundTrip(long roundTripMicros, long nowNs) {
                    heard.add("rtt " + Math.round(roundTripMicros / 1000.0));
                }
            },
            counters,
            new NtpTime(WALL_MS, 0),
            new RandomGenerator() {
                @Override
                public long nextLong() {
                    return 0;
                }

                @Override
                public double nextDouble() {
                    return chance;
                }
            },
            "a1b2c3");

    private void receive(ByteBuf packet, long nowNs) {
        session.onCompound(packet, 0, packet.readableBytes(), nowNs);
    }

    private static ByteBuf block(ByteBuf packet, int ssrc, int lastReport, int delay) {
        return packet.writeInt(ssrc)
                .writeInt(0x40000009)
                .writeInt(5)
                .writeInt(3)
                .writeInt(lastReport)
                .writeInt(delay);
    }

    @Test
    void shouldTellHowThePeerReceivesUsAndCountItsLossOnce() {
        packetsSent = 100;
        receive(receiverReport(0, 0), 0);
        receive(receiverReport(0, 0), 0);
        assertThat(receptions).containsExactly("64/256, jitter 3", "64/256, jitter 3");
        assertThat(counters.value(RtpCounter.FAR_LOST)).isEqualTo(9);
        assertThat(session.farLost()).isEqualTo(9);
    }

    @Test
    void shouldNotBelieveThatMoreWasLostThanSent() {
        packetsSent = 4;
        receive(receiverReport(0, 0), 0);
        assertThat(counters.value(RtpCounter.FAR_LOST)).isEqualTo(4);
    }

    private static ByteBuf receiverReport(int lastReport, int delay) {
        ByteBuf packet = Unpooled.buffer();
        RtcpPacket.writeHeader(packet, RtcpPacket.RECEIVER_REPORT, 1, 32, THEIRS);
        return block(packet, OURS, lastReport, delay);
    }

    @Test
    void shouldConvertTimeToNtp() {
        NtpTime time = new NtpTime(WALL_MS, 5 * SECOND);
        assertThat(time.at(5 * SECOND)).isEqualTo(1_700_000_000L + 2_208_988_800L << 32 | 0x80000000L);
        assertThat(time.at(6 * SECOND + SECOND / 4)).isEqualTo(1_700_000_001L + 2_208_988_800L << 32 | 0xC0000000L);
        assertThat(NtpTime.middle(0x1122334455667788L)).isEqualTo(0x33445566);
    }

    @Test
    void shouldReportAtRandomIntervalsAroundFiveSeconds() {
        session.target(sink, PEER);
        chance = 0.5;
        session.start(0);
        session.onTimer(2 * SECOND + 499_000_000L);
        assertThat(sink.sent).isEmpty();
        session.onTimer(2 * SECOND + 500_000_000L);
        assertThat(sink.sent).hasSize(1);
        chance = 0;
        session.onTimer(7 * SECOND + 500_000_000L);
        assertThat(sink.sent).hasSize(2);
        chance = 0.999;
        session.onTimer(10 * SECOND);
        assertThat(sink.sent).hasSize(3);
        session.onTimer(17 * SECOND);
        assertThat(sink.sent).hasSize(3);
        session.onTimer(17 * SECOND + 500_000_000L);
        assertThat(sink.sent).hasSize(4);
        assertThat(counters.value(RtpCounter.RTCP_OUT)).isEqualTo(4);
        assertThat(sink.lastRemote).isEqualTo(PEER);
    }

    @Test
    void shouldSendASenderReportWithABlockWhenItSendsAndReceives() {
        session.target(sink, PEER);
        packetsSent = 100;
        receiving = true;
        session.start(0);
        session.onTimer(10 * SECOND);
        ByteBuf report = sink.last();
        assertThat(report.getUnsignedByte(0)).isEqualTo((short) 0x81);
        assertThat(report.getUnsignedByte(1)).isEqualTo((short) 200);
        assertThat(report.getUnsignedShort(2)).isEqualTo(12);
        assertThat(report.getInt(4)).isEqualTo(OURS);
        assertThat(report.getLong(8)).isEqualTo(new NtpTime(WALL_MS, 0).at(10 * SECOND));
        assertThat(report.getInt(16)).isEqualTo(80_000);
        assertThat(report.getInt(20)).isEqualTo(100);
        assertThat(report.getInt(24)).isEqualTo(16_000);
        assertThat(report.getInt(28)).isEqualTo(THEIRS);
        assertThat(report.getUnsignedByte(32)).isEqualTo((short) 64);
        assertThat(report.getMedium(33)).isEqualTo(-3);
        assertThat(report.getInt(36)).isEqualTo(0x10005);
        assertThat(report.getInt(40)).isEqualTo(17);
        assertThat(report.getInt(44)).isZero();
        assertThat(report.getInt(48)).isZero();
        assertThat(report.getUnsignedByte(52)).isEqualTo((short) 0x81);
        assertThat(report.getUnsignedByte(53)).isEqualTo((short) 202);
        int descriptionBytes = (report.getUnsignedShort(54) + 1) * 4;
        assertThat(report.readableBytes()).isEqualTo(52 + descriptionBytes);
        assertThat(report.getByte(60)).isEqualTo((byte) 1);
        assertThat(report.toString(62, report.getByte(61), StandardCharsets.US_ASCII))
                .isEqualTo("a1b2c3");
        assertThat(report.getByte(68)).isZero();
    }

    @Test
    void shouldSendAReceiverReportWhenNothingWasSentSinceTheLast() {
        session.target(sink, PEER);
        packetsSent = 1;
        session.start(0);
        session.onTimer(10 * SECOND);
        session.onTimer(20 * SECOND);
        assertThat(sink.sent.get(0).getUnsignedByte(1)).isEqualTo((short) 200);
        assertThat(sink.sent.get(1).getUnsignedByte(1)).isEqualTo((short) 201);
        assertThat(sink.sent.get(1).getUnsignedByte(0)).isEqualTo((short) 0x80);
    }

    @Test
    void shouldSayGoodbyeOnce() {
        session.target(sink, PEER);
        session.start(0);
        session.stop(SECOND);
        session.stop(SECOND);
        session.onTimer(100 * SECOND);
        assertThat(sink.sent).hasSize(1);
        ByteBuf last = sink.last();
        int goodbye = last.readableBytes() - 8;
        assertThat(last.getInt(goodbye)).isEqualTo(0x81CB0001);
        assertThat(last.getInt(goodbye + 4)).isEqualTo(OURS);
    }

    @Test
    void shouldWaitForAnAddressAndForTheSocket() {
        session.target(sink, null);
        session.start(0);
        session.onTimer(10 * SECOND);
        session.target(sink, PEER);
        sink.blocked = true;
        session.onTimer(20 * SECOND);
        assertThat(sink.sent).isEmpty();
        sink.blocked = false;
        session.onTimer(20 * SECOND + SECOND / 10);
        assertThat(sink.sent).hasSize(1);
    }

    @Test
    void shouldMeasureTheRoundTrip() {
        session.target(sink, PEER);
        packetsSent = 1;
        session.start(0);
        session.onTimer(10 * SECOND);
        int lastReport = NtpTime.middle(sink.last().getLong(8));
        // The peer held the report for half a second; it is back after 620 ms.
        receive(receiverReport(lastReport, 32_768), 10 * SECOND + 620_000_000L);
        assertThat(heard).containsExactly("rtt 120", "report");
        assertThat(session.farLost()).isEqualTo(9);
    }

    @Test
    void shouldAnswerWithTheTimesOfTheirLastReport() {
        session.target(sink, PEER);
        receiving = true;
        ByteBuf report = Unpooled.buffer();
        RtcpPacket.writeHeader(report, RtcpPacket.SENDER_REPORT, 0, 28, THEIRS);
        report.writeLong(0x1122334455667788L).writeInt(1).writeInt(2).writeInt(3);
        receive(report, 8 * SECOND);
        session.start(0);
        session.onTimer(10 * SECOND + SECOND / 2);
        assertThat(sink.last().getInt(8 + 16)).isEqualTo(0x33445566);
        assertThat(sink.last().getInt(8 + 20)).isEqualTo(5 * 65_536 / 2);
    }

    @Test
    void shouldNotBelieveRoundTripsThatCannotBe() {
        session.target(sink, PEER);
        packetsSent = 1;
        session.start(0);
        session.onTimer(10 * SECOND);
        int lastReport = NtpTime.middle(sink.last().getLong(8));
        receive(receiverReport(0, 0), 10 * SECOND);
        receive(receiverReport(lastReport + 1, 0), 10 * SECOND);
        assertThat(counters.value(RtpCounter.ROUND_TRIP_IGNORED)).isZero();
        receive(receiverReport(lastReport, 65_536), 10 * SECOND);
        receive(receiverReport(lastReport, 0), 21 * SECOND);
        assertThat(counters.value(RtpCounter.ROUND_TRIP_IGNORED)).isEqualTo(2);
        receive(receiverReport(lastReport, 655), 10 * SECOND);
        assertThat(heard).containsExactly("report", "report", "report", "report", "rtt 0", "report");
    }

    @Test
    void shouldIgnoreBlocksAboutOthers() {
        ByteBuf packet = Unpooled.buffer();
        RtcpPacket.writeHeader(packet, RtcpPacket.RECEIVER_REPORT, 1, 32, THEIRS);
        block(packet, 999, 1, 1);
        receive(packet, SECOND);
        assertThat(heard).containsExactly("report");
        assertThat(session.farLost()).isZero();
    }

    @Test
    void shouldBelieveTheWellFormedPartOfAMalformedCompound() {
        ByteBuf packet = receiverReport(0, 0);
        packet.writeInt(0x81CA0009).writeInt(THEIRS);
        receive(packet, SECOND);
        assertThat(counters.value(RtpCounter.RTCP_IN)).isEqualTo(1);
        assertThat(counters.value(RtpCounter.RTCP_MALFORMED)).isEqualTo(1);
        ByteBuf lying = Unpooled.buffer();
        RtcpPacket.writeHeader(lying, RtcpPacket.RECEIVER_REPORT, 31, 8, THEIRS);
        receive(lying, SECOND);
        assertThat(counters.value(RtpCounter.RTCP_IN)).isEqualTo(1);
        assertThat(counters.value(RtpCounter.RTCP_MALFORMED)).isEqualTo(2);
    }

    @Test
    void shouldSurviveRandomBytes() {
        long seed = 5;
        Random random = new Random(seed);
        receiving = true;
        int accepted = 0;
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = new byte[4 + random.nextInt(120)];
            random.nextBytes(bytes);
            bytes[0] = (byte) (0x80 | bytes[0] & 0x1F);
            bytes[1] = (byte) (200 + random.nextInt(5));
            bytes[2] = 0;
            bytes[3] = (byte) random.nextInt(32);
            long before = counters.value(RtpCounter.RTCP_IN);
            receive(Unpooled.wrappedBuffer(bytes), i);
            accepted += (int) (counters.value(RtpCounter.RTCP_IN) - before);
        }
        assertThat(accepted).as("seed %d", seed).isGreaterThan(1000);
        assertThat(counters.value(RtpCounter.RTCP_MALFORMED)).isGreaterThan(1000);
    }

    @Test
    void shouldRefuseANameThatDoesNotFit() {
        assertThatThrownBy(() ->
                        new RtcpSession(null, null, null, counters, null, new SplittableRandom(1), "x".repeat(256)))
                .hasMessageContaining("256 bytes");
    }

    @Test
    void shouldPadDescriptionsOfEveryLength() {
        for (int length = 1; length <= 255; length++) {
            ByteBuf packet = Unpooled.buffer();
            RtcpPacket.writeDescription(packet, OURS, RtcpPacket.canonicalName("n".repeat(length)));
            assertThat(packet.readableBytes() % 4).isZero();
            assertThat(RtcpPacket.length(packet, 0, packet.readableBytes())).isEqualTo(packet.readableBytes());
            assertThat(packet.getByte(10 + length)).isZero();
        }
    }

    @Test
    void shouldShowEachReportInPlainAndAppendWhatIsWantedBeyondIt() {
        session.target(sink, PEER);
        session.extended(compound -> compound.writeInt(0x80CF0000));
        session.start(0);
        receiving = false;
        session.onTimer(20 * SECOND);
        receiving = true;
        session.onTimer(40 * SECOND);
        assertThat(shown).as("a block of 24 bytes and an extension of 4").containsExactly("28 to 4001", "56 to 4001");
    }

    @Test
    void shouldPassOnHowThePeerHearsTheCall() {
        ByteBuf report = Unpooled.buffer();
        VoipMetrics.write(
                report, THEIRS, OURS, new VoipMetrics.Received(new LossPattern(), 0, 20, -1, 40, 60, 93.2, 50));
        receive(report, SECOND);
        assertThat(heard).containsExactly("opinion 2.6", "report");
        assertThat(counters.value(RtpCounter.RTCP_MALFORMED)).isZero();
    }
}
