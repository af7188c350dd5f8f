package io.sidetone.tools.softphone;

import io.sidetone.audio.codec.G711;
import io.sidetone.audio.frame.Level;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The least a SIP agent can be, on real sockets and without any of our SIP code: answers one call, greets for 600 ms,
 * stops when it has heard 100 ms of the caller and answers for a second when the caller is silent again. Speaks A-law.
 */
final class FakeAgent implements AutoCloseable {
    private static final int FRAME = 160;
    private static final String SDP_TYPE = "Content-Type: application/sdp\r\n";

    private final DatagramSocket sip = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    private final DatagramSocket rtp = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    private final String finalStatus;
    private final String sdp;
    private final int hangUpAfterFrames;
    private final List<Thread> threads = new ArrayList<>();
    private final List<Integer> events = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile boolean closed;
    private volatile boolean talking = true;
    private volatile long voicedFrames;
    private volatile String invite;
    private SocketAddress peer;
    private int inFrames;

    FakeAgent(String finalStatus, String formats, int hangUpAfterFrames) throws IOException {
        this.finalStatus = finalStatus;
        this.hangUpAfterFrames = hangUpAfterFrames;
        this.sdp = "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio "
                + rtp.getLocalPort() + " RTP/AVP " + formats + "\r\na=rtpmap:101 telephone-event/8000\r\n";
        start(this::answer);
    }

    static FakeAgent answering() throws IOException {
        return new FakeAgent("200 OK", "8 101", Integer.MAX_VALUE);
    }

    private void start(Runnable body) {
        Thread thread = new Thread(body, "fake-agent");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    String uri() {
        return "sip:desk@127.0.0.1:" + sip.getLocalPort();
    }

    /** Event codes of keys, once for each end. */
    List<Integer> events() {
        return List.copyOf(events);
    }

    /** Methods of the requests that came. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    private void answer() {
        byte[] bytes = new byte[4_000];
        try {
            while (!closed) {
                DatagramPacket packet = new DatagramPacket(bytes, bytes.length);
                sip.receive(packet);
                String text = new String(bytes, 0, packet.getLength(), StandardCharsets.UTF_8);
                String method = text.substring(0, text.indexOf(' '));
                requests.add(method);
                peer = packet.getSocketAddress();
                if (method.equals("INVITE") && invite == null) {
                    invite = text;
                    respond(text, "180 Ringing", "");
                    respond(text, finalStatus, finalStatus.startsWith("2") ? sdp : "");
                } else if (method.equals("ACK") && finalStatus.startsWith("2") && threads.size() == 1) {
                    start(this::hear);
                    start(this::speak);
                } else if (method.equals("BYE")) {
                    respond(text, "200 OK", "");
                    talking = false;
                }
            }
        } catch (IOException ended) {
            talking = false;
        }
    }

    private void respond(String request, String status, String body) throws IOException {
        StringBuilder answer = new StringBuilder("SIP/2.0 " + status + "\r\n");
        for (String name : List.of("Via", "From", "To", "Call-ID", "CSeq")) {
            answer.append(name).append(": ").append(header(request, name));
            answer.append(name.equals("To") && !header(request, name).contains("tag=") ? ";tag=fake\r\n" : "\r\n");
        }
        answer.append("Contact: <").append(uri()).append(">\r\n").append(body.isEmpty() ? "" : SDP_TYPE);
        answer.append("Content-Length: ")
                .append(body.length())
                .append("\r\n\r\n")
                .append(body);
        send(answer.toString());
    }

    private void send(String message) throws IOException {
        byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
        sip.send(new DatagramPacket(bytes, bytes.length, peer));
    }

    private static String header(String message, String name) {
        return find("(?im)^" + name + ": *([^\r\n]*)", message);
    }

    private static String find(String regex, String text) {
        Matcher matcher = Pattern.compile(regex).matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException(regex + " is not in " + text);
        }
        return matcher.group(1);
    }

    private void hear() {
        byte[] bytes = new byte[1_500];
        short[] pcm = new short[1_500];
        int lastEvent = -1;
        try {
            while (!closed) {
                DatagramPacket packet = new DatagramPacket(bytes, bytes.length);
                rtp.receive(packet);
                int type = bytes[1] & 0x7F;
                int samples = type == 8 ? G711.PCMA.decode(bytes, 12, packet.getLength() - 12, pcm, 0) : 0;
                if (samples > 0 && Level.isAgentAudio(pcm, 0, samples)) {
                    voicedFrames = voicedFrames + 1;
                }
                int timestamp = ByteBuffer.wrap(bytes).getInt(4);
                if (type == 101 && (bytes[13] & 0x80) != 0 && timestamp != lastEvent) {
                    lastEvent = timestamp;
                    events.add((int) bytes[12]);
                }
            }
        } catch (IOException ended) {
            talking = false;
        }
    }

    /** The whole behavior, a step each 20 ms. */
    private void speak() {
        SocketAddress target = new InetSocketAddress(
                InetAddress.getLoopbackAddress(), Integer.parseInt(find("m=audio (\\d+)", invite)));
        short[] voice = Speech.sentence(11, 1_000);
        ByteBuffer packet = ByteBuffer.allocate(12 + FRAME);
        long deadlineNs = System.nanoTime();
        int voiceFrame = 0;
        int voiceFrames = 30;
        long heard = 0;
        int quiet = 0;
        int spoken = 0;
        try {
            for (int frame = 0; talking && !closed; frame++) {
                boolean callerSpeaks = voicedFrames != heard;
                // Longer than the pause that separates two talks, also when the caller's packets come all at once.
                boolean callerEnded = !callerSpeaks && heard > 0 && ++quiet == 25;
                spoken += (int) (voicedFrames - heard);
                heard = voicedFrames;
                if (callerSpeaks) {
                    quiet = 0;
                    voiceFrames = spoken >= 5 ? 0 : voiceFrames;
                } else if (callerEnded) {
                    spoken = 0;
                    voiceFrame = 0;
                    voiceFrames = 50;
                }
                short[] pcm = new short[FRAME];
                if (frame >= 10 && voiceFrame < voiceFrames) {
                    System.arraycopy(voice, FRAME * voiceFrame++, pcm, 0, FRAME);
                }
                packet.clear();
                packet.put((byte) 0x80)
                        .put((byte) 8)
                        .putShort((short) frame)
                        .putInt(FRAME * frame)
                        .putInt(99);
                G711.PCMA.encode(pcm, 0, FRAME, packet.array(), 12);
                rtp.send(new DatagramPacket(packet.array(), 12 + FRAME, target));
                if (frame == hangUpAfterFrames) {
                    bye();
                }
                deadlineNs += 20_000_000;
                LockSupport.parkNanos(deadlineNs - System.nanoTime());
            }
        } catch (IOException ended) {
            talking = false;
        }
        inFrames = (int) voicedFrames;
    }

    private void bye() throws IOException {
        send("BYE " + find("<(.*?)>", header(invite, "Contact")) + " SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.1:"
                + sip.getLocalPort() + ";branch=z9hG4bKfake;rport\r\nMax-Forwards: 70\r\nFrom: " + header(invite, "To")
                + ";tag=fake\r\nTo: " + header(invite, "From") + "\r\nCall-ID: " + header(invite, "Call-ID")
                + "\r\nCSeq: 1 BYE\r\nReason: Q.850;cause=31;text=\"we close\"\r\nContent-Length: 0\r\n\r\n");
    }

    /** Returns the voiced packets heard, once the call is over. */
    int voicedFramesHeard() throws InterruptedException {
        for (Thread thread : threads.subList(2, threads.size())) {
            thread.join();
        }
        return inFrames;
    }

    @Override
    public void close() {
        closed = true;
        sip.close();
        rtp.close();
    }
}
