package io.sidetone.tools.system;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One request over a socket of its own, with headers that the JDK's client does not let one set. */
record RawHttp(int status, String text) {
    private static final int PATIENCE_MS = 20_000;
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)");

    /** Asks for {@code path}; headers as name and value in turns. */
    static RawHttp ask(int port, String method, String path, String body, String... headers) throws IOException {
        return exchange(port, method, path, body, "Connection: close\r\n", headers);
    }

    /** Asks for an upgrade to WebSocket; an upgraded connection is left at once. */
    static RawHttp upgrade(int port, String path, String... headers) throws IOException {
        return exchange(
                port,
                "GET",
                path,
                "",
                "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
                headers);
    }

    private static RawHttp exchange(
            int port, String method, String path, String body, String connection, String... headers)
            throws IOException {
        StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: agent.example.com\r\n");
        request.append(connection);
        for (int i = 0; i < headers.length; i += 2) {
            request.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
        }
        if (!body.isEmpty()) {
            request.append("Content-Length: ").append(body.length()).append("\r\n");
        }
        request.append("\r\n").append(body);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MS);
            socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.UTF_8));
            return read(socket.getInputStream());
        }
    }

    /** Head and body; a connection that stays open ends neither. */
    private static RawHttp read(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the answer ends in its head: '" + head + "'");
            }
            head.append((char) next);
        }
        int status = Integer.parseInt(head.substring(9, 12));
        Matcher length = LENGTH.matcher(head);
        byte[] body = new byte[0];
        if (length.find()) {
            body = in.readNBytes(Integer.parseInt(length.group(1)));
        } else if (status != 101) {
            body = in.readAllBytes();
        }
        return new RawHttp(status, head + new String(body, StandardCharsets.UTF_8));
    }
}
