package io.sidetone.server.boot.warmup;

import io.sidetone.transport.rtp.srtp.MasterKey;
import io.sidetone.transport.rtp.srtp.SrtpSender;
import io.sidetone.transport.rtp.srtp.SrtpSession;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The telephone of the rehearsal: one call after the other, as short as a call can be. One thread; blocks. */
final class RehearsalCaller implements AutoCloseable {
    private static final int LIMIT_MS = 5_000;
    private static final int PACKETS = 10;
    private static final int PACKET_MS = 5;
    private static final int RTP_HEADER = 12;
    private static final int PAYLOAD = 160;
    private static final byte RTP_VERSION = (byte) 0x80;
    private static final byte SILENCE = (byte) 0xff;
    private static final int BUFFER = 4_096;
    private static final Pattern MEDIA_PORT = Pattern.compile("m=audio ([0-9]+) ");
    private static final Pattern TO = Pattern.compile("(?im)^To: *(.*?)\\r?$");

    private final DatagramSocket sip = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    private final DatagramSocket media = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    private int calls;

    RehearsalCaller() throws IOException {
        sip.setSoTimeout(LIMIT_MS);
    }

    /** Calls {@code server}, says nothing for a moment and hangs up; encrypted with {@code key}, unless it is null. */
    void call(InetSocketAddress server, MasterKey key) throws IOException {
        calls++;
        String crypto = key == null ? "" : "a=crypto:1 " + key.suite() + " inline:" + key.base64() + "\r\n";
        String sdp = "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio "
                + media.getLocalPort()
                + " RTP/AVP 0 8 101\r\na=rtpmap:0 PCMU/8000\r\na=rtpmap:8 PCMA/8000\r\na=rtpmap:101 telephone-event/8000\r\n"
                + "a=fmtp:101 0-15\r\na=ptime:20\r\na=sendrecv\r\n" + crypto;
        String to = "<sip:rehearsal@127.0.0.1:" + server.getPort() + ">";
        send(server, request("INVITE", to, server, 1, sdp));
        String answer = answer("INVITE");
        Matcher port = MEDIA_PORT.matcher(answer);
        Matcher tagged = TO.matcher(answer);
        if (!port.find() || !tagged.find()) {
            throw new IOException("the rehearsed call was not answered: "
                    + answer.lines().findFirst().orElse(""));
        }
        send(server, request("ACK", tagged.group(1), server, 1, ""));
        speak(
                new InetSocketAddress(server.getAddress(), Integer.parseInt(port.group(1))),
                key == null ? null : new SrtpSender(key));
        send(server, request("BYE", tagged.group(1), server, 2, ""));
        answer("BYE");
    }

    private String request(String method, String to, InetSocketAddress server, int number, String body) {
        String own = "127.0.0.1:" + sip.getLocalPort();
        return method + " sip:rehearsal@127.0.0.1:" + server.getPort() + " SIP/2.0\r\n"
                + "Via: SIP/2.0/UDP " + own + ";branch=z9hG4bK-" + calls + "-" + method + ";rport\r\n"
                + "Max-Forwards: 70\r\n"
                + "From: <sip:rehearsal@" + own + ">;tag=r" + calls + "\r\n"
                + "To: " + to + "\r\n"
                + "Call-ID: rehearsal-" + calls + "@" + own + "\r\n"
                + "CSeq: " + number + " " + method + "\r\n"
                + "Contact: <sip:rehearsal@" + own + ">\r\n"
                + (body.isEmpty() ? "" : "Content-Type: application/sdp\r\n")
                + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private void send(InetSocketAddress server, String message) throws IOException {
        byte[] bytes = message.getBytes(StandardCharsets.US_ASCII);
        sip.send(new DatagramPacket(bytes, bytes.length, server));
    }

    /** Waits for the final answer to {@code method}. */
    private String answer(String method) throws IOException {
        byte[] buffer = new byte[BUFFER];
        while (true) {
            DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
            sip.receive(packet);
            String text = new String(buffer, 0, packet.getLength(), StandardCharsets.US_ASCII);
            if (!text.startsWith("SIP/2.0 1") && text.contains(" " + method + "\r\n")) {
                return text;
            }
        }
    }

    private void speak(InetSocketAddress far, SrtpSender sender) throws IOException {
        byte[] packet = new byte[RTP_HEADER + PAYLOAD + SrtpSession.MAX_ADDED_BYTES];
        int plain = RTP_HEADER + PAYLOAD;
        packet[0] = RTP_VERSION;
        packet[RTP_HEADER - 1] = (byte) calls;
        for (int i = 0; i < PACKETS; i++) {
            Arrays.fill(packet, RTP_HEADER, plain, SILENCE);
            packet[3] = (byte) i;
            packet[6] = (byte) (i * PAYLOAD >> 8);
            packet[7] = (byte) (i * PAYLOAD);
            int length = sender == null ? plain : sender.protectRtp(packet, RTP_HEADER, plain);
            media.send(new DatagramPacket(packet, length, far));
            try {
                Thread.sleep(PACKET_MS);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new IOException("the rehearsal was stopped", stopped);
            }
        }
    }

    @Override
    public void close() {
        sip.close();
        media.close();
    }
}
