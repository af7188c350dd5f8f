package io.sidetone.bench.scale;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.bench.callers.Callers;
import io.sidetone.bench.callers.RtpCallers;
import io.sidetone.bench.harness.Scrape;
import io.sidetone.bench.harness.Target;
import io.sidetone.transport.rtp.srtp.CryptoSuite;
import io.sidetone.transport.sip.sdp.LocalMedia;
import io.sidetone.transport.sip.sdp.MediaAgreement;
import io.sidetone.transport.sip.sdp.SdpDirection;
import io.sidetone.transport.sip.sdp.SdpNegotiator;
import io.sidetone.transport.sip.sdp.SdpOutcome;
import io.sidetone.transport.sip.sdp.SdpParseException;
import io.sidetone.transport.sip.sdp.SdpSession;
import io.sidetone.transport.sip.sdp.SessionDescription;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import io.sidetone.transport.trunk.media.MediaEncryption;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * rtpengine of Debian in user space, relaying each call from its caller to a far end that only listens. With SRTP both sides
 * are encrypted with keys of their own, so a packet is opened and protected again, as the server does: the far end
 * takes another suite than the caller, because with the same one rtpengine would pass packets on as they are.
 */
final class RtpengineArm extends ArmServer {
    private static final Path PROGRAM = Path.of("/usr/bin/rtpengine");
    private static final Pattern READY = Pattern.compile("Startup complete");
    private static final int PORTS_PER_CALL = 4;

    /** Suite that the server agrees on with a caller. */
    private static final CryptoSuite CALLERS = CryptoSuite.AES_CM_128_HMAC_SHA1_80;

    /** The same with shorter tags. */
    private static final CryptoSuite FAR_ENDS = CryptoSuite.AES_CM_128_HMAC_SHA1_32;

    private final RtpengineControl control;
    private final boolean srtp;
    private final SecureRandom random = new SecureRandom();
    private int opened;

    private RtpengineArm(Target process, RtpengineControl control, boolean srtp) {
        super(process);
        this.control = control;
        this.srtp = srtp;
    }

    /** Starts it with media ports from {@code firstPort} on, for up to {@code calls} calls, and {@code threads} threads for them. */
    static RtpengineArm start(Path folder, int calls, int firstPort, int threads, boolean srtp)
            throws IOException, InterruptedException {
        if (!Files.isExecutable(PROGRAM)) {
            throw new IOException(
                    PROGRAM + " is not there; install Debian's package rtpengine-daemon, or leave out the arm "
                            + "with --arms sidetone,echo,again");
        }
        int port;
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        List<String> command = List.of(
                PROGRAM.toString(),
                "--foreground",
                "--log-stderr",
                "--log-level=6",
                "--table=-1",
                "--interface=lo/127.0.0.1",
                "--listen-ng=127.0.0.1:" + port,
                "--port-min=" + firstPort,
                "--port-max=" + (firstPort + ports(calls) - 1),
                "--num-threads=" + threads);
        Target process = Target.start("rtpengine", command, folder, READY);
        return new RtpengineArm(process, new RtpengineControl(port), srtp);
    }

    /** Returns how many ports it takes for {@code calls} calls: RTP and RTCP on either side, ports of ended calls rest. */
    static int ports(int calls) {
        return 2 * PORTS_PER_CALL * calls + 400;
    }

    @Override
    Callers open(int calls) throws IOException {
        List<String> ids = new ArrayList<>();
        RtpCallers media = new RtpCallers(InetAddress.getLoopbackAddress(), calls, true) {
            @Override
            public void close() {
                stop();
                ids.forEach(RtpengineArm.this::end);
                super.close();
            }
        };
        try {
            for (int i = 0; i < calls; i++) {
                String id = "call" + ++opened;
                ids.add(id);
                connect(media, i, id);
            }
            return media;
        } catch (IOException | RuntimeException e) {
            media.close();
            throw e;
        }
    }

    private void connect(RtpCallers media, int call, String id) throws IOException {
        SdpNegotiator caller = negotiator(media.port(call));
        SdpNegotiator farEnd = negotiator(media.hearingPort(call));
        SessionDescription offer = caller.offer(SdpDirection.SENDRECV);
        String offered = ask("offer", id, Map.of(), only(CALLERS, text(offer)));
        SdpOutcome.Agreed heard = agreed(farEnd.answer(parsed(only(FAR_ENDS, offered)), SdpDirection.SENDRECV));
        String answered = ask("answer", id, Map.of("to-tag", "far"), text(heard.local()));
        MediaAgreement sending =
                agreed(caller.applyAnswer(offer, parsed(answered))).agreement();
        if (srtp && sending.keys().local().equals(heard.agreement().keys().remote())) {
            throw new IOException(
                    "rtpengine passes the caller's keys to the far end; it would not open what it relays");
        }
        media.send(call, sending.remoteRtp(), sending.keys(), heard.agreement().remoteRtp());
    }

    private SdpNegotiator negotiator(int port) {
        LocalMedia local = LocalMedia.of(InetAddress.getLoopbackAddress(), port, LocalMedia.NARROWBAND);
        MediaEncryption encryption = new MediaEncryption(srtp ? SrtpPolicy.REQUIRED : SrtpPolicy.OFF, true);
        return new SdpNegotiator(local, new SdpSession(random.nextLong()), encryption.crypto(() -> true, random));
    }

    private String ask(String command, String id, Map<String, Object> more, String sdp) throws IOException {
        Map<String, Object> message = new TreeMap<>(more);
        message.put("command", command);
        message.put("call-id", id);
        message.put("from-tag", "caller");
        message.put("sdp", sdp);
        message.put("ICE", "remove");
        message.put("DTLS", "off");
        message.put("replace", List.of("origin", "session-connection"));
        return control.ask(message).path("sdp").asText();
    }

    private static String text(SessionDescription sdp) {
        return new String(sdp.encode(), StandardCharsets.ISO_8859_1);
    }

    private static SessionDescription parsed(String sdp) throws IOException {
        try {
            return SessionDescription.parse(sdp.getBytes(StandardCharsets.ISO_8859_1));
        } catch (SdpParseException e) {
            throw new IOException("rtpengine's SDP cannot be read: " + e.getMessage() + "\n" + sdp, e);
        }
    }

    /** Returns {@code sdp} without the keys of other suites. */
    static String only(CryptoSuite suite, String sdp) {
        return sdp.replaceAll("(?m)^a=crypto:[0-9]+ (?!" + suite + " ).*\r\n", "");
    }

    private static SdpOutcome.Agreed agreed(SdpOutcome outcome) throws IOException {
        if (outcome instanceof SdpOutcome.Agreed agreed) {
            return agreed;
        }
        throw new IOException("what rtpengine offers is refused: " + ((SdpOutcome.Refused) outcome).reason());
    }

    private void end(String id) {
        try {
            control.ask(Map.of("command", "delete", "call-id", id, "from-tag", "caller", "delete-delay", 0));
        } catch (IOException gone) {
            // The call has ended by itself, or the process has.
        }
    }

    @Override
    Scrape counters() throws IOException {
        JsonNode total =
                control.ask(Map.of("command", "statistics")).path("statistics").path("totalstatistics");
        return new Scrape(Map.of(PACKETS_IN, total.path("relayedpackets").asDouble()));
    }

    @Override
    public void close() {
        control.close();
        super.close();
    }
}
