package io.sidetone.transport.rtp.srtp;

import io.netty.buffer.ByteBuf;
import io.sidetone.transport.rtp.packet.DatagramSink;
import java.net.InetSocketAddress;

/** Protects what goes to a socket while the call has keys. Event loop of the call only. */
public final class SrtpDatagramSink implements DatagramSink {
    private final DatagramSink socket;
    private final SrtpSession session;
    private ByteBuf claimed;

    /** Creates it in front of {@code socket}, whose buffers have room for {@link SrtpSession#MAX_ADDED_BYTES} more. */
    public SrtpDatagramSink(DatagramSink socket, SrtpSession session) {
        this.socket = socket;
        this.session = session;
    }

    @Override
    public ByteBuf claim() {
        claimed = socket.claim();
        return claimed;
    }

    @Override
    public boolean send(InetSocketAddress remote) {
        session.protect(claimed);
        return socket.send(remote);
    }
}
