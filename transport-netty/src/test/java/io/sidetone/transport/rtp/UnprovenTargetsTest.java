package io.sidetone.transport.rtp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.CallHandle;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.rtp.packet.RtpHeader;
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
import org.junit.jupiter.api.Test;

class UnprovenTargetsTest {
    private final UnprovenTargets targets = new UnprovenTargets();

    private static InetAddress host(int number) throws Exception {
        return InetAddress.getByAddress(new byte[] {(byte) 198, 51, 100, (byte) number});
    }

    @Test
    void shouldLetFewCallsSendToAHostThatHasNotSpoken() throws Exception {
        for (int call = 0; call < 20; call++) {
            assertThat(targets.admits(call, host(1))).isEqualTo(call < UnprovenTargets.MOST);
            assertThat(targets.admits(call, host(1))).as("again").isEqualTo(call < UnprovenTargets.MOST);
            assertThat(targets.admits("other " + call, host(call + 2))).isTrue();
        }
        targets.left(0);
        assertThat(targets.admits(19, host(1))).isTrue();
        assertThat(targets.admits(18, host(1))).isFalse();
        assertThat(targets.admits(1, host(99))).as("moves away").isTrue();
        assertThat(targets.admits(18, host(1))).isTrue();
    }

    @Test
    void shouldLetAllCallsSendToAHostThatHasSpokenInOne() throws Exception {
        for (int call = 0; call < 20; call++) {
            targets.admits(call, host(1));
        }
        targets.proves(2, host(1));
        for (int call = 0; call < 400; call++) {
            assertThat(targets.admits(call, host(1))).isTrue();
        }
        assertThat(targets.admits(1_000, host(2))).isTrue();
    }

    /** Calls that all name one host that is not where they are signalled: then the host speaks in one of them. */
    @Test
    void shouldSendMediaOfFewCallsToAThirdAddressUntilItSpeaks() throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        InetAddress signalling = InetAddress.getByName("127.0.0.2");
        int port = FreePorts.first(24);
        try (EventLoops loops = EventLoops.nio(1, "media");
                DatagramSocket stranger = new DatagramSocket(0, loopback)) {
            RtpEndpoints endpoints = new RtpEndpoints(
                    loops, RtpSettings.of(loopback, port, port + 23), 1, new SecureRandom(), System::nanoTime, 0);
            InetSocketAddress named = new InetSocketAddress(loopback, stranger.getLocalPort());
            List<RtpEndpoint> calls = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                RtpEndpoint call = endpoints
                        .open(
                                new RtpCall(
                                        CallHandle.of(i, 0),
                                        0,
                                        8_000,
                                        new Fence(),
                                        new QueueSink(),
                                        who -> {},
                                        MediaAddress.usual(InetAddress.getLoopbackAddress())),
                                null)
                        .toCompletableFuture()
                        .join();
                call.negotiated(Negotiations.simple(AudioFormat.PCMU, 101, named, signalling));
                calls.add(call);
            }
            EventLoop loop = (EventLoop) loops.group().iterator().next();
            assertThat(heard(stranger, loop, endpoints)).hasSize(UnprovenTargets.MOST);
            for (int i = 0; i < 10; i++) {
                ByteBuf packet = Unpooled.buffer();
                RtpHeader.write(packet, false, 0, i, i * 160, 7);
                packet.writeZero(160);
                stranger.send(new DatagramPacket(
                        packet.array(), packet.readableBytes(), calls.get(0).localRtp()));
            }
            for (int i = 0; i < 100 && heard(stranger, loop, endpoints).size() < 8; i++) {
                Thread.sleep(50);
            }
            assertThat(heard(stranger, loop, endpoints)).hasSize(8);
        }
    }

    /** The sources of the packets that come when each call sends a frame. */
    private static Set<Integer> heard(DatagramSocket stranger, EventLoop loop, RtpEndpoints endpoints)
            throws Exception {
        EgressRing ring = endpoints.loops().get(0).egress(0);
        for (int i = 0; i < 8; i++) {
            EgressFrame frame = ring.claim();
            frame.handle = CallHandle.of(i, 0);
            frame.samples = 160;
            frame.token = Token.UNFENCED;
            frame.silence = true;
            ring.publish();
        }
        ring.wakeUp();
        loop.submit(() -> {}).get();
        Set<Integer> sources = new HashSet<>();
        stranger.setSoTimeout(200);
        try {
            while (true) {
                DatagramPacket received = new DatagramPacket(new byte[500], 500);
                stranger.receive(received);
                if (received.getLength() == 172) {
                    sources.add(Unpooled.wrappedBuffer(received.getData()).getInt(8));
                }
            }
        } catch (SocketTimeoutException last) {
            return sources;
        }
    }
}
