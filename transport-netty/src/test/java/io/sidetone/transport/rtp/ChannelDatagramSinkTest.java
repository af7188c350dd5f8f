package io.sidetone.transport.rtp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.transport.rtp.socket.SendBatch;
import io.sidetone.transport.rtp.socket.SharedPair;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that send through one socket. */
class ChannelDatagramSinkTest {
    private static final InetSocketAddress PHONE = new InetSocketAddress("192.0.2.1", 4_000);

    private final Socket socket = new Socket();
    private final SendBatch batch =
            new SharedPair(socket, new EmbeddedChannel(), new RtpCounters(), new FenceAuditor()).batch();
    private final ChannelDatagramSink alice = new ChannelDatagramSink(socket, batch, 100);
    private final ChannelDatagramSink bob = new ChannelDatagramSink(socket, batch, 100);
    private final ChannelDatagramSink carol = new ChannelDatagramSink(socket, batch, 100);

    /** A socket that may be full. */
    private static final class Socket extends EmbeddedChannel {
        private boolean full;

        @Override
        protected void doWrite(ChannelOutboundBuffer waiting) throws Exception {
            if (!full) {
                super.doWrite(waiting);
            }
        }
    }

    private static void send(ChannelDatagramSink sink) {
        sink.claim().writeInt(1);
        assertThat(sink.send(PHONE)).as("gone").isFalse();
    }

    private int sent() {
        return socket.outboundMessages().size();
    }

    @AfterEach
    void release() {
        alice.release();
        bob.release();
        carol.release();
        socket.releaseOutbound();
        socket.close();
    }

    @Test
    void shouldTakeNothingMoreWhileTheSocketIsFull() {
        socket.full = true;
        batch.begin();
        send(alice);
        send(bob);
        batch.flush();
        assertThat(alice.claim()).isNull();
        assertThat(carol.claim()).as("nothing of hers waits").isNull();
        batch.end();
        assertThat(bob.claim()).isNull();
        assertThat(carol.claim()).isNull();
        socket.full = false;
        socket.flush();
        assertThat(sent()).isEqualTo(2);
        socket.releaseOutbound();
        assertThat(alice.claim()).isNotNull();
    }

    @Test
    void shouldTakeNothingOnceTheSocketIsClosed() {
        batch.begin();
        send(alice);
        socket.close();
        assertThat(alice.claim()).isNull();
        assertThat(bob.claim()).isNull();
        batch.end();
        assertThat(sent()).isZero();
    }
}
