package io.sidetone.bench.scale;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The ng protocol of rtpengine: a cookie and a command as JSON in a datagram, the same cookie and its answer in another. One
 * thread.
 */
final class RtpengineControl implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
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
    JsonNode ask(Map<String, Object> command) throws IOException {
        // rtpengine repeats an old answer to a cookie that it knows.
        String cookie = "bench" + ++commands + " ";
        byte[] message = (cookie + JSON.writeValueAsString(command)).getBytes(StandardCharsets.UTF_8);
        socket.send(new DatagramPacket(message, message.length));
        DatagramPacket came = new DatagramPacket(answer, answer.length);
        try {
            socket.receive(came);
        } catch (SocketTimeoutException silent) {
            throw new IOException("rtpengine did not answer " + command.get("command") + " within " + LIMIT_MS + " ms");
        }
        String text = new String(answer, 0, came.getLength(), StandardCharsets.UTF_8);
        if (!text.startsWith(cookie + "{")) {
            throw new IOException("rtpengine answered " + command.get("command") + " with something else: " + text);
        }
        JsonNode said = JSON.readTree(text.substring(cookie.length()));
        if (said.path("result").asText().equals("error")) {
            throw new IOException("rtpengine refused " + command.get("command") + ": " + said.path("error-reason"));
        }
        return said;
    }

    @Override
    public void close() {
        socket.close();
    }
}
