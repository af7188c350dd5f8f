package io.sidetone.bench.callers;

import io.sidetone.audio.codec.G711;
import io.sidetone.bench.audio.Voice;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.Random;

/**
 * One stream as Twilio makes it: a message with 20 ms of mu-law 50 times a second. A mark is returned when the audio
 * before it was played, or at once when a clear drops that audio.
 */
public class StreamCaller implements AutoCloseable {
    /** Path at which Sidetone takes these streams. */
    public static final String TWILIO = "/media/twilio";

    /** Samples and bytes of a message. */
    static final int FRAME_BYTES = 160;

    private static final byte[] PAYLOAD = "\"payload\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final int MARK_DELAY_FRAMES = 3;
    private static final int TEXT = 1;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final byte[] MASK = {0x11, 0x22, 0x33, 0x44};
    private static final byte[] MEDIA = "\"media\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] MARK = "\"mark\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CLEAR = "\"clear\"".getBytes(StandardCharsets.US_ASCII);
    private static final int HEAD = 24;

    private final SocketChannel channel;
    private final int number;
    private final String streamSid;
    private final String[] payloads = new String[8];
    private ByteBuffer out;
    private ByteBuffer in;
    private final Deque<String> marks = new ArrayDeque<>();
    private final Deque<Long> marksDue = new ArrayDeque<>();
    private boolean cleared;
    private long sequence = 1;
    private long frame;
    private long mediaIn;
    private long late;
    private boolean over;

    /** Creates a caller over {@code channel}, which {@link #connect} has upgraded; says nothing yet. */
    public StreamCaller(SocketChannel channel, int number) {
        this.channel = channel;
        this.number = number;
        this.streamSid = String.format("MZ%032x", number);
    }

    /** Connects to {@code address}, HOST:PORT, and upgrades. Blocks. */
    public static SocketChannel connect(String address, String path) throws IOException {
        int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        SocketChannel channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        String request = "GET " + path + " HTTP/1.1\r\nHost: " + address
                + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
        StringBuilder head = new StringBuilder();
        ByteBuffer one = ByteBuffer.allocate(1);
        while (head.indexOf("\r\n\r\n") < 0) {
            if (channel.read(one.clear()) < 0) {
                break;
            }
            head.append((char) one.get(0));
        }
        if (!head.toString().startsWith("HTTP/1.1 101")) {
            channel.close();
            throw new IOException("no upgrade at " + path + " but: " + head);
        }
        return channel;
    }

    /** The two messages before the media. The channel does not block from now on. */
    final void begin() throws IOException {
        // A stream that never speaks needs none of this.
        out = ByteBuffer.allocate(16 << 10);
        in = ByteBuffer.allocate(256 << 10);
        Random random = new Random(number);
        byte[] quiet = new byte[FRAME_BYTES];
        for (int i = 0; i < payloads.length; i++) {
            for (int j = 0; j < FRAME_BYTES; j++) {
                // A quiet line: no interruption.
                quiet[j] = (byte) (0xff - random.nextInt(4) - (random.nextBoolean() ? 0x80 : 0));
            }
            payloads[i] = Base64.getEncoder().encodeToString(quiet);
        }
        text("{\"event\":\"connected\",\"protocol\":\"Call\",\"version\":\"1.0.0\"}");
        text("{\"event\":\"start\",\"sequenceNumber\":\"1\",\"start\":{\"accountSid\":\"AC1\",\"streamSid\":\""
                + streamSid
                + "\",\"callSid\":\"" + callSid() + "\",\"tracks\":[\"inbound\"],\"mediaFormat\":{\"encoding\":"
                + "\"audio/x-mulaw\",\"sampleRate\":8000,\"channels\":1},\"customParameters\":{" + parameters()
                + "}},\"streamSid\":\""
                + streamSid + "\"}");
        flush();
        channel.configureBlocking(false);
    }

    /** Returns {@code frames} messages' worth of a voice, in Base64. */
    static String[] voice(int frames) {
        byte[] codes = new byte[FRAME_BYTES];
        return Arrays.stream(new Voice(FRAME_BYTES * Callers.PER_SECOND).frames(frames))
                .map(pcm -> {
                    G711.PCMU.encode(pcm, 0, FRAME_BYTES, codes, 0);
                    return Base64.getEncoder().encodeToString(codes);
                })
                .toArray(String[]::new);
    }

    /** Returns where the Base64 of a media message begins. */
    static int payload(byte[] message, int from, int to) {
        int at = find(PAYLOAD, message, from, to);
        if (at < 0) {
            throw new IllegalStateException("a media message without sound");
        }
        return at + PAYLOAD.length;
    }

    final SocketChannel channel() {
        return channel;
    }

    /** Returns the carrier's id of the call. */
    public final String callSid() {
        return "CA" + streamSid;
    }

    /** Returns the number of the last frame sent, from 1. */
    final long frames() {
        return frame;
    }

    /** Returns the caller's audio of frame {@code number}, in Base64: a quiet line without interruptions. */
    String sound(long number) {
        return payloads[(int) (number % payloads.length)];
    }

    /** Returns the fields of the start message's parameters, in JSON. */
    String parameters() {
        return "";
    }

    /** Handles a media message; its payload is {@code in[from..to)}. */
    public void media(byte[] message, int from, int to) {}

    /** Handles a mark. */
    void mark(String name) {}

    /** Handles a clear. */
    void clear() {}

    /** The caller hangs up. */
    final void stop() throws IOException {
        text("{\"event\":\"stop\",\"streamSid\":\"" + streamSid + "\",\"sequenceNumber\":\"" + ++sequence
                + "\",\"stop\":{\"accountSid\":\"AC1\",\"callSid\":\"" + callSid() + "\"}}");
        flush();
    }

    /** The caller presses a key. */
    final void key(char digit) {
        text("{\"event\":\"dtmf\",\"streamSid\":\"" + streamSid + "\",\"sequenceNumber\":\"" + ++sequence
                + "\",\"dtmf\":{\"track\":\"inbound_track\",\"digit\":\"" + digit + "\"}}");
    }

    /** Sends the next 20 ms and the due marks. */
    public void frame() throws IOException {
        if (over) {
            return;
        }
        frame++;
        while (!marksDue.isEmpty() && (cleared || marksDue.peek() <= frame)) {
            marksDue.remove();
            text("{\"event\":\"mark\",\"sequenceNumber\":\"" + ++sequence + "\",\"streamSid\":\"" + streamSid
                    + "\",\"mark\":{\"name\":\"" + marks.remove() + "\"}}");
        }
        cleared = false;
        text("{\"event\":\"media\",\"sequenceNumber\":\"" + ++sequence
                + "\",\"media\":{\"track\":\"inbound\",\"chunk\":\"" + frame + "\",\"timestamp\":\"" + frame * 20
                + "\",\"payload\":\"" + sound(frame) + "\"},\"streamSid\":\"" + streamSid
                + "\"}");
        flush();
    }

    private void text(String text) {
        frame(TEXT, text.getBytes(StandardCharsets.US_ASCII));
    }

    private void frame(int opcode, byte[] payload) {
        if (out.remaining() < payload.length + 8) {
            late++;
            return;
        }
        out.put((byte) (0x80 | opcode));
        if (payload.length < 126) {
            out.put((byte) (0x80 | payload.length));
        } else {
            out.put((byte) (0x80 | 126)).putShort((short) payload.length);
        }
        out.put(MASK);
        for (int i = 0; i < payload.length; i++) {
            out.put((byte) (payload[i] ^ MASK[i & 3]));
        }
    }

    private void flush() throws IOException {
        out.flip();
        channel.write(out);
        out.compact();
    }

    /** Reads the messages that have arrived. */
    final void read() throws IOException {
        if (channel.read(in) < 0) {
            over = true;
            channel.close();
            return;
        }
        in.flip();
        while (message()) {
            // Until there are no more.
        }
        in.compact();
    }

    private boolean message() throws IOException {
        if (in.remaining() < 2) {
            return false;
        }
        int start = in.position();
        int opcode = in.get(start) & 0x0f;
        int length = in.get(start + 1) & 0x7f;
        int header = 2;
        if (length == 126) {
            if (in.remaining() < 4) {
                return false;
            }
            length = in.getShort(start + 2) & 0xffff;
            header = 4;
        } else if (length == 127) {
            throw new IOException("a message of more than 64 KiB");
        }
        if (in.remaining() < header + length) {
            return false;
        }
        if (opcode == TEXT) {
            int from = start + header;
            int to = from + Math.min(length, HEAD);
            if (has(MEDIA, from, to)) {
                mediaIn++;
                media(in.array(), from, from + length);
            } else if (has(MARK, from, to)) {
                mark(from, length);
            } else if (has(CLEAR, from, to)) {
                cleared = true;
                clear();
            }
        } else if (opcode == PING) {
            frame(10, new byte[0]);
        } else if (opcode == CLOSE) {
            over = true;
        }
        in.position(start + header + length);
        return true;
    }

    private boolean has(byte[] what, int from, int to) {
        return find(what, in.array(), from, to) >= 0;
    }

    private static int find(byte[] what, byte[] message, int from, int to) {
        for (int at = from; at <= to - what.length; at++) {
            int i = 0;
            while (i < what.length && message[at + i] == what[i]) {
                i++;
            }
            if (i == what.length) {
                return at;
            }
        }
        return -1;
    }

    private void mark(int from, int length) {
        String text = new String(in.array(), from, length, StandardCharsets.US_ASCII);
        int name = text.indexOf("\"name\":\"");
        if (name >= 0) {
            marks.add(text.substring(name + 8, text.indexOf('"', name + 8)));
            marksDue.add(frame + MARK_DELAY_FRAMES);
            mark(marks.getLast());
        }
    }

    /** Returns the media messages that arrived so far. */
    public final long mediaIn() {
        return mediaIn;
    }

    /** Returns the outgoing messages that found no room. */
    final long late() {
        return late;
    }

    /** Returns whether the server has ended the stream. */
    final boolean over() {
        return over;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
