package io.sidetone.transport.ws;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** A WebSocket client that also says what none should: every byte of a frame is the test's own. */
public final class RawWs implements AutoCloseable {
    public static final int CONTINUATION = 0;
    public static final int TEXT = 1;
    public static final int BINARY = 2;
    public static final int CLOSE = 8;
    public static final int PING = 9;
    public static final int PONG = 10;

    public final Socket socket;
    private final DataInputStream in;

    /** A frame of the server. */
    public record Frame(int opcode, boolean last, byte[] payload) {
        public String text() {
            return new String(payload, StandardCharsets.UTF_8);
        }

        /** Status of a close frame, -1 where it says none. */
        public int code() {
            return payload.length < 2 ? -1 : (payload[0] & 0xff) << 8 | payload[1] & 0xff;
        }
    }

    private RawWs(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
    }

    /** Connects, with a small receive buffer where {@code receiveBytes} is not 0. */
    static RawWs connect(int port, int receiveBytes) throws IOException {
        Socket socket = new Socket();
        if (receiveBytes > 0) {
            socket.setReceiveBufferSize(receiveBytes);
        }
        socket.connect(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(20_000);
        socket.setTcpNoDelay(true);
        return new RawWs(socket);
    }

    /** A connection that is upgraded. */
    public static RawWs open(int port, String path, String... headers) throws IOException {
        return connect(port, 0).upgraded(path, headers);
    }

    RawWs upgraded(String path, String... headers) throws IOException {
        write(request(path, headers));
        String head = head();
        if (!head.startsWith("HTTP/1.1 101 ")) {
            socket.close();
            throw new IOException("not upgraded but answered\n" + head);
        }
        return this;
    }

    /** An upgrade as a browser or carrier sends it. */
    static String request(String path, String... headers) {
        StringBuilder text = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n");
        text.append("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n");
        text.append("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
        for (String header : headers) {
            text.append(header).append("\r\n");
        }
        return text.append("\r\n").toString();
    }

    void write(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The head of an answer. */
    String head() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return head.toString();
            }
            head.append((char) next);
        }
        return head.toString();
    }

    public void text(String text) throws IOException {
        frame(TEXT, true, text.getBytes(StandardCharsets.UTF_8));
    }

    /** A masked frame with an honest length. */
    public void frame(int opcode, boolean last, byte[] payload) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream(payload.length + 14);
        frame.writeBytes(header((last ? 0x80 : 0) | opcode, payload.length, true));
        byte[] mask = {1, 2, 3, 4};
        frame.writeBytes(mask);
        for (int i = 0; i < payload.length; i++) {
            frame.write(payload[i] ^ mask[i & 3]);
        }
        socket.getOutputStream().write(frame.toByteArray());
    }

    /** What comes before mask and payload. */
    static byte[] header(int first, long length, boolean masked) {
        ByteArrayOutputStream header = new ByteArrayOutputStream(10);
        int mask = masked ? 0x80 : 0;
        header.write(first);
        if (length < 126) {
            header.write(mask | (int) length);
        } else if (length < 65_536) {
            header.write(mask | 126);
            header.write((int) (length >> 8));
            header.write((int) length);
        } else {
            header.write(mask | 127);
            for (int shift = 56; shift >= 0; shift -= 8) {
                header.write((int) (length >> shift));
            }
        }
        return header.toByteArray();
    }

    void raw(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** The next frame, or null at the end of the stream. */
    public Frame read() throws IOException {
        try {
            int first = in.readUnsignedByte();
            int second = in.readUnsignedByte();
            if ((second & 0x80) != 0) {
                throw new IOException("a server masks nothing (RFC 6455 section 5.1)");
            }
            long length = second & 0x7f;
            if (length == 126) {
                length = in.readUnsignedShort();
            } else if (length == 127) {
                length = in.readLong();
            }
            byte[] payload = new byte[Math.toIntExact(length)];
            in.readFully(payload);
            return new Frame(first & 0x0f, (first & 0x80) != 0, payload);
        } catch (EOFException | SocketException gone) {
            return null;
        }
    }

    /** The next text message; other frames are passed over. */
    public String nextText() throws IOException {
        for (Frame frame = read(); frame != null; frame = read()) {
            if (frame.opcode() == TEXT) {
                return frame.text();
            }
        }
        return null;
    }

    /** The status with which the server says goodbye, -2 where the stream ends without. */
    public int closeCode() throws IOException {
        for (Frame frame = read(); frame != null; frame = read()) {
            if (frame.opcode() == CLOSE) {
                return frame.code();
            }
        }
        return -2;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
