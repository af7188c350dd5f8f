package io.sidetone.speech.loopback;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A port whose connections are taken by the kernel and answered by nobody. */
public final class HangingPort {
    private static final List<ServerSocket> HELD = new CopyOnWriteArrayList<>();

    private HangingPort() {}

    /** Answers the first bytes, whatever they are, with words instead of TLS. */
    public static int plain() {
        int port = open();
        ServerSocket socket = HELD.get(HELD.size() - 1);
        Thread answering = new Thread(
                () -> {
                    while (true) {
                        try (var peer = socket.accept()) {
                            peer.getInputStream().read();
                            peer.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
                        } catch (IOException clientLeft) {
                            // The next one may stay.
                        }
                    }
                },
                "plain port");
        answering.setDaemon(true);
        answering.start();
        return port;
    }

    public static synchronized int open() {
        try {
            ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            HELD.add(socket);
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
