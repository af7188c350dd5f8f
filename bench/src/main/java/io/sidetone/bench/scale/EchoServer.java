package io.sidetone.bench.scale;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;
import io.sidetone.transport.loop.EventLoops;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.StringJoiner;

/**
 * The least that a server made of Netty can do with packets: what comes to one of its ports goes back whence it came. A main
 * class of its own: its process holds nothing else.
 */
public final class EchoServer {
    private EchoServer() {}

    /**
     * Opens ports for so many calls on so many event loops, prints {@code ports} and the ports, and runs until it is ended.
     *
     * @param args calls, event loops
     */
    public static void main(String[] args) throws InterruptedException {
        int ports = Integer.parseInt(args[0]);
        EventLoops media = EventLoops.open(Integer.parseInt(args[1]), "media");
        Bootstrap bootstrap = new Bootstrap()
                .group(media.group())
                .channel(media.datagramChannel())
                .handler(new Echo());
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
