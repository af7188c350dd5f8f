package io.sidetone.bench.scale;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.concurrent.EventExecutor;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.loop.LoopWatchdog;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.StringJoiner;

/**
 * The least that a server made of Netty can do with packets: what comes to one of its ports goes back whence it came. A main
 * class of its own: its process holds nothing else.
 */
public final class EchoServer {
    private static final int PACKET_BYTES = 512;
    private static final int PACKETS_AT_ONCE = 64;
    private static final int SHARED_BUFFER_BYTES = 1 << 20;

    private EchoServer() {}

    /**
     * Opens ports for so many calls on so many event loops, prints {@code ports} and the ports, and runs until it is ended.
     *
     * @param args name of the {@link Arm}, calls, event loops
     */
    public static void main(String[] args) throws InterruptedException {
        Arm arm = Arm.valueOf(args[0]);
        int calls = Integer.parseInt(args[1]);
        int loops = Integer.parseInt(args[2]);
        EventLoops media = arm == Arm.ECHO
                ? EventLoops.open(loops, "media")
                : EventLoops.openBatching(loops, new LoopWatchdog("media", System::nanoTime, System::nanoTime));
        for (EventExecutor each : media.group()) {
            EventLoop loop = (EventLoop) each;
            loop.execute(() -> media.calls(loop).carried(calls / loops));
        }
        Bootstrap bootstrap = new Bootstrap()
                .group(media.group())
                .channel(media.datagramChannel())
                .handler(new Echo());
        if (arm == Arm.SHARED) {
            bootstrap
                    .option(ChannelOption.SO_RCVBUF, SHARED_BUFFER_BYTES)
                    .option(EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, PACKET_BYTES)
                    .option(
                            ChannelOption.RECVBUF_ALLOCATOR,
                            new FixedRecvByteBufAllocator(PACKETS_AT_ONCE * PACKET_BYTES));
        }
        int ports = arm == Arm.SHARED ? loops : calls;
        StringJoiner opened = new StringJoiner(" ", "ports ", "\nready");
        for (int i = 0; i < ports; i++) {
            Channel channel = bootstrap
                    .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                    .sync()
                    .channel();
            opened.add(Integer.toString(((InetSocketAddress) channel.localAddress()).getPort()));
        }
        System.out.println(opened);
        Thread.currentThread().join();
    }

    @Sharable
    private static final class Echo extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            DatagramPacket packet = (DatagramPacket) message;
            ctx.write(new DatagramPacket(packet.content(), packet.sender()), ctx.voidPromise());
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            ctx.flush();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            // A caller that is gone: its port does not answer any more.
        }
    }
}
