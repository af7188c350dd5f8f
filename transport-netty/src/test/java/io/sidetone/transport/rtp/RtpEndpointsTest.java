package io.sidetone.transport.rtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.lane.CallHandle;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.loop.LoopWatchdog;
import io.sidetone.transport.rtp.client.RtpStream;
import io.sidetone.transport.rtp.receive.MediaSink;
import io.sidetone.transport.rtp.stats.RtpCounter;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real sockets on the loopback interface. Waits are bounded only so that a defect cannot hang the build. */
@Tag("CARD-03")
@Tag("CARD-08")
@Timeout(60)
class RtpEndpointsTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final long HANG_GUARD_S = 20;

    private record Received(int sequence, int timestamp, boolean marker, int payloadType, int length, byte first) {}

    private final AtomicLong clockNs = new AtomicLong(1);
    private final AtomicLong phoneNs = new AtomicLong(1);
    private final List<AutoCloseable> closeables = new ArrayList<>();
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final QueueSink sink = new QueueSink();
    private final CountDownLatch released = new CountDownLatch(1);
    private EventLoops eventLoops;
    private RtpEndpoints endpoints;

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable closeable : closeables) {
            closeable.close();
        }
        if (eventLoops != null) {
            eventLoops.close();
        }
    }

    private void start(boolean native0, int low, int high) throws BindFailedException {
        start(native0, RtpSettings.of(LOOPBACK, low, high));
    }

    private void start(boolean native0, RtpSettings settings) throws BindFailedException {
        eventLoops = native0
                ? EventLoops.openBatching(1, new LoopWatchdog("media", System::nanoTime, () -> 0))
                : EventLoops.nio(1, "media");
        endpoints = new RtpEndpoints(eventLoops, settings, 1, new SecureRandom(), clockNs::get, 0, warnings::add);
    }

    private RtpEndpoint open(int index) {
        return open(index, sink, null);
    }

    private RtpEndpoint open(int index, MediaSink hears, FarMedia far) {
        RtpCall call = new RtpCall(
                CallHandle.of(index, 0),
                0,
                8_000,
                new Fence(),
                hears,
                who -> released.countDown(),
                MediaAddress.usual(InetAddress.getLoopbackAddress()));
        return endpoints.open(call, far).toCompletableFuture().join();
    }

    /** A phone whose time passes with every frame it sends, so that it never waits and never skips. */
    private RtpStream phone(BlockingQueue<Received> received) throws IOException {
        RtpStream phone = new RtpStream(
                new InetSocketAddress(LOOPBACK, 0), AudioFormat.PCMU, 101, new SecureRandom(), phoneNs::get);
        closeables.add(phone);
        Thread receiver = new Thread(
                () -> {
                    try {
                        phone.receive(
                                (arrivalNs, sequence, timestamp, marker, payloadType, payload, length) -> received.add(
                                        new Received(sequence, timestamp, marker, payloadType, length, payload[0])));
                    } catch (IOException ended) {
                        received.add(new Received(-1, 0, false, 0, 0, (byte) 0));
                    }
                },
                "phone");
        receiver.setDaemon(true);
        receiver.start();
        return phone;
    }

    private void answer(RtpEndpoint endpoint, RtpStream phone) throws Exception {
        endpoint.negotiated(Negotiations.simple(AudioFormat.PCMU, 101, phone.localAddress(), LOOPBACK));
        afterTheLoop();
    }

    /** Waits for what the one event loop has been given so far. */
    private void afterTheLoop() throws Exception {
        eventLoops.next().submit(() -> {}).get(HANG_GUARD_S, TimeUnit.SECONDS);
    }

    /** Gives the call's lane ring one frame after another, as ticks would. */
    private void play(RtpEndpoint endpoint, long from, long to) {
        EgressRing ring = endpoint.egress();
        for (long index = from; index < to; index++) {
            EgressFrame frame = ring.claim();
            frame.handle = endpoint.handle();
            frame.mediaIndex = index;
            frame.samples = 160;
            frame.dueNs = clockNs.get();
            ring.publish();
            ring.wakeUp();
        }
    }

    private static <T> T take(BlockingQueue<T> queue) throws InterruptedException {
        T taken = queue.poll(HANG_GUARD_S, TimeUnit.SECONDS);
        assertThat(taken).as("something within %d s", HANG_GUARD_S).isNotNull();
        return taken;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCarryACallBothWays(boolean nativeTransport) throws Exception {
        start(nativeTransport, 21_000, 21_999);
        RtpEndpoint endpoint = open(3);
        assertThat(endpoint.localRtp().getPort() % 2).isZero();
        assertThat(endpoint.localRtcp().getPort()).isEqualTo(endpoint.localRtp().getPort() + 1);
        BlockingQueue<Received> received = new LinkedBlockingQueue<>();
        RtpStream phone = phone(received);
        phone.remote(endpoint.localRtp());
        answer(endpoint, phone);
        int frames = 50;
        phone.send((frame, payload) -> {
            phoneNs.addAndGet(20_000_000L);
            return frame < frames;
        });
        for (long i = 0; i < frames - 1; i++) {
            assertThat(take(sink.positions)).isEqualTo(i * 160);
        }
        assertThat(take(sink.events)).isEqualTo("first media");

        play(endpoint, 0, frames);
        Received first = take(received);
        assertThat(first.marker()).isTrue();
        for (int i = 1; i < frames; i++) {
            Received next = take(received);
            assertThat(next.sequence()).isEqualTo(first.sequence() + i & 0xFFFF);
            assertThat(next.timestamp()).isEqualTo(first.timestamp() + i * 160);
            assertThat(next.marker()).isFalse();
            assertThat(next.payloadType()).isZero();
            assertThat(next.length()).isEqualTo(160);
        }
        // Packets are on the wire a moment before they are counted.
        afterTheLoop();
        assertThat(endpoint.statistics().packetsOut()).isEqualTo(frames);
        assertThat(endpoint.statistics().lost()).isZero();
        assertThat(endpoints.loops().get(0).counters().value(RtpCounter.PACKETS_IN))
                .isEqualTo(frames - 1);
        endpoint.release();
        assertThat(released.await(HANG_GUARD_S, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldHearDigitsOnTheWire() throws Exception {
        start(true, 21_000, 21_999);
        RtpEndpoint endpoint = open(0);
        RtpStream phone = phone(new LinkedBlockingQueue<>());
        phone.remote(endpoint.localRtp());
        answer(endpoint, phone);
        phone.press('4', 60);
        phone.press('2', 40);
        phone.send((frame, payload) -> {
            phoneNs.addAndGet(20_000_000L);
            return frame < 30;
        });
        List<String> events = new ArrayList<>();
        while (events.size() < 3) {
            events.add(take(sink.events));
        }
        assertThat(events).containsExactly("first media", "4 60", "2 40");
        endpoint.close();
    }

    @Test
    void shouldKeepItsTargetUnderAFloodFromAnotherSocket() throws Exception {
        start(true, 21_000, 21_999);
        RtpEndpoint endpoint = open(0);
        BlockingQueue<Received> received = new LinkedBlockingQueue<>();
        RtpStream phone = phone(received);
        phone.remote(endpoint.localRtp());
        answer(endpoint, phone);
        phone.send((frame, payload) -> {
            phoneNs.addAndGet(20_000_000L);
            return frame < 10;
        });
        for (int i = 0; i < 9; i++) {
            take(sink.positions);
        }
        try (DatagramSocket attacker = new DatagramSocket(0, LOOPBACK)) {
            byte[] packet = new byte[172];
            packet[0] = (byte) 0x80;
            for (int i = 0; i < 5000; i++) {
                packet[2] = (byte) (i >> 8);
                packet[3] = (byte) i;
                attacker.send(new DatagramPacket(packet, packet.length, endpoint.localRtp()));
            }
        }
        play(endpoint, 0, 5);
        for (int i = 0; i < 5; i++) {
            assertThat(take(received).length()).isEqualTo(160);
        }
        afterTheLoop();
        assertThat(sink.positions).isEmpty();
        assertThat(endpoint.counters().value(RtpCounter.FOREIGN_SOURCE)).isPositive();
        assertThat(endpoint.counters().value(RtpCounter.LATCHED)).isEqualTo(1);
        endpoint.close();
    }

    @Test
    void shouldTryTheNextPairWhenAPortIsTaken() throws Exception {
        int first = FreePorts.first(8);
        List<DatagramSocket> takenByOthers = new ArrayList<>();
        try {
            // Of four pairs one remains: the odd port is taken of the first, the even port of the others.
            for (int port : new int[] {first + 1, first + 2, first + 4}) {
                takenByOthers.add(new DatagramSocket(port, LOOPBACK));
            }
            start(true, first, first + 7);
            assertThat(open(0).localRtp().getPort()).isEqualTo(first + 6);
            assertThatThrownBy(() -> open(1))
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(RtpPortsException.class)
                    .hasMessageContaining("rtp.ports " + first + "-" + (first + 7));
        } finally {
            takenByOthers.forEach(DatagramSocket::close);
        }
    }

    @Test
    void shouldSayWhatToDoWhenNoAddressCanBeBound() throws Exception {
        eventLoops = EventLoops.openBatching(1, new LoopWatchdog("media", System::nanoTime, () -> 0));
        InetAddress elsewhere = InetAddress.getByName("192.0.2.77");
        endpoints = new RtpEndpoints(
                eventLoops, RtpSettings.of(elsewhere, 22_100, 22_199), 1, new SecureRandom(), clockNs::get, 0);
        assertThatThrownBy(() -> open(0))
                .hasCauseInstanceOf(RtpPortsException.class)
                .hasMessageContaining("192.0.2.77")
                .hasMessageContaining("set rtp.bind");
    }

    @Test
    void shouldFreeThePairAtTheEndAndUseItBeforeItRestedOnlyWhenThereIsNoOther() throws Exception {
        int port = FreePorts.first(2);
        start(true, port, port + 1);
        open(0).release();
        assertThat(released.await(HANG_GUARD_S, TimeUnit.SECONDS)).isTrue();
        // The acknowledgement is sent on the loop that closes; a task behind it sees both sockets closed.
        afterTheLoop();
        try (DatagramSocket rtp = new DatagramSocket(port, LOOPBACK);
                DatagramSocket rtcp = new DatagramSocket(port + 1, LOOPBACK)) {
            assertThat(rtp.isBound() && rtcp.isBound()).isTrue();
        }
        assertThat(warnings).isEmpty();
        assertThat(open(1).localRtp().getPort()).isEqualTo(port);
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0)).contains("rtp.ports " + port + "-" + (port + 1) + " is too small: 1 port pairs");
        clockNs.addAndGet(60_000_000_000L);
        assertThatThrownBy(() -> open(2)).hasMessageContaining("all 1 are in use; widen rtp.ports");
        assertThat(counted(RtpCounter.PORT_NOT_RESTED)).isEqualTo(1);
        assertThat(counted(RtpCounter.PORT_NONE_FREE)).isEqualTo(1);
        assertThat(warnings).hasSize(2);
        assertThat(warnings.get(1)).contains("1 calls found no pair");
    }

    private long counted(RtpCounter counter) {
        return endpoints.loops().stream()
                .mapToLong(loop -> loop.counters().value(counter))
                .sum();
    }
}
