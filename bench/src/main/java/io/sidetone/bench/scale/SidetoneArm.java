package io.sidetone.bench.scale;

import io.sidetone.bench.callers.Callers;
import io.sidetone.bench.callers.SipCallers;
import io.sidetone.bench.harness.MockDesk;
import io.sidetone.bench.harness.Scrape;
import io.sidetone.bench.harness.Target;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The shipped server with mock engines, called by SIP. */
final class SidetoneArm extends ArmServer {
    private final boolean srtp;

    private SidetoneArm(Target server, boolean srtp) {
        super(server);
        this.srtp = srtp;
    }

    /** Starts {@code jar} for up to {@code calls} calls, with media ports from {@code firstPort} on, and the launcher's flags. */
    static SidetoneArm start(Path folder, Path jar, int calls, int firstPort, boolean srtp)
            throws IOException, InterruptedException {
        String media = MockDesk.ports(firstPort, firstPort + ports(calls) - 1);
        return start("sidetone", folder, jar, calls, media, srtp);
    }

    /** The same whose calls share a port: the first from {@code firstPort} on. */
    static SidetoneArm startSharing(Path folder, Path jar, int calls, int firstPort, int lastPort, boolean srtp)
            throws IOException, InterruptedException {
        return start("oneport", folder, jar, calls, MockDesk.ports(firstPort, lastPort) + ", shared-port: true", srtp);
    }

    private static SidetoneArm start(String name, Path folder, Path jar, int calls, String media, boolean srtp)
            throws IOException, InterruptedException {
        String sip = "port: 0" + (srtp ? ", srtp: optional, srtp-over-plain-signalling: true" : "");
        return new SidetoneArm(Target.serve(name, folder, jar, MockDesk.configuration(sip, media, calls + 20)), srtp);
    }

    /** Returns how many ports it takes for {@code calls} calls: two each, those of ended calls rest for a while. */
    static int ports(int calls) {
        return 3 * calls + 400;
    }

    @Override
    Callers open(int calls) throws IOException, InterruptedException {
        return SipCallers.talking(target().sip(), calls, srtp ? SrtpPolicy.REQUIRED : SrtpPolicy.OFF);
    }

    @Override
    Scrape counters() throws IOException, InterruptedException {
        Map<String, Double> values = new TreeMap<>(target().scrape().values());
        values.put(PACKETS_IN, new Scrape(values).sum("sidetone_rtp_events_total", "packets_in"));
        return new Scrape(values);
    }

    @Override
    boolean hasHeap() {
        return true;
    }
}
