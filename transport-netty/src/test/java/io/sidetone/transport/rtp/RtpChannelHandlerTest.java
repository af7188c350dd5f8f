package io.sidetone.transport.rtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.ReferenceCountUtil;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.core.lane.CallHandle;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.transport.loop.CallCountListener;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.receive.OtherSources;
import io.sidetone.transport.rtp.rtcp.NtpTime;
import io.sidetone.transport.rtp.socket.OwnPair;
import io.sidetone.transport.rtp.socket.PortHandler;
import io.sidetone.transport.rtp.socket.PortPair;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpStatistics;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The endpoint on embedded channels: who owns which buffer, and what each call of the lane and of SIP does. */
@Tag("CARD-03")
class RtpChannelHandlerTest {
    private static final InetSocketAddress LOCAL = new InetSocketAddress("192.0.2.1", 10_000);
    private static final InetSocketAddress CALLER = new InetSocketAddress("192.0.2.10", 4000);
    private static final long MS = 1_000_000L;

    private long nowNs = 1_000 * MS;
    private final EmbeddedChannel rtp = new EmbeddedChannel();
    private final EmbeddedChannel rtcp = new EmbeddedChannel();
    private final RecordingSink sink = new RecordingSink();
    private final List<String> released = new ArrayList<>();
    private final RtpLoop loop =
            new RtpLoop(Runnable::run, CallCountListener.UNCOUNTED, () -> nowNs, 1, 16, new UnprovenTargets());
    private final PortPair pair = new OwnPair(rtp, rtcp);
    private final RtpEndpoint endpoint = new RtpEndpoint(
            new RtpCall(
                    CallHandle.of(1, 0),
                    0,
                    8_000,
                    new Fence(),
                    sink,
                    released::add,
                    MediaAddress.usual(LOCAL.getAddress())),
            loop,
            rtp.eventLoop(),
            () -> nowNs,
            new NtpTime(0, 0),
            new SplittableRandom(1),
            pair);

    {
        pair.expect(endpoint, null);
        rtp.pipeline().addLast(new PortHandler(pair, false, () -> nowNs));
        rtcp.pipeline().addLast(new PortHandler(pair, true, () -> nowNs));
    }

    @AfterEach
    void close() {
        endpoint.close();
        run();
        rtp.finishAndReleaseAll();
        rtcp.finishAndReleaseAll();
    }

    private void run() {
        rtp.runPendingTasks();
        rtcp.runPendingTasks();
    }

    private void answer() {
        endpoint.negotiated(Negotiations.simple(AudioFormat.PCMU, 101, CALLER, CALLER.getAddress()));
        run();
    }

    /** The trunk is configured as translated: media follows where the caller's comes from. */
    private void answerTranslated() {
        RtpNegotiation simple = Negotiations.simple(AudioFormat.PCMU, 101, CALLER, CALLER.getAddress());
        endpoint.negotiated(new RtpNegotiation(
                simple.send(),
                simple.receive(),
                101,
                101,
                CALLER,
                null,
                false,
                true,
                true,
                CALLER.getAddress(),
                OtherSources.ANY,
                false,
                null,
                false,
                20));
        run();
    }

    private ByteBuf receive(EmbeddedChannel channel, InetSocketAddress from, ByteBuf content) {
        channel.writeInbound(new DatagramPacket(content, LOCAL, from));
        return content;
    }

    private ByteBuf audio(int number) {
        ByteBuf content = rtp.alloc().directBuffer();
        RtpHeader.write(content, false, 0, number, number * 160, 7);
        return content.writeZero(160);
    }

    private void frame(long mediaIndex) {
        EgressFrame frame = new EgressFrame();
        frame.samples = 160;
        frame.mediaIndex = mediaIndex;
        endpoint.onFrame(frame, new FenceAuditor(), nowNs);
    }

    @Test
    void shouldReleaseEveryDatagramWhateverItIs() {
        List<ByteBuf> contents = new ArrayList<>();
        contents.add(receive(rtp, CALLER, audio(0)));
        answer();
        for (int i = 1; i < 5; i++) {
            contents.add(receive(rtp, CALLER, audio(i)));
        }
        contents.add(receive(rtp, new InetSocketAddress("203.0.113.1", 1), audio(5)));
        contents.add(receive(rtp, CALLER, rtp.alloc().directBuffer().writeZero(20)));
        contents.add(receive(rtcp, CALLER, rtp.alloc().directBuffer().writeZero(3)));
        assertThat(contents).allMatch(content -> content.refCnt() == 0);
        assertThat(sink.frames).hasSize(3);
        ByteBuf foreign = rtp.alloc().directBuffer();
        rtp.writeInbound(foreign);
        assertThat(foreign.refCnt()).isZero();
        assertThat(loop.counters().value(RtpCounter.HANDLER_ERROR)).isZero();
    }

    @Test
    void shouldUseOneBufferForAllPacketsAndNotTouchItWhileTheChannelHoldsIt() {
        answer();
        frame(0);
        DatagramPacket first = rtp.readOutbound();
        assertThat(first.recipient()).isEqualTo(CALLER);
        assertThat(first.content().readableBytes()).isEqualTo(172);
        frame(1);
        assertThat(rtp.outboundMessages()).isEmpty();
        assertThat(endpoint.counters().value(RtpCounter.SEND_BLOCKED)).isEqualTo(1);
        ByteBuf buffer = first.content();
        assertThat(buffer.refCnt()).isEqualTo(2);
        ReferenceCountUtil.release(first);
        frame(2);
        DatagramPacket second = rtp.readOutbound();
        assertThat(second.content()).isSameAs(buffer);
        ReferenceCountUtil.release(second);
        endpoint.close();
        run();
        assertThat(buffer.refCnt()).isZero();
    }

    @Test
    void shouldDropFramesWhileTheOutboundBufferIsNotEmpty() {
        answer();
        rtp.write("stuck");
        rtp.unsafe().outboundBuffer().addFlush();
        frame(0);
        assertThat(endpoint.counters().value(RtpCounter.SEND_BLOCKED)).isEqualTo(1);
        rtp.flush();
        rtp.releaseOutbound();
    }

    @Test
    void shouldSayGoodbyeAndCloseBothSocketsOnce() {
        answer();
        endpoint.close();
        endpoint.close();
        run();
        DatagramPacket goodbye = rtcp.readOutbound();
        assertThat(goodbye.recipient()).isEqualTo(new InetSocketAddress("192.0.2.10", 4001));
        assertThat(goodbye.content().getUnsignedByte(goodbye.content().readableBytes() - 7))
                .isEqualTo((short) 203);
        ReferenceCountUtil.release(goodbye);
        assertThat(rtcp.outboundMessages()).isEmpty();
        assertThat(rtp.isOpen()).isFalse();
        assertThat(rtcp.isOpen()).isFalse();
        assertThat(goodbye.refCnt()).isZero();
    }

    @Test
    void shouldAcknowledgeTheReleaseOnceAndPublishNothingAfterIt() {
        answer();
        for (int i = 0; i < 4; i++) {
            receive(rtp, CALLER, audio(i));
        }
        endpoint.release();
        endpoint.release();
        run();
        assertThat(released).containsExactly("rtp");
        int heard = sink.frames.size();
        endpoint.onDatagram(false, audio(4).retain(), CALLER, nowNs);
        assertThat(sink.frames).hasSize(heard);
        assertThat(endpoint.counters().value(RtpCounter.AFTER_END)).isEqualTo(1);
        rtcp.releaseOutbound();
    }

    @Test
    void shouldSendWhereTheSdpSaysToAPeerThatSendsFromAnotherPort() {
        answer();
        InetSocketAddress other = new InetSocketAddress("192.0.2.10", 60_000);
        for (int i = 0; i < 6; i++) {
            receive(rtp, other, audio(i));
        }
        frame(0);
        assertThat(recipient(rtp)).isEqualTo(CALLER);
        assertThat(sink.frames).as("it is heard").isNotEmpty();
    }

    @Test
    void shouldSendToTheProvenAddressOfATranslatedTrunkAndToTheAnnouncedOneAfterEachOffer() {
        answerTranslated();
        InetSocketAddress translated = new InetSocketAddress("192.0.2.10", 60_000);
        for (int i = 0; i < 4; i++) {
            receive(rtp, translated, audio(i));
        }
        frame(0);
        assertThat(recipient(rtp)).isEqualTo(translated);
        answerTranslated();
        receive(rtp, translated, audio(4));
        frame(1);
        assertThat(recipient(rtp)).isEqualTo(CALLER);
        nowNs += 1_000 * MS;
        receive(rtp, translated, audio(5));
        frame(2);
        assertThat(recipient(rtp)).as("packets that go on are no late ones").isEqualTo(translated);
    }

    @Test
    void shouldNotSendToAPrivateAddressAnnouncedFromFarAwayBeforeItIsProven() {
        InetSocketAddress hidden = new InetSocketAddress("192.168.7.7", 4000);
        InetSocketAddress signalling = new InetSocketAddress("203.0.113.9", 5060);
        endpoint.negotiated(Negotiations.simple(AudioFormat.PCMU, 101, hidden, signalling.getAddress()));
        run();
        frame(0);
        assertThat(rtp.outboundMessages()).isEmpty();
        assertThat(endpoint.counters().value(RtpCounter.SEND_NO_TARGET)).isEqualTo(1);
        InetSocketAddress real = new InetSocketAddress("203.0.113.9", 33_000);
        for (int i = 0; i < 4; i++) {
            receive(rtp, real, audio(i));
        }
        frame(1);
        assertThat(recipient(rtp)).isEqualTo(real);
    }

    @Test
    void shouldSendNothingToABlackHoleAndResumeWhereItWas() {
        answer();
        for (int i = 0; i < 5; i++) {
            receive(rtp, CALLER, audio(i));
        }
        endpoint.negotiated(Negotiations.simple(
                AudioFormat.PCMU, 101, new InetSocketAddress("0.0.0.0", 4000), CALLER.getAddress()));
        run();
        frame(0);
        assertThat(rtp.outboundMessages()).isEmpty();
        answer();
        frame(1);
        assertThat(recipient(rtp)).isEqualTo(CALLER);
        assertThat(endpoint.counters().value(RtpCounter.LATCHED)).isEqualTo(1);
    }

    @Test
    void shouldLearnWhereRtcpComesFromOnceTheAddressIsProven() {
        answerTranslated();
        InetSocketAddress translated = new InetSocketAddress("192.0.2.10", 60_000);
        InetSocketAddress translatedRtcp = new InetSocketAddress("192.0.2.10", 60_777);
        for (int i = 0; i < 4; i++) {
            receive(rtp, translated, audio(i));
        }
        receive(
                rtcp,
                translatedRtcp,
                rtcp.alloc().directBuffer().writeInt(0x80C90001).writeInt(7));
        assertThat(sink.events).contains("alive @1000");
        nowNs += 10_000 * MS;
        endpoint.onTimer(nowNs);
        assertThat(recipient(rtcp)).isEqualTo(translatedRtcp);
    }

    @Test
    void shouldSpeakToTheCallerAgainWhenAStrangerSentFirstOnATranslatedTrunk() {
        answerTranslated();
        InetSocketAddress stranger = new InetSocketAddress("203.0.113.66", 7_000);
        for (int i = 0; i < 4; i++) {
            receive(rtp, stranger, audio(900 + i));
        }
        receive(
                rtcp,
                new InetSocketAddress("203.0.113.66", 7_009),
                rtcp.alloc().directBuffer().writeInt(0x80C90001).writeInt(7));
        frame(0);
        assertThat(recipient(rtp)).isEqualTo(stranger);
        InetSocketAddress translated = new InetSocketAddress(CALLER.getAddress(), 61_000);
        int heard = sink.frames.size();
        for (int i = 0; i < 8; i++) {
            nowNs += 20 * MS;
            receive(rtp, translated, audio(i));
        }
        frame(1);
        assertThat(recipient(rtp)).isEqualTo(translated);
        assertThat(sink.frames).hasSizeGreaterThan(heard);
        assertThat(endpoint.counters().value(RtpCounter.SOURCE_REPLACED)).isEqualTo(1);
        nowNs += 10_000 * MS;
        endpoint.onTimer(nowNs);
        assertThat(recipient(rtcp))
                .as("RTCP no longer goes to the stranger")
                .isEqualTo(new InetSocketAddress(CALLER.getAddress(), CALLER.getPort() + 1));
    }

    @Test
    void shouldMultiplexRtcpWhenNegotiated() {
        RtpNegotiation simple = Negotiations.simple(AudioFormat.PCMU, 101, CALLER, CALLER.getAddress());
        endpoint.negotiated(new RtpNegotiation(
                simple.send(),
                simple.receive(),
                101,
                101,
                CALLER,
                null,
                true,
                true,
                true,
                CALLER.getAddress(),
                OtherSources.NONE,
                false,
                null,
                false,
                20));
        run();
        nowNs += 10_000 * MS;
        endpoint.onTimer(nowNs);
        assertThat(recipient(rtp)).isEqualTo(CALLER);
        assertThat(rtcp.outboundMessages()).isEmpty();
    }

    @Test
    void shouldTellTheFarDelayOfARoundTripOnceWhileItStaysTheSame() {
        answer();
        endpoint.onRoundTrip(80_000, nowNs);
        endpoint.onRoundTrip(80_000, nowNs + 5_000 * MS);
        endpoint.onRoundTrip(120_000, nowNs + 5_001 * MS);
        assertThat(sink.events).containsExactly("far delay 80", "far delay 100");
        assertThat(endpoint.statistics().roundTripMs()).isEqualTo(120.0);
    }

    @Test
    void shouldSummariseTheCall() {
        answer();
        assertThat(endpoint.statistics().roundTripMs()).isEqualTo(-1);
        for (int i = 0; i < 6; i++) {
            nowNs += 20 * MS;
            receive(rtp, CALLER, audio(i));
        }
        receive(rtp, CALLER, audio(5));
        frame(0);
        rtp.releaseOutbound();
        endpoint.onTimer(nowNs);
        assertThat(endpoint.statistics().codec()).isEqualTo("PCMU");
        assertThat(endpoint.statistics().packetsIn()).isEqualTo(6);
        assertThat(endpoint.statistics().bytesIn()).isEqualTo(960);
        assertThat(endpoint.statistics().packetsOut()).isEqualTo(1);
        assertThat(endpoint.statistics().bytesOut()).isEqualTo(160);
        assertThat(endpoint.statistics().duplicate()).isEqualTo(1);
        assertThat(endpoint.statistics().lost()).isZero();
        assertThat(endpoint.statistics().jitterMs()).isZero();
        assertThat(endpoint.statistics().lossFraction()).isZero();
        assertThat(endpoint.statistics().farJitterMs()).as("before a report").isEqualTo(-1);
        assertThat(endpoint.statistics().farLossFraction()).isEqualTo(-1);
        assertThat(loop.counters().value(RtpCounter.PACKETS_IN)).isEqualTo(6);
    }

    @Test
    void shouldTellLossAndJitterOfBothDirections() {
        answer();
        for (int number : new int[] {0, 1, 2, 4, 3, 5, 7, 6, 9}) {
            nowNs += 20 * MS;
            receive(rtp, CALLER, audio(number));
        }
        endpoint.onReception(64, 80, nowNs);
        nowNs += 5_000 * MS;
        endpoint.onTimer(nowNs);
        RtpStatistics statistics = endpoint.statistics();
        assertThat(statistics.reordered()).isEqualTo(1);
        assertThat(statistics.late()).isEqualTo(1);
        assertThat(statistics.lossFraction()).as("only 8 never came, of 0 to 9").isEqualTo(0.1, within(0.02));
        assertThat(statistics.jitterMs()).isPositive();
        assertThat(statistics.farLossFraction()).isEqualTo(0.25);
        assertThat(statistics.farJitterMs()).isEqualTo(10);
        assertThat(loop.jitter().total().getTotalCount()).isEqualTo(1);
        assertThat(loop.farJitter().total().getMaxValue() / MS).isEqualTo(10);
    }

    @Test
    void shouldTakeTheLossButNotTheJitterOfAReportThatTellsTheDistanceOfTwoClocks() {
        endpoint.onReception(64, 160_000_000, nowNs);
        endpoint.onTimer(nowNs);
        assertThat(endpoint.statistics().farLossFraction()).isEqualTo(0.25);
        assertThat(endpoint.statistics().farJitterMs()).as("never told").isEqualTo(-1);
        assertThat(loop.farJitter().total().getTotalCount()).isZero();
    }

    @Test
    void shouldEstimateHowTheCallSoundsFromLossInBothDirections() {
        assertThat(endpoint.statistics().mos()).as("before the first packet").isEqualTo(-1);
        answer();
        for (int number = 0; number < 100; number++) {
            nowNs += 20 * MS;
            if (number % 10 != 5) {
                receive(rtp, CALLER, audio(number));
            }
            frame(number);
            ReferenceCountUtil.release(rtp.readOutbound());
        }
        endpoint.onTimer(nowNs);
        RtpStatistics lossy = endpoint.statistics();
        assertThat(lossy.mos()).as("a tenth lost, 60 ms").isEqualTo(3.4, within(0.1));
        assertThat(lossy.farMos()).as("before a report").isEqualTo(-1);
        endpoint.onReception(0, 0, nowNs);
        assertThat(endpoint.statistics().farMos()).isEqualTo(4.37, within(0.01));
        endpoint.onRoundTrip(600_000, nowNs);
        assertThat(endpoint.statistics().farMos()).as("340 ms one way").isLessThan(3.7);
        endpoint.onOpinion(3.1);
        assertThat(endpoint.statistics().farMos()).as("what it says itself").isEqualTo(3.1);
    }

    @Test
    void shouldAddVoipMetricsToReportsWhenThePeerWantsThem() {
        RtpNegotiation simple = Negotiations.simple(AudioFormat.PCMU, 101, CALLER, CALLER.getAddress());
        endpoint.negotiated(new RtpNegotiation(
                simple.send(),
                simple.receive(),
                101,
                101,
                CALLER,
                null,
                false,
                true,
                true,
                CALLER.getAddress(),
                OtherSources.NONE,
                false,
                null,
                true,
                20));
        run();
        for (int number = 0; number < 5; number++) {
            receive(rtp, CALLER, audio(number));
        }
        nowNs += 10_000 * MS;
        endpoint.onTimer(nowNs);
        DatagramPacket report = rtcp.readOutbound();
        ByteBuf compound = report.content();
        int at = 0;
        while (compound.getUnsignedByte(at + 1) != 207) {
            at += (compound.getUnsignedShort(at + 2) + 1) * 4;
        }
        assertThat(compound.getUnsignedByte(at + 8)).isEqualTo((short) 7);
        assertThat(compound.getInt(at + 12)).as("of the caller's SSRC").isEqualTo(7);
        assertThat(compound.getUnsignedByte(at + 32)).as("R").isEqualTo((short) 92);
        ReferenceCountUtil.release(report);
    }

    @Test
    void shouldCountWhatTheSystemRefusesToSend() {
        rtp.pipeline().fireExceptionCaught(new IOException("Network is unreachable"));
        rtp.checkException();
        assertThat(endpoint.counters().value(RtpCounter.SEND_FAILED)).isEqualTo(1);
    }

    private static InetSocketAddress recipient(EmbeddedChannel channel) {
        DatagramPacket datagram = channel.readOutbound();
        assertThat(datagram).isNotNull();
        try {
            return datagram.recipient();
        } finally {
            ReferenceCountUtil.release(datagram);
        }
    }
}
