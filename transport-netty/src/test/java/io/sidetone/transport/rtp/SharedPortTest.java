package io.sidetone.transport.rtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.CallHandle;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.transport.egress.EgressLoop;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.loop.LoopWatchdog;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.stats.RtpCounter;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that share a port, on real sockets. Waits are bounded only so that a defect cannot hang the build. */
@Timeout(60)
class SharedPortTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final int HANG_GUARD_MS = 20_000;
    private static final int PACKETS = 20;
    private static final int CALLS_OF_A_DRAIN = 40;

    private final List<AutoCloseable> closeables = new ArrayList<>();
    private EventLoops eventLoops;
    private RtpEndpoints endpoints;
    private int lowPort;
    private int opened;

    /** A call with its phone. */
    private final class Line {
        private final DatagramSocket phone;
        private final QueueSink sink = new QueueSink();
        private final BlockingQueue<Long> heard = sink.positions;
        private final RtpEndpoint endpoint;
        private final long handle;
        private int sent;

        Line(FarMedia far, DatagramSocket phone) {
            this.phone = phone;
            handle = CallHandle.of(opened++, 0);
            RtpCall call = new RtpCall(
                    handle,
                    0,
                    8_000,
                    new Fence(),
                    sink,
                    who -> {},
                    MediaAddress.usual(InetAddress.getLoopbackAddress()));
            endpoint = endpoints.open(call, far).toCompletableFuture().join();
        }

        void answer() throws Exception {
            endpoint.negotiated(Negotiations.simple(AudioFormat.PCMU, 101, address(phone), LOOPBACK));
            afterTheLoop();
        }

        /** Sends packets to the call's port. */
        void speak(int packets) throws IOException {
            InetSocketAddress to = endpoint.localRtp();
            for (int i = 0; i < packets; i++) {
                ByteBuf packet = Unpooled.buffer();
                RtpHeader.write(packet, false, 0, sent, sent * 160, 1_000 + (int) handle);
                packet.writeZero(160);
                phone.send(new DatagramPacket(packet.array(), packet.readableBytes(), to));
                sent++;
            }
        }

        /** Waits until so many more frames have come. */
        void hears(int frames) throws InterruptedException {
            for (int i = 0; i < frames; i++) {
                assertThat(heard.poll(HANG_GUARD_MS, TimeUnit.MILLISECONDS))
                        .as("frame %d", i)
                        .isNotNull();
            }
        }

        void fill(EgressFrame frame, int number) {
            frame.handle = handle;
            frame.samples = 160;
            frame.token = Token.UNFENCED;
            frame.silence = true;
            frame.mediaIndex = number;
        }

        void publish(int number) {
            EgressRing ring = endpoints.loops().get(0).egress(0);
            fill(ring.claim(), number);
            ring.publish();
        }

        /** Waits for the next packet that comes to the phone. */
        ByteBuf packet() throws IOException {
            DatagramPacket received = new DatagramPacket(new byte[500], 500);
            phone.receive(received);
            return Unpooled.wrappedBuffer(received.getData(), 0, received.getLength());
        }

        void frame(int number) throws Exception {
            EventLoop loop = (EventLoop) eventLoops.group().iterator().next();
            loop.submit(() -> {
                        EgressFrame frame = new EgressFrame();
                        fill(frame, number);
                        endpoint.onFrame(frame, endpoints.loops().get(0).auditor(), System.nanoTime());
                    })
                    .get();
        }
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable closeable : closeables) {
            closeable.close();
        }
        if (eventLoops != null) {
            eventLoops.close();
        }
    }

    private void start(boolean epoll) throws BindFailedException, IOException {
        eventLoops = epoll
                ? EventLoops.openBatching(1, new LoopWatchdog("media", System::nanoTime, () -> 0))
                : EventLoops.nio(1, "media");
        lowPort = FreePorts.first(8);
        endpoints = new RtpEndpoints(
                eventLoops,
                RtpSettings.of(LOOPBACK, lowPort, lowPort + 7).sharedPort(true),
                1,
                new SecureRandom(),
                System::nanoTime,
                0);
    }

    private DatagramSocket phone() throws IOException {
        DatagramSocket phone = new DatagramSocket(0, LOOPBACK);
        phone.setSoTimeout(HANG_GUARD_MS);
        closeables.add(phone);
        return phone;
    }

    private static InetSocketAddress address(DatagramSocket socket) {
        return new InetSocketAddress(socket.getLocalAddress(), socket.getLocalPort());
    }

    private static FarMedia far(DatagramSocket phone) {
        return new FarMedia(address(phone), null, LOOPBACK, false);
    }

    private Line line() throws IOException {
        DatagramSocket phone = phone();
        return new Line(far(phone), phone);
    }

    private void afterTheLoop() throws Exception {
        for (var loop : eventLoops.group()) {
            loop.submit(() -> {}).get();
        }
    }

    private long counted(RtpCounter counter) {
        return endpoints.loops().get(0).counters().value(counter);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCarryCallsOnOnePortWithoutMixingThem(boolean epoll) throws Exception {
        start(epoll);
        List<Line> lines = List.of(line(), line(), line());
        for (Line line : lines) {
            assertThat(line.endpoint.localRtp().getPort()).isEqualTo(lowPort);
            assertThat(line.endpoint.localRtcp().getPort()).isEqualTo(lowPort + 1);
            line.answer();
        }
        for (int i = 0; i < lines.size(); i++) {
            lines.get(i).speak(PACKETS + i);
        }
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            // The first packet of a source waits for the next.
            line.hears(PACKETS + i - 1);
            line.frame(1);
            DatagramPacket received = new DatagramPacket(new byte[500], 500);
            line.phone.receive(received);
            assertThat(received.getPort()).isEqualTo(lowPort);
            assertThat(received.getLength()).isEqualTo(172);
        }
        afterTheLoop();
        for (Line line : lines) {
            assertThat(line.heard).isEmpty();
            assertThat(line.endpoint.counters().value(RtpCounter.FOREIGN_SOURCE))
                    .isZero();
        }
        assertThat(counted(RtpCounter.UNKNOWN_SOURCE)).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSendTheFramesOfADrainTogetherEachToItsCaller(boolean epoll) throws Exception {
        start(epoll);
        List<Line> lines = answered(CALLS_OF_A_DRAIN);
        Line first = lines.get(0);
        Probe probe = new Probe(first.phone);
        EventLoop loop = (EventLoop) eventLoops.group().iterator().next();
        loop.submit(() -> endpoints.loops().get(0).register(probe)).get();
        for (Line line : lines.subList(0, 3)) {
            line.publish(1);
        }
        EgressRing ring = endpoints.loops().get(0).egress(0);
        ring.claim().handle = probe.handle();
        ring.publish();
        for (Line line : lines.subList(3, CALLS_OF_A_DRAIN)) {
            line.publish(1);
        }
        ring.wakeUp();
        assertThat(probe.sent.get(HANG_GUARD_MS, TimeUnit.MILLISECONDS))
                .as("before the drain has come to an end")
                .isFalse();
        first.phone.setSoTimeout(HANG_GUARD_MS);
        Set<Integer> sources = new HashSet<>();
        for (Line line : lines) {
            sources.add(line.packet().getInt(8));
        }
        assertThat(sources).hasSize(CALLS_OF_A_DRAIN);
    }

    /** A call in the midst of a drain that looks whether a packet has come to a phone. Loopback brings it at once. */
    private record Probe(DatagramSocket phone, CompletableFuture<Boolean> sent) implements EgressLoop.Member {
        Probe(DatagramSocket phone) {
            this(phone, new CompletableFuture<>());
        }

        @Override
        public long handle() {
            return CallHandle.of(200, 0);
        }

        @Override
        public void onFrame(EgressFrame frame, FenceAuditor auditor, long nowNs) {
            try {
                phone.setSoTimeout(1);
                phone.receive(new DatagramPacket(new byte[500], 500));
                sent.complete(true);
            } catch (SocketTimeoutException nothing) {
                sent.complete(false);
            } catch (IOException broken) {
                sent.completeExceptionally(broken);
            }
        }

        @Override
        public void onTimer(long nowNs) {}
    }

    /** A lane that was late hands over two frames of a call at once; the second is not to be lost. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSendTwoFramesOfACallOneAfterTheOther(boolean epoll) throws Exception {
        start(epoll);
        List<Line> lines = answered(3);
        for (Line line : lines) {
            line.publish(1);
            line.publish(2);
        }
        endpoints.loops().get(0).egress(0).wakeUp();
        for (Line line : lines) {
            ByteBuf first = line.packet();
            ByteBuf second = line.packet();
            assertThat(second.getShort(2)).as("sequence number").isEqualTo((short) (first.getShort(2) + 1));
            assertThat(second.getInt(4)).as("timestamp").isEqualTo(first.getInt(4) + 160);
            assertThat(second.getInt(8)).as("source").isEqualTo(first.getInt(8));
        }
        assertThat(counted(RtpCounter.SEND_BLOCKED)).isZero();
    }

    private List<Line> answered(int calls) throws Exception {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            Line line = line();
            line.answer();
            lines.add(line);
        }
        return lines;
    }

    @Test
    void shouldKeepThePortOpenForOthersWhenACallEnds() throws Exception {
        start(true);
        Line first = line();
        Line second = line();
        first.answer();
        second.answer();
        second.speak(PACKETS);
        second.hears(PACKETS - 1);
        first.endpoint.close();
        afterTheLoop();
        first.speak(1);
        second.speak(PACKETS);
        second.hears(PACKETS);
        assertThat(first.heard).isEmpty();
        assertThat(counted(RtpCounter.UNKNOWN_SOURCE)).isEqualTo(1);
    }

    @Test
    void shouldGiveACallAPairOfItsOwnWhenItsPacketsCouldNotBeTold() throws Exception {
        start(true);
        DatagramSocket phone = phone();
        Line shares = new Line(far(phone), phone);
        assertThat(shares.endpoint.localRtp().getPort()).isEqualTo(lowPort);
        List<FarMedia> untold = new ArrayList<>();
        untold.add(null);
        untold.add(far(phone));
        untold.add(new FarMedia(address(phone()), null, LOOPBACK, true));
        for (FarMedia far : untold) {
            Line own = new Line(far, phone);
            assertThat(own.endpoint.localRtp().getPort()).as("%s", far).isGreaterThanOrEqualTo(lowPort + 2);
            own.endpoint.close();
        }
        shares.endpoint.close();
        afterTheLoop();
        assertThat(new Line(far(phone), phone).endpoint.localRtp().getPort())
                .as("nobody else names the address any more")
                .isEqualTo(lowPort);
    }

    @Test
    void shouldLeaveNothingWhenACallEndsBeforeItIsAnswered() throws Exception {
        start(true);
        DatagramSocket phone = phone();
        new Line(far(phone), phone).endpoint.close();
        afterTheLoop();
        assertThat(new Line(far(phone), phone).endpoint.localRtp().getPort()).isEqualTo(lowPort);
    }

    @Test
    void shouldNotShareWhatATranslatorMayChange() {
        InetAddress outside = new InetSocketAddress("203.0.113.7", 0).getAddress();
        assertThat(new FarMedia(new InetSocketAddress("192.168.1.5", 4_000), null, outside, false).telling())
                .isFalse();
        InetAddress inside = new InetSocketAddress("10.0.0.1", 0).getAddress();
        assertThat(new FarMedia(new InetSocketAddress("192.168.1.5", 4_000), null, inside, false).telling())
                .as("there may be a router between two private networks")
                .isFalse();
        assertThat(new FarMedia(new InetSocketAddress("10.0.0.1", 4_000), null, inside, false).telling())
                .isTrue();
        assertThat(new FarMedia(InetSocketAddress.createUnresolved("media.example", 4_000), null, outside, false)
                        .telling())
                .isFalse();
        assertThat(new FarMedia(new InetSocketAddress("0.0.0.0", 4_000), null, outside, false).telling())
                .isFalse();
        assertThat(new FarMedia(new InetSocketAddress("198.51.100.1", 4_000), null, outside, false).telling())
                .isTrue();
    }

    @Test
    void shouldSendNothingToThePhoneOfAnotherCall() throws Exception {
        start(true);
        Line speaks = line();
        Line silent = line();
        speaks.answer();
        silent.answer();
        for (int i = 0; i < PACKETS; i++) {
            speaks.frame(i);
        }
        silent.phone.setSoTimeout(1);
        assertThatThrownBy(() -> silent.phone.receive(new DatagramPacket(new byte[500], 500)))
                .isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void shouldSayWhoHoldsThePortWhenItIsTaken() throws Exception {
        eventLoops = EventLoops.open(1, "media");
        try (DatagramSocket taken = new DatagramSocket(FreePorts.first(8), LOOPBACK)) {
            int port = taken.getLocalPort();
            assertThatThrownBy(() -> new RtpEndpoints(
                            eventLoops,
                            RtpSettings.of(LOOPBACK, port, port + 7).sharedPort(true),
                            1,
                            new SecureRandom(),
                            System::nanoTime,
                            0))
                    .isInstanceOf(BindFailedException.class)
                    .hasMessageContaining("cannot bind rtp.shared-port to UDP")
                    .hasMessageContaining("port " + port);
        }
    }
}
