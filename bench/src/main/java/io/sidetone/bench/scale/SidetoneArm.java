package io.sidetone.bench.scale;

import io.sidetone.bench.calls.CallCrowd;
import io.sidetone.bench.harness.MockDesk;
import io.sidetone.bench.harness.Scrape;
import io.sidetone.bench.harness.TestedServer;
import io.sidetone.bench.harness.WatchedProcess;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The shipped server with mock engines, called by SIP. */
final class SidetoneArm implements ArmServer {
    private final TestedServer server;
    private final boolean srtp;

    private SidetoneArm(TestedServer server, boolean srtp) {
        this.server = server;
        this.srtp = srtp;
    }

    /** Starts {@code jar} for up to {@code calls} calls, with media ports from {@code firstPort} on, and the launcher's flags. */
    static SidetoneArm start(Path folder, Path jar, int calls, int firstPort, boolean srtp)
            throws IOException, InterruptedException {
        String media = MockDesk.ports(firstPort, firstPort + ports(calls) - 1);
        return start("sidetone", folder, jar, MockDesk.configuration(sip(srtp), media, calls + 20), srtp);
    }

    /** The same whose calls share a port: the first from {@code firstPort} on. */
    static SidetoneArm startSharing(Path folder, Path jar, int calls, int firstPort, int lastPort, boolean srtp)
            throws IOException, InterruptedException {
        String media = MockDesk.ports(firstPort, lastPort) + ", shared-port: true";
        String configuration = MockDesk.configuration(sip(srtp), media, calls + 20);
        return start("oneport", folder, jar, configuration, srtp);
    }

    private static SidetoneArm start(String name, Path folder, Path jar, String configuration, boolean srtp)
            throws IOException, InterruptedException {
        return new SidetoneArm(TestedServer.serve(name, folder, jar, configuration), srtp);
    }

    private static String sip(boolean srtp) {
        return "port: 0" + (srtp ? ", srtp: optional, srtp-over-plain-signalling: true" : "");
    }

    /** Returns how many ports it takes for {@code calls} calls: two each, those of ended calls rest for a while. */
    static int ports(int calls) {
        return 3 * calls + 400;
    }

    @Override
    public WatchedProcess process() {
        return server.process();
    }

    @Override
    public OpenCalls open(int calls) throws IOException, InterruptedException {
        CallCrowd crowd = CallCrowd.open(server.sip(), calls, srtp ? SrtpPolicy.REQUIRED : SrtpPolicy.OFF);
        return new OpenCalls(crowd.media(), crowd::check, crowd::close);
    }

    @Override
    public Scrape counters() throws IOException, InterruptedException {
        Map<String, Double> values = new TreeMap<>(server.scrape().values());
        values.put(PACKETS_IN, new Scrape(values).sum("sidetone_rtp_events_total", "packets_in"));
        return new Scrape(values);
    }

    @Override
    public boolean hasHeap() {
        return true;
    }

    @Override
    public void close() {
        server.close();
    }
}
