package io.sidetone.transport.rtp;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.ReferenceCountUtil;
import java.util.function.LongSupplier;

/** One socket of a call: hands datagrams to the endpoint with the time of their arrival, and releases them. */
final class RtpChannelHandler extends ChannelInboundHandlerAdapter {
    private final RtpEndpoint endpoint;
    private final boolean rtcpPort;
    private final LongSupplier clock;

    RtpChannelHandler(RtpEndpoint endpoint, boolean rtcpPort, LongSupplier clock) {
        this.endpoint = endpoint;
        this.rtcpPort = rtcpPort;
        this.clock = clock;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (message instanceof DatagramPacket) {
                DatagramPacket datagram = (DatagramPacket) message;
                endpoint.onDatagram(rtcpPort, datagram.content(), datagram.sender(), clock.getAsLong());
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    /** Failed sends arrive here, because they carry no promise of their own. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        endpoint.onSocketError();
    }
}
