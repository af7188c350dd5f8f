package io.sidetone.bench.scale;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * The ng protocol of rtpengine: a cookie and a bencoded command in a datagram, the same cookie and its answer in another. One
 * thread.
 */
final class RtpengineControl implements AutoCloseable {
    private static final int LIMIT_MS = 3_000;
    private static final int MAX_ANSWER_BYTES = 65_535;

    private final DatagramSocket socket;
    private final byte[] answer = new byte[MAX_ANSWER_BYTES];
    private int commands;

    /** Speaks with the rtpengine that listens on {@code port} of loopback. */
    RtpengineControl(int port) throws IOException {
        socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(LIMIT_MS);
    }

    /** Sends {@code command} and returns its answer; throws when rtpengine refuses it or is silent for three seconds. */
    Map<?, ?> ask(Map<String, Object> command) throws IOException {
        // rtpengine repeats an old answer to a cookie that it knows.
        String cookie = "bench" + ++commands;
        byte[] body = Bencode.encode(command);
        byte[] message = new byte[cookie.length() + 1 + body.length];
        byte[] head = (cookie + " ").getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(head, 0, message, 0, head.length);
        System.arraycopy(body, 0, message, head.length, body.length);
        socket.send(new DatagramPacket(message, message.length));
        DatagramPacket came = new DatagramPacket(answer, answer.length);
        try {
            socket.receive(came);
        } catch (SocketTimeoutException silent) {
            throw new IOException("rtpengine did not answer " + command.get("command") + " within " + LIMIT_MS + " ms");
        }
        byte[] bytes = Arrays.copyOf(answer, came.getLength());
        return answered(
                command,
                new String(bytes, 0, head.length, StandardCharsets.US_ASCII).equals(cookie + " "),
                bytes,
                head.length);
    }

    private static Map<?, ?> answered(Map<String, Object> command, boolean ours, byte[] bytes, int from)
            throws IOException {
        if (!ours || !(Bencode.decode(bytes, from) instanceof Map<?, ?> map)) {
            throw new IOException("rtpengine answered " + command.get("command") + " with something else: "
                    + new String(bytes, StandardCharsets.ISO_8859_1));
        }
        if ("error".equals(map.get("result"))) {
            throw new IOException("rtpengine refused " + command.get("command") + ": " + map.get("error-reason"));
        }
        return map;
    }

    @Override
    public void close() {
        socket.close();
    }
}
