package io.sidetone.server.trunks;

import io.sidetone.config.SipConfig;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.sip.endpoint.SipEndpointSettings;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.ua.SipUserAgentSettings;
import io.sidetone.transport.trunk.TrunkChecker;
import io.sidetone.transport.trunk.link.CheckStep;
import io.sidetone.transport.trunk.link.TrunkSettings;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Checks trunks of a configuration, as far as that can be done by calling them. */
public final class TrunkTrial {
    private TrunkTrial() {}

    /**
     * A line of the report.
     *
     * @param ok whether what it says is in order
     * @param text for people
     */
    public record Line(boolean ok, String text) {}

    /**
     * Checks all trunks at once.
     *
     * @param certificates of its section {@code sip.tls}
     * @param names of the trunks; empty for all
     * @throws BindFailedException when no socket can be opened at the addresses of the listeners
     */
    public static List<Line> run(SipConfig config, SipCertificates certificates, List<String> names)
            throws BindFailedException {
        List<Line> lines = new ArrayList<>();
        List<TrunkSettings> called = CalledTrunks.of(config);
        try (EventLoops loops = EventLoops.open(1, "check");
                TrunkChecker checker = TrunkChecker.open(
                        endpoint(config, certificates),
                        SipUserAgentSettings.DEFAULT,
                        loops,
                        new SecureRandom(),
                        System::nanoTime)) {
            List<CompletableFuture<List<CheckStep>>> checks = called.stream()
                    .filter(trunk -> wanted(trunk.name(), names))
                    .map(checker::check)
                    .toList();
            int next = 0;
            for (SipConfig.Trunk trunk : config.trunks()) {
                if (!wanted(trunk.name(), names)) {
                    continue;
                }
                if (trunk.to().isEmpty()) {
                    lines.add(new Line(true, trunk.name() + ": has no to, so there is nothing to call"));
                } else {
                    for (CheckStep step : checks.get(next).join()) {
                        lines.add(new Line(
                                step.ok(),
                                trunk.name() + ": " + step.what() + (step.ok() ? " ok: " : " failed: ") + step.said()));
                    }
                    next++;
                }
            }
        }
        return lines;
    }

    private static boolean wanted(String name, List<String> names) {
        return names.isEmpty() || names.contains(name);
    }

    private static SipEndpointSettings endpoint(SipConfig config, SipCertificates certificates) {
        return SipEndpointSettings.defaults(SipListeners.onFreePorts(config), new SourcePolicy(List.of(), false))
                .withTls(certificates.tls());
    }
}
