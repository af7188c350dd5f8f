package io.sidetone.tools.softphone.wire;

import io.sidetone.core.background.Background;
import io.sidetone.transport.rtp.srtp.SrtpKeys;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.util.function.LongSupplier;

/**
 * The media sockets of a call: an even port for RTP, and the odd port above it for RTCP, which is received and ignored.
 *
 * <p>A thread of its own reads, and stamps every packet when the read returns. The caller's thread sends.
 */
public final class MediaSockets implements AutoCloseable {
    private static final int MAX_DATAGRAM_BYTES = 2_048;
    private static final int RECEIVE_BUFFER_BYTES = 256 * 1024;
    private static final int PORT_ATTEMPTS = 64;
    private static final long CLOSE_MS = 2_000;

    private final DatagramChannel rtp;
    private final DatagramChannel rtcp;
    private final LongSupplier clock;
    private final PacketLog arrivals = new PacketLog();
    private final MediaKeys keys = new MediaKeys();
    private final Thread reader = Background.thread("softphone-receive", this::read);
    private volatile InetSocketAddress remote;
    private volatile InetSocketAddress target;

    private MediaSockets(DatagramChannel rtp, DatagramChannel rtcp, LongSupplier clock) {
        this.rtp = rtp;
        this.rtcp = rtcp;
        this.clock = clock;
    }

    /**
     * Opens a free pair of ports and begins to listen.
     *
     * @param local address to bind
     * @param clock monotonic, in nanoseconds
     */
    public static MediaSockets open(InetAddress local, LongSupplier clock) throws IOException {
        for (int attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
            DatagramChannel rtp = DatagramChannel.open();
            try {
                rtp.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER_BYTES);
                rtp.bind(new InetSocketAddress(local, 0));
                int port = ((InetSocketAddress) rtp.getLocalAddress()).getPort();
                DatagramChannel rtcp = port % 2 == 0 ? bindOrNull(new InetSocketAddress(local, port + 1)) : null;
                if (rtcp != null) {
                    MediaSockets line = new MediaSockets(rtp, rtcp, clock);
                    line.reader.start();
                    return line;
                }
            } catch (IOException e) {
                rtp.close();
                throw e;
            }
            rtp.close();
        }
        throw new BindException("no free pair of UDP ports at " + local.getHostAddress() + " in " + PORT_ATTEMPTS
                + " attempts; free some ports");
    }

    private static DatagramChannel bindOrNull(InetSocketAddress address) throws IOException {
        DatagramChannel channel = DatagramChannel.open();
        try {
            return channel.bind(address);
        } catch (IOException taken) {
            channel.close();
            return null;
        }
    }

    /** Returns the RTP address. */
    public InetSocketAddress local() throws IOException {
        return (InetSocketAddress) rtp.getLocalAddress();
    }

    /**
     * Sets the address of the peer; packets of other hosts are ignored from now on.
     *
     * @param sends whether packets may be sent there; false while the call is on hold
     */
    public void remote(InetSocketAddress address, boolean sends) {
        if (!address.getAddress().isAnyLocalAddress()) {
            remote = address;
        }
        target = sends ? address : null;
    }

    /** Keys are offered: what arrives before {@link #keys} is ignored. */
    public void awaitKeys() {
        keys.await();
    }

    /** Sets the keys of both directions, or null for a call that is not encrypted. SIP event loop. */
    public void keys(SrtpKeys agreed) {
        keys.agreed(agreed);
    }

    /** Returns the packets that arrived. */
    public PacketLog arrivals() {
        return arrivals;
    }

    /**
     * Sends one packet. One thread at a time.
     *
     * @return false on hold, when nothing is sent
     */
    public boolean send(ByteBuffer packet) {
        InetSocketAddress to = target;
        if (to == null) {
            return false;
        }
        try {
            rtp.send(keys.protect(packet), to);
        } catch (IOException refused) {
            // The peer is told by what does not come.
        }
        return true;
    }

    private void read() {
        ByteBuffer packet = ByteBuffer.allocateDirect(MAX_DATAGRAM_BYTES);
        while (true) {
            try {
                packet.clear();
                InetSocketAddress source = (InetSocketAddress) rtp.receive(packet);
                long nowNs = clock.getAsLong();
                InetSocketAddress expected = remote;
                boolean theirs = expected == null || expected.getAddress().equals(source.getAddress());
                ByteBuffer opened = theirs ? keys.open(packet.flip()) : null;
                if (opened != null) {
                    arrivals.add(opened, nowNs);
                }
            } catch (ClosedChannelException closed) {
                return;
            } catch (IOException unreachable) {
                // ICMP reported that the peer's port is closed; later packets may still arrive.
                continue;
            }
        }
    }

    @Override
    public void close() throws IOException {
        rtp.close();
        rtcp.close();
        try {
            reader.join(CLOSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
