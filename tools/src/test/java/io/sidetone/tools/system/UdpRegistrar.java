package io.sidetone.tools.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A registrar on loopback that asks everybody for a password (401), grants {@code expires} seconds and remembers until
 * when each user is registered. It does not look whether the password is right: Kamailio does, in other tests.
 */
final class UdpRegistrar implements AutoCloseable {
    private static final Pattern EXPIRES = Pattern.compile("(?im)^Expires: *(\\d+)");
    private static final Pattern USER = Pattern.compile("(?im)^To: *<sip:([^@>]+)@");
    private static final Pattern CONTACT = Pattern.compile("(?im)^Contact: *(<[^>]+>)");
    private static final Pattern COPIED = Pattern.compile("(?im)^(Via|From|Call-ID|CSeq): [^\r\n]*\r\n");
    private static final Pattern TO = Pattern.compile("(?im)^To: [^\r\n]*");

    private final DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    private final int expiresS;
    private final Map<String, Binding> bindings = new ConcurrentHashMap<>();
    private final Thread thread = new Thread(this::serve, "registrar");

    /**
     * What a user has.
     *
     * @param untilNs when it is over
     * @param grants how often it was granted
     * @param lapses how often it was over before the next request came
     */
    private record Binding(long untilNs, int grants, int lapses) {}

    UdpRegistrar(int expiresS) throws SocketException {
        this.expiresS = expiresS;
        socket.setReceiveBufferSize(4 << 20);
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return socket.getLocalPort();
    }

    /** How many users are registered at this moment. */
    int registered() {
        long nowNs = System.nanoTime();
        return (int) bindings.values().stream()
                .filter(binding -> binding.untilNs - nowNs > 0)
                .count();
    }

    /** How many users have been granted a registration {@code times} times at least. */
    int granted(int times) {
        return (int) bindings.values().stream()
                .filter(binding -> binding.grants >= times)
                .count();
    }

    /** How often a registration was over before it was renewed. */
    int lapses() {
        return bindings.values().stream().mapToInt(Binding::lapses).sum();
    }

    private void serve() {
        DatagramPacket packet = new DatagramPacket(new byte[4096], 4096);
        while (!socket.isClosed()) {
            try {
                packet.setLength(4096);
                socket.receive(packet);
                String request = new String(packet.getData(), 0, packet.getLength(), StandardCharsets.ISO_8859_1);
                if (request.isBlank()) {
                    // A ping that keeps a way through NAT open.
                    continue;
                }
                byte[] answer = answer(request).getBytes(StandardCharsets.ISO_8859_1);
                socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
            } catch (SocketException closed) {
                return;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private String answer(String request) {
        String copied =
                COPIED.matcher(request).results().map(result -> result.group()).reduce("", String::concat)
                        + first(TO, request) + ";tag=r\r\nContent-Length: 0\r\n";
        if (!request.contains("\r\nAuthorization: ")) {
            return "SIP/2.0 401 Unauthorized\r\n" + copied
                    + "WWW-Authenticate: Digest realm=\"sip.test\", nonce=\"8a\", algorithm=MD5, qop=\"auth\"\r\n\r\n";
        }
        int asked = Integer.parseInt(first(EXPIRES, request));
        String user = first(USER, request);
        if (asked == 0) {
            bindings.remove(user);
            return "SIP/2.0 200 OK\r\n" + copied + "\r\n";
        }
        long nowNs = System.nanoTime();
        bindings.compute(user, (same, before) -> renewed(before, nowNs));
        return "SIP/2.0 200 OK\r\n" + copied + "Contact: " + first(CONTACT, request) + ";expires=" + expiresS
                + "\r\n\r\n";
    }

    private Binding renewed(Binding before, long nowNs) {
        long untilNs = nowNs + expiresS * 1_000_000_000L;
        return before == null
                ? new Binding(untilNs, 1, 0)
                : new Binding(untilNs, before.grants + 1, before.lapses + (before.untilNs - nowNs < 0 ? 1 : 0));
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IllegalArgumentException(pattern + " is not in\n" + text);
        }
        return matcher.group(matcher.groupCount());
    }

    @Override
    public void close() {
        socket.close();
    }
}
