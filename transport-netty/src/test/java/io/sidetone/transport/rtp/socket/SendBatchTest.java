package io.sidetone.transport.rtp.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.core.fence.FenceCounter;
import io.sidetone.core.fence.Token;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Datagrams that leave together. */
class SendBatchTest {
    private static final InetSocketAddress PHONE = new InetSocketAddress("192.0.2.1", 4_000);

    private final Socket socket = new Socket();
    private final FenceAuditor auditor = new FenceAuditor();
    private final SendBatch batch = new SendBatch(socket, auditor);

    /** A socket that counts how often it is written to. */
    private static final class Socket extends EmbeddedChannel {
        private int writes;

        @Override
        protected void doWrite(ChannelOutboundBuffer waiting) throws Exception {
            writes++;
            super.doWrite(waiting);
        }
    }

    private static DatagramPacket datagram(int number) {
        return new DatagramPacket(Unpooled.buffer(4).writeInt(number), PHONE);
    }

    private boolean send(int number) {
        return batch.send(datagram(number));
    }

    private int sent() {
        return socket.outboundMessages().size();
    }

    @AfterEach
    void release() {
        socket.releaseOutbound();
        socket.close();
    }

    @Test
    void shouldSendTogetherWhatIsGathered() {
        batch.begin();
        for (int i = 0; i < 5; i++) {
            assertThat(send(i)).as("gone").isFalse();
        }
        assertThat(sent()).isZero();
        batch.end();
        assertThat(sent()).isEqualTo(5);
        assertThat(socket.writes).isEqualTo(1);
        for (int i = 0; i < 5; i++) {
            DatagramPacket out = socket.readOutbound();
            ByteBuf content = out.content();
            assertThat(content.getInt(0)).isEqualTo(i);
            out.release();
        }
    }

    @Test
    void shouldSendAtOnceWhenNothingIsGathered() {
        assertThat(send(0)).as("gone").isTrue();
        assertThat(sent()).isEqualTo(1);
        batch.begin();
        batch.end();
        assertThat(send(1)).as("gone").isTrue();
        assertThat(sent()).isEqualTo(2);
        assertThat(socket.writes).as("an empty batch is not sent").isEqualTo(2);
    }

    @Test
    void shouldReadEachFenceAgainWhenTheBatchHasBeenSent() {
        batch.begin();
        Fence[] fences = {new Fence(), new Fence(), new Fence()};
        for (int i = 0; i < fences.length; i++) {
            auditor.mayWrite(fences[i], Token.of(2, 0));
            send(i);
            auditor.gathered(fences[i], Token.of(2, 0));
        }
        fences[0].advance(Token.of(2, 0));
        fences[1].advance(Token.of(1, 0));
        fences[2].advance(Token.of(3, 0));
        assertThat(auditor.counters().value(FenceCounter.FENCE_RACES)).isZero();
        batch.end();
        assertThat(auditor.counters().value(FenceCounter.FENCE_RACES)).isEqualTo(2);
    }
}
