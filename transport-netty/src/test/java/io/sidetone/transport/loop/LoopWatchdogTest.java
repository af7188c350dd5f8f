package io.sidetone.transport.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;
import io.sidetone.core.metrics.SlowHandlers;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("ITE-CON-001")
@Timeout(20)
class LoopWatchdogTest {
    private static final long MS = 1_000_000;
    private static final int BUSY_MS = 30;

    /** The time that a watchdog sees moves only by hand, apart from what Netty itself measures. */
    private final AtomicLong aheadNs = new AtomicLong();

    private final AtomicLong cpuNs = new AtomicLong();
    private final LoopWatchdog watchdog = new LoopWatchdog("watched", aheadNs::get, cpuNs::get);
    private final EventLoops loops = EventLoops.open(1, watchdog);
    private final SlowHandlers slow = watchdog.loops().get(0);

    @AfterEach
    void stop() {
        loops.close();
    }

    /** The loop has looked at its sockets since. */
    private void rounds() throws Exception {
        for (int i = 0; i < 3; i++) {
            loops.next().submit(() -> {}).get(10, TimeUnit.SECONDS);
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    @Test
    void shouldCountATaskThatHeldItsLoop() throws Exception {
        loops.next().execute(() -> {
            aheadNs.addAndGet(40 * MS);
            cpuNs.addAndGet(30 * MS);
        });
        rounds();

        assertThat(slow.count()).isEqualTo(1);
        assertThat(slow.wallNs()).isEqualTo(40 * MS);
        assertThat(slow.cpuNs()).isEqualTo(30 * MS);
    }

    @Test
    void shouldCountAWaitAndNoHandlerWhenTheMachineDidNotRunTheLoop() throws Exception {
        loops.next().execute(() -> aheadNs.addAndGet(40 * MS));
        rounds();

        assertThat(slow.count()).isZero();
        assertThat(slow.waits()).isEqualTo(1);
    }

    @Test
    void shouldCountAHandlerOfASocketThatHeldItsLoop() throws Exception {
        Channel channel = new Bootstrap()
                .group(loops.group())
                .channel(loops.datagramChannel())
                .handler(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
                        ((DatagramPacket) message).release();
                        TimeUnit.MILLISECONDS.sleep(BUSY_MS);
                        cpuNs.addAndGet(BUSY_MS * MS);
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
        try (DatagramSocket peer = new DatagramSocket()) {
            peer.send(new java.net.DatagramPacket(new byte[] {1}, 1, (InetSocketAddress) channel.localAddress()));
            while (slow.count() == 0) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }

        assertThat(slow.cpuNs()).isGreaterThanOrEqualTo(SlowHandlers.LIMIT_NS).isLessThanOrEqualTo(BUSY_MS * MS);
    }

    @Test
    void shouldCountNothingWhenTheLoopOnlyWaited() throws Exception {
        rounds();
        TimeUnit.MILLISECONDS.sleep(BUSY_MS);
        aheadNs.addAndGet(1_000 * MS);
        rounds();

        assertThat(slow.count() + slow.waits()).isZero();
    }

    @Test
    void shouldWatchEveryLoop() {
        LoopWatchdog four = new LoopWatchdog("four", System::nanoTime, () -> 0);
        try (EventLoops watched = EventLoops.openBatching(4, four)) {
            assertThat(watched.group()).hasSize(4);
            assertThat(four.loops()).hasSize(4);
        }
    }
}
