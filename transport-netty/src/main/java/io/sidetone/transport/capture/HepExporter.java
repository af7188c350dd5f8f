package io.sidetone.transport.capture;

import io.sidetone.core.metrics.SharedCounters;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a copy of every SIP message and of every RTCP report to a collector, over UDP. It never waits for the collector: what
 * the system does not take at once is counted. The tap's thread only.
 */
public final class HepExporter implements WireListener {
    private static final Logger LOG = LoggerFactory.getLogger(HepExporter.class);
    private static final int MAX_DATAGRAM = 65_507;
    private static final int CHUNKS = 8_192;
    private static final long RETRY_NS = 30_000_000_000L;

    /**
     * Destination of copies.
     *
     * @param host name or address of the collector
     * @param captureId by which the collector knows this server
     * @param key that the collector asks for
     */
    public record Settings(String host, int port, int captureId, Optional<String> key) {}

    private final Settings settings;
    private final SharedCounters<CaptureCounter> counters;
    private final byte[] key;
    private final ByteBuffer packet = ByteBuffer.allocateDirect(MAX_DATAGRAM + CHUNKS);
    private DatagramChannel channel;
    private InetSocketAddress collector;
    private long triedNs;
    private boolean tried;

    /** Creates an exporter that opens its socket with the first copy. */
    public HepExporter(Settings settings, SharedCounters<CaptureCounter> counters) {
        this.settings = settings;
        this.counters = counters;
        this.key = settings.key().orElse("").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public boolean takesSip() {
        return true;
    }

    @Override
    public boolean takesReports() {
        return true;
    }

    @Override
    public void onPacket(WirePacket seen) {
        switch (seen.kind()) {
            case SIP -> send(seen, Hep.SIP, seen.payload());
            case REPORT -> {
                String json = RtcpJson.of(seen.payload());
                if (json != null) {
                    send(seen, Hep.RTCP_JSON, json.getBytes(StandardCharsets.US_ASCII));
                }
            }
            default -> {
                // Sound is for captures.
            }
        }
    }

    private void send(WirePacket seen, int type, byte[] payload) {
        if (payload.length + seen.sipCallId().length() + key.length > MAX_DATAGRAM - 256 || !reachable(seen.wallNs())) {
            counters.increment(CaptureCounter.HEP_FAILED);
            return;
        }
        packet.clear();
        Hep.write(packet, seen, type, payload, settings.captureId(), key);
        packet.flip();
        try {
            boolean taken = channel.send(packet, collector) > 0;
            counters.increment(taken ? CaptureCounter.HEP_SENT : CaptureCounter.HEP_FAILED);
        } catch (IOException refused) {
            counters.increment(CaptureCounter.HEP_FAILED);
        }
    }

    /** Looks the name up, at most twice a minute until it is found; the thread may wait for that, calls do not. */
    private boolean reachable(long nowNs) {
        if (collector != null) {
            return true;
        }
        if (tried && nowNs - triedNs < RETRY_NS) {
            return false;
        }
        tried = true;
        triedNs = nowNs;
        try {
            InetSocketAddress found = new InetSocketAddress(InetAddress.getByName(settings.host()), settings.port());
            if (channel == null) {
                channel = DatagramChannel.open();
                channel.configureBlocking(false);
            }
            collector = found;
            return true;
        } catch (IOException e) {
            LOG.warn(
                    "hep.to: {} cannot be reached: {}; nothing is sent to it until it can",
                    settings.host(),
                    e.toString());
            return false;
        }
    }

    @Override
    public void onCallEnded(CallTap call) {
        // The collector sees that itself.
    }

    @Override
    public void onIdle(long wallNs) {
        // Nothing waits here.
    }

    @Override
    public void onClose() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException ignored) {
            LOG.debug("The socket to the collector did not close", ignored);
        }
    }
}
