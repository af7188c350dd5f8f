package io.sidetone.bench.calls;

import io.sidetone.transport.rtp.srtp.SrtpSender;
import io.sidetone.transport.rtp.srtp.SrtpSession;
import io.sidetone.transport.sip.sdp.MediaAgreement;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/** The media of one call of a crowd: µ-law out, whatever comes in is dropped. Sending thread, except {@link #answered}. */
final class CrowdCall implements AutoCloseable {
    private static final int HEADER_BYTES = 12;
    private static final int FRAME_BYTES = 160;
    private static final int MAX_PACKET_BYTES = 2_048;
    private static final int FIRST_SHIFT_FRAMES = 13;

    private final DatagramChannel channel = DatagramChannel.open();
    private final byte[] sound;
    private final byte[] packet = new byte[HEADER_BYTES + FRAME_BYTES + SrtpSession.MAX_ADDED_BYTES];
    private final ByteBuffer out = ByteBuffer.wrap(packet);
    private final ByteBuffer in = ByteBuffer.allocateDirect(MAX_PACKET_BYTES);
    private final int number;
    private int frame;
    private volatile MediaAgreement media;
    private SrtpSender sender;
    private boolean connected;

    /** Opens a port; call {@code number} begins elsewhere in {@code sound} than the others. */
    CrowdCall(InetAddress local, byte[] sound, int number) throws IOException {
        this.sound = sound;
        this.number = number;
        channel.bind(new InetSocketAddress(local, 0));
        channel.configureBlocking(false);
    }

    int port() throws IOException {
        return ((InetSocketAddress) channel.getLocalAddress()).getPort();
    }

    /** Says where to send, and with which keys. SIP event loop. */
    void answered(MediaAgreement agreed) {
        media = agreed;
    }

    /** Sends 20 ms and drops what has come. */
    void step() throws IOException {
        if (!connected) {
            channel.connect(media.remoteRtp());
            sender = media.keys() == null ? null : new SrtpSender(media.keys().local());
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
        channel.write(out.position(0).limit(sender == null ? length : sender.protectRtp(packet, HEADER_BYTES, length)));
        frame++;
        do {
            in.clear();
        } while (channel.read(in) > 0);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException closed) {
            // Nothing more is sent or received.
        }
    }
}
