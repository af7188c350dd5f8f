package io.sidetone.transport.rtp.socket;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.ReferenceCountUtil;
import java.util.function.LongSupplier;

/** One socket of a pair: hands datagrams to the call that they belong to, with the time of their arrival, and releases them. */
public final class PortHandler extends ChannelInboundHandlerAdapter {
    private final PortPair pair;
    private final boolean rtcpPort;
    private final LongSupplier clock;

    /** Creates the handler of a socket of {@code pair}. */
    public PortHandler(PortPair pair, boolean rtcpPort, LongSupplier clock) {
        this.pair = pair;
        this.rtcpPort = rtcpPort;
        this.clock = clock;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (message instanceof DatagramPacket) {
                DatagramPacket datagram = (DatagramPacket) message;
                DatagramReceiver call = pair.receiver(rtcpPort, datagram.content(), datagram.sender());
                if (call != null) {
                    call.onDatagram(rtcpPort, datagram.content(), datagram.sender(), clock.getAsLong());
                }
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    /** Failed sends arrive here, because they carry no promise of their own. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        pair.onSocketError();
    }
}
