package io.sidetone.bench.callers;

import io.sidetone.transport.rtp.srtp.SrtpKeys;
import io.sidetone.transport.rtp.srtp.SrtpSender;
import io.sidetone.transport.rtp.srtp.SrtpSession;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/** The media of one call: µ-law out, whatever comes in is dropped. Sending thread, except {@link #send}. */
final class RtpCaller implements AutoCloseable {
    private static final int HEADER_BYTES = 12;
    private static final int FRAME_BYTES = 160;
    private static final int MAX_PACKET_BYTES = 2_048;
    private static final int FIRST_SHIFT_FRAMES = 13;

    /** One read a frame takes what came; now and then reads go on until nothing is left, which costs one more. */
    private static final int FRAMES_PER_CLEARING = 8;

    private final DatagramChannel caller;
    private final DatagramChannel hearer;
    private final byte[] packet = new byte[HEADER_BYTES + FRAME_BYTES + SrtpSession.MAX_ADDED_BYTES];
    private final ByteBuffer out = ByteBuffer.wrap(packet);
    private final ByteBuffer in = ByteBuffer.allocateDirect(MAX_PACKET_BYTES);
    private final int number;
    private int frame;
    private volatile Way way;
    private SrtpSender sender;
    private boolean connected;

    /** Way of sound: where it goes, with which keys or null, and where sound comes from. */
    private record Way(InetSocketAddress to, SrtpKeys keys, InetSocketAddress from) {}

    /** Opens a port, and another for the far end if {@code farEnd}; call {@code number} begins elsewhere in its sound. */
    RtpCaller(InetAddress local, int number, boolean farEnd) throws IOException {
        this.number = number;
        this.caller = port(local);
        this.hearer = farEnd ? port(local) : caller;
    }

    private static DatagramChannel port(InetAddress local) throws IOException {
        DatagramChannel channel = DatagramChannel.open();
        channel.bind(new InetSocketAddress(local, 0));
        channel.configureBlocking(false);
        return channel;
    }

    int port() throws IOException {
        return ((InetSocketAddress) caller.getLocalAddress()).getPort();
    }

    int hearingPort() throws IOException {
        return ((InetSocketAddress) hearer.getLocalAddress()).getPort();
    }

    /** Says where to send, with which keys or null, and where what is heard comes from. Any thread, once. */
    void send(InetSocketAddress to, SrtpKeys keys, InetSocketAddress from) {
        way = new Way(to, keys, from);
    }

    /** Returns whether it is known where to send. */
    boolean ready() {
        return way != null;
    }

    /**
     * Sends 20 ms of {@code sound} and drops what has come; returns how many packets that were.
     *
     * @param lost whether the packet gets lost on its way
     */
    int step(byte[] sound, boolean lost) throws IOException {
        if (!connected) {
            Way known = way;
            caller.connect(known.to());
            if (hearer != caller) {
                hearer.connect(known.from());
            }
            sender = known.keys() == null ? null : new SrtpSender(known.keys().local());
            connected = true;
        }
        out.clear();
        out.putShort((short) 0x8000)
                .putShort((short) frame)
                .putInt(frame * FRAME_BYTES)
                .putInt(number + 1);
        int at = (frame + number * FIRST_SHIFT_FRAMES) * FRAME_BYTES % sound.length;
        out.put(sound, at, FRAME_BYTES);
        int length = HEADER_BYTES + FRAME_BYTES;
        int protectedLength = sender == null ? length : sender.protectRtp(packet, HEADER_BYTES, length);
        if (!lost) {
            caller.write(out.position(0).limit(protectedLength));
        }
        frame++;
        int came = 0;
        do {
            in.clear();
            if (hearer.read(in) <= 0) {
                break;
            }
            came++;
        } while (frame % FRAMES_PER_CLEARING == 0);
        return came;
    }

    @Override
    public void close() {
        try {
            caller.close();
            hearer.close();
        } catch (IOException closed) {
            // Nothing more is sent or received.
        }
    }
}
