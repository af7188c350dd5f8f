package io.sidetone.transport.rtp.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sidetone.audio.SampleRate;
import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.transport.rtp.AudioFormat;
import io.sidetone.transport.rtp.dtmf.TelephoneEventSender;
import io.sidetone.transport.rtp.packet.DatagramKind;
import io.sidetone.transport.rtp.packet.RtpHeader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * A plain RTP sender and receiver on a socket of its own: what a phone does, and nothing more.
 *
 * <p>One thread runs {@link #send}, another {@link #receive}; {@link #press}, {@link #remote} and {@link #close} may be
 * called from any thread.
 */
public final class RtpStream implements AutoCloseable {
    private static final int MAX_DATAGRAM = 2048;
    private static final int PAUSE_FRAMES_BETWEEN_DIGITS = 3;
    private static final int DSCP_EXPEDITED_FORWARDING = 46 << 2;

    /** Says what to send. */
    @FunctionalInterface
    public interface FrameSource {
        /**
         * Fills {@code payload} with 20 ms in the stream's codec. Sending thread.
         *
         * @param frame number of the frame since the start; skipped frames are left out
         * @return false to end the stream
         */
        boolean next(long frame, byte[] payload);
    }

    /** Takes what comes in. */
    @FunctionalInterface
    public interface Listener {
        /** Takes one RTP packet; {@code payload} holds {@code length} bytes until this returns. Receiving thread. */
        void onPacket(
                long arrivalNs,
                int sequence,
                int timestamp,
                boolean marker,
                int payloadType,
                byte[] payload,
                int length);
    }

    private record Press(char digit, int durationMs) {}

    private final DatagramChannel channel;
    private final LongSupplier clock;
    private final AudioFormat format;
    private final int eventPayloadType;
    private final int ssrc;
    private final int timestampBase;
    private final int timestampsPerFrame;
    private final byte[] payload;
    private final byte[] outBytes = new byte[MAX_DATAGRAM];
    private final ByteBuf out = Unpooled.wrappedBuffer(outBytes);
    private final ByteBuffer outView = ByteBuffer.wrap(outBytes);
    private final Queue<Press> presses = new ConcurrentLinkedQueue<>();
    private final TelephoneEventSender events;
    private int sequence;
    private boolean marker = true;
    private int pauseFrames;

    private volatile InetSocketAddress remote;
    private volatile boolean stopping;

    /**
     * Binds a socket.
     *
     * @param bind local address; port 0 for any
     * @param format codec and payload type to send
     * @param eventPayloadType payload type of telephone events, or −1 if the peer takes none
     * @param random chooses SSRC and first numbers
     * @param clock monotonic time in ns
     */
    public RtpStream(
            InetSocketAddress bind,
            AudioFormat format,
            int eventPayloadType,
            RandomGenerator random,
            LongSupplier clock)
            throws IOException {
        this.format = format;
        this.eventPayloadType = eventPayloadType;
        this.clock = clock;
        this.ssrc = random.nextInt();
        this.sequence = random.nextInt() & 0xFFFF;
        this.timestampBase = random.nextInt();
        AudioCodec codec = format.codec();
        this.timestampsPerFrame = SampleRate.frameSamples(codec.clockRateHz());
        this.payload = new byte[codec.bytesForSamples(SampleRate.frameSamples(codec.sampleRateHz()))];
        this.events = new TelephoneEventSender(codec.clockRateHz());
        this.channel = DatagramChannel.open();
        try {
            channel.bind(bind);
        } catch (IOException failed) {
            channel.close();
            throw failed;
        }
        markExpedited();
    }

    private void markExpedited() {
        try {
            channel.setOption(StandardSocketOptions.IP_TOS, DSCP_EXPEDITED_FORWARDING);
        } catch (IOException | UnsupportedOperationException ignored) {
            // Best effort: without the mark packets travel all the same.
        }
    }

    /** Returns the address bound. */
    public InetSocketAddress localAddress() throws IOException {
        return (InetSocketAddress) channel.getLocalAddress();
    }

    /** Returns our SSRC. */
    public int ssrc() {
        return ssrc;
    }

    /** Sends to {@code address} from the next packet on. */
    public void remote(InetSocketAddress address) {
        remote = address;
    }

    /** Presses a key after those pressed before; sent in place of audio. */
    public void press(char digit, int durationMs) {
        if (eventPayloadType < 0) {
            throw new IllegalStateException(
                    "cannot press '" + digit + "': the peer takes no telephone events; offer telephone-event in SDP");
        }
        presses.add(new Press(digit, durationMs));
    }

    /** Sends a frame every 20 ms on the calling thread until the source ends or the stream is closed. */
    public void send(FrameSource source) throws IOException {
        FramePacer pacer = new FramePacer(clock.getAsLong());
        while (!stopping) {
            long waitNs = pacer.deadlineNs() - clock.getAsLong();
            if (waitNs > 0) {
                LockSupport.parkNanos(waitNs);
                continue;
            }
            if (!sendFrame(source, pacer.take(clock.getAsLong()))) {
                return;
            }
        }
    }

    /** Sends the frame numbered {@code frame} now; returns false when the source has ended or the stream is closed. */
    boolean sendFrame(FrameSource source, long frame) throws IOException {
        if (!source.next(frame, payload)) {
            return false;
        }
        int timestamp = timestampBase + (int) (frame * timestampsPerFrame);
        Press press = events.active() || pauseFrames-- > 0 ? null : presses.poll();
        if (press != null) {
            events.press(press.digit, press.durationMs, timestamp);
        }
        out.clear();
        if (events.active()) {
            RtpHeader.write(out, events.first(), eventPayloadType, sequence, events.timestamp(), ssrc);
            events.writeNext(out);
            pauseFrames = PAUSE_FRAMES_BETWEEN_DIGITS;
        } else {
            RtpHeader.write(out, marker, format.payloadType(), sequence, timestamp, ssrc);
            out.writeBytes(payload);
            marker = false;
        }
        sequence = sequence + 1 & 0xFFFF;
        outView.clear().limit(out.writerIndex());
        return write();
    }

    private boolean write() throws IOException {
        try {
            channel.send(outView, remote);
            return true;
        } catch (ClosedChannelException closed) {
            return false;
        } catch (SocketException unreachable) {
            // As on a network: a datagram may get lost, the stream goes on.
            return true;
        }
    }

    /** Hands every RTP packet to {@code listener} on the calling thread until the stream is closed. */
    public void receive(Listener listener) throws IOException {
        byte[] bytes = new byte[MAX_DATAGRAM];
        byte[] body = new byte[MAX_DATAGRAM];
        ByteBuffer view = ByteBuffer.wrap(bytes);
        ByteBuf packet = Unpooled.wrappedBuffer(bytes);
        while (!stopping) {
            view.clear();
            if (!read(view)) {
                return;
            }
            long arrivalNs = clock.getAsLong();
            int length = view.position();
            if (DatagramKind.of(packet, 0, length) != DatagramKind.RTP) {
                continue;
            }
            int offset = RtpHeader.payloadOffset(packet, 0, length);
            int bodyLength = offset < 0 ? RtpHeader.INVALID : RtpHeader.payloadLength(packet, 0, length, offset);
            if (bodyLength == RtpHeader.INVALID) {
                continue;
            }
            System.arraycopy(bytes, offset, body, 0, bodyLength);
            listener.onPacket(
                    arrivalNs,
                    RtpHeader.sequence(packet, 0),
                    RtpHeader.timestamp(packet, 0),
                    RtpHeader.marker(packet, 0),
                    RtpHeader.payloadType(packet, 0),
                    body,
                    bodyLength);
        }
    }

    private boolean read(ByteBuffer view) throws IOException {
        try {
            SocketAddress source = channel.receive(view);
            return source != null;
        } catch (ClosedChannelException closed) {
            return false;
        }
    }

    /** Ends both loops and closes the socket. */
    @Override
    public void close() throws IOException {
        stopping = true;
        channel.close();
    }
}
