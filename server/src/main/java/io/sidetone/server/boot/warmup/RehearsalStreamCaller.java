package io.sidetone.server.boot.warmup;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** The carrier of the rehearsal: media over a WebSocket, until the agent's first sound. One thread; blocks. */
final class RehearsalStreamCaller {
    private static final int LIMIT_MS = 5_000;
    private static final int BUFFER = 4_096;
    private static final int TEXT = 0x81;
    private static final int MASKED = 0x80;
    private static final int LENGTH_FOLLOWS = 126;
    private static final int MASK_BYTES = 4;
    private static final String SILENCE = "/".repeat(213) + "w==";
    private static final String SWITCHED = "HTTP/1.1 101 ";
    private static final String SOUND = "\"media\"";

    private final String path;
    private int calls;

    /** A carrier that connects to {@code path}, as Twilio's media streams do. */
    RehearsalStreamCaller(String path) {
        this.path = path;
    }

    /** Calls {@code server}, waits for the agent's voice and hangs up. */
    void call(InetSocketAddress server) throws IOException {
        String id = "rehearsal-" + ++calls;
        long startNs = System.nanoTime();
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(LIMIT_MS);
            socket.connect(server, LIMIT_MS);
            OutputStream out = socket.getOutputStream();
            InputStream in = socket.getInputStream();
            out.write(upgrade(server).getBytes(StandardCharsets.US_ASCII));
            String answer = read(in, "\r\n\r\n", startNs);
            if (!answer.startsWith(SWITCHED)) {
                throw new IOException("the rehearsed stream was refused: "
                        + answer.lines().findFirst().orElse(""));
            }
            send(out, "{\"event\":\"connected\",\"protocol\":\"Call\",\"version\":\"1.0.0\"}");
            send(
                    out,
                    "{\"event\":\"start\",\"sequenceNumber\":\"1\",\"streamSid\":\"" + id
                            + "\",\"start\":{\"accountSid\":\"" + id
                            + "\",\"streamSid\":\"" + id + "\",\"callSid\":\"" + id + "\",\"tracks\":[\"inbound\"],"
                            + "\"mediaFormat\":{\"encoding\":\"audio/x-mulaw\",\"sampleRate\":8000,\"channels\":1}}}");
            send(
                    out,
                    "{\"event\":\"media\",\"sequenceNumber\":\"2\",\"streamSid\":\"" + id
                            + "\",\"media\":{\"track\":\"inbound\",\"chunk\":\"1\",\"timestamp\":\"0\",\"payload\":\""
                            + SILENCE + "\"}}");
            read(in, SOUND, startNs);
            send(out, "{\"event\":\"stop\",\"sequenceNumber\":\"3\",\"streamSid\":\"" + id + "\"}");
        }
    }

    private String upgrade(InetSocketAddress server) {
        return "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + server.getPort()
                + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: cmVoZWFyc2FsLXN0cmVhbQ==\r\n\r\n";
    }

    /** Sends {@code text} as one frame; the mask is zero, which changes nothing (RFC 6455 section 5.3). */
    private static void send(OutputStream out, String text) throws IOException {
        byte[] payload = text.getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(TEXT);
        if (payload.length < LENGTH_FOLLOWS) {
            frame.write(MASKED | payload.length);
        } else {
            frame.write(MASKED | LENGTH_FOLLOWS);
            frame.write(payload.length >> Byte.SIZE);
            frame.write(payload.length);
        }
        frame.write(new byte[MASK_BYTES]);
        frame.write(payload);
        out.write(frame.toByteArray());
    }

    /** Returns what is read until {@code sign} has come, at most 5 s after {@code startNs}. */
    private static String read(InputStream in, String sign, long startNs) throws IOException {
        byte[] buffer = new byte[BUFFER];
        StringBuilder seen = new StringBuilder();
        while (seen.indexOf(sign) < 0) {
            int length = in.read(buffer);
            if (length < 0) {
                throw new IOException("the rehearsed stream was closed before it was answered");
            }
            if (System.nanoTime() - startNs > LIMIT_MS * 1_000_000L) {
                throw new IOException("the rehearsed stream was not answered within " + LIMIT_MS + " ms");
            }
            seen.append(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
        }
        return seen.toString();
    }
}
