package io.sidetone.server.wiring;

import io.sidetone.config.SipConfig;
import io.sidetone.core.facts.NumberPlan;
import io.sidetone.server.calls.CallCaptures;
import io.sidetone.server.trunks.CalledTrunks;
import io.sidetone.server.trunks.SipCertificates;
import io.sidetone.server.trunks.SipListeners;
import io.sidetone.server.trunks.TrunkAccounts;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.sip.dialog.SessionTimerPolicy;
import io.sidetone.transport.sip.endpoint.ListeningPoint;
import io.sidetone.transport.sip.endpoint.SipEndpointSettings;
import io.sidetone.transport.sip.sdp.AudioCodec;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import io.sidetone.transport.sip.source.Cidr;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.ua.SipUserAgentSettings;
import io.sidetone.transport.trunk.MediaEncryption;
import io.sidetone.transport.trunk.SipAccounts;
import io.sidetone.transport.trunk.SipStack;
import io.sidetone.transport.trunk.SipTrunk;
import io.sidetone.transport.trunk.TransferMode;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** The SIP section of the configuration in the terms of the SIP stack. */
final class SipWiring {
    private SipWiring() {}

    static SipStack open(
            SipConfig config,
            SipCertificates certificates,
            SourcePolicy sources,
            EventLoops loops,
            SipTrunk trunk,
            CallCaptures captures,
            SecureRandom random)
            throws BindFailedException {
        captures.see(trunk);
        SipUserAgentSettings presence = SipUserAgentSettings.DEFAULT.withFollowSource(flow -> {
            SourcePolicy.Trunk from = sources.trunk(flow.trunk());
            return from != null && from.nat();
        });
        presence = presence.withSessionTimers(sessionTimers(config));
        SipAccounts accounts = TrunkAccounts.of(config, random);
        return SipStack.open(
                settings(config, sources).withTls(certificates.tls()).withTap(captures.sip()),
                presence,
                accounts,
                CalledTrunks.of(config),
                loops,
                trunk,
                random,
                System::nanoTime);
    }

    /** Address and limits. */
    static SipEndpointSettings settings(SipConfig config, SourcePolicy sources) {
        return SipEndpointSettings.defaults(SipListeners.of(config), sources)
                .withInvitesPerSecond(config.invitesPerSecond(), config.trunkInvitesPerSecond());
    }

    /** What a call may have, by the name of its trunk or null. */
    static Function<String, List<AudioCodec>> codecs(SipConfig config) {
        List<AudioCodec> anybody = codecs(config.codecs());
        Map<String, List<AudioCodec>> byTrunk = new HashMap<>();
        config.trunks().forEach(trunk -> byTrunk.put(trunk.name(), codecs(trunk.codecs())));
        return trunk -> trunk == null ? anybody : byTrunk.get(trunk);
    }

    /** How a call is encrypted, by the name of its trunk or null. */
    static Function<String, MediaEncryption> encryption(SipConfig config) {
        MediaEncryption anybody = encryption(config.srtp(), config.srtpOverPlainSignalling());
        Map<String, MediaEncryption> byTrunk = new HashMap<>();
        config.trunks()
                .forEach(trunk -> byTrunk.put(trunk.name(), encryption(trunk.srtp(), trunk.srtpOverPlainSignalling())));
        return trunk -> trunk == null ? anybody : byTrunk.get(trunk);
    }

    /** How many calls a trunk may carry at the same time, by its name. */
    static ToIntFunction<String> mostCalls(SipConfig config) {
        return trunk -> config.trunks().stream()
                .filter(each -> each.name().equals(trunk))
                .mapToInt(SipConfig.Trunk::maxCalls)
                .findFirst()
                .orElse(Integer.MAX_VALUE);
    }

    /** How the peers of a trunk write numbers, by its name or null. */
    static Function<String, NumberPlan> numbers(SipConfig config) {
        Map<String, NumberPlan> byTrunk = new HashMap<>();
        config.trunks()
                .forEach(trunk -> byTrunk.put(trunk.name(), trunk.numbers().plan()));
        return trunk -> byTrunk.getOrDefault(trunk, NumberPlan.UNKNOWN);
    }

    /** What is wanted of session timers on calls of a trunk, by its name or null. */
    static Function<String, SessionTimerPolicy> sessionTimers(SipConfig config) {
        Map<String, SessionTimerPolicy> byTrunk = new HashMap<>();
        config.trunks()
                .forEach(trunk -> byTrunk.put(
                        trunk.name(),
                        new SessionTimerPolicy(
                                Math.toIntExact(trunk.sessionTimer().toSeconds()),
                                SessionTimerPolicy.RFC_MINIMUM_SECONDS)));
        return trunk -> byTrunk.getOrDefault(trunk, SessionTimerPolicy.HONOR);
    }

    /** How calls of a trunk are handed on, by its name or null. */
    static Function<String, TransferMode> transfers(SipConfig config) {
        Map<String, TransferMode> byTrunk = new HashMap<>();
        config.trunks()
                .forEach(trunk -> byTrunk.put(
                        trunk.name(), TransferMode.valueOf(trunk.transfer().toUpperCase(Locale.ROOT))));
        return trunk -> byTrunk.getOrDefault(trunk, TransferMode.AUTO);
    }

    /** Headers of ours on calls of a trunk, by its name or null. */
    static Function<String, Map<String, String>> headers(SipConfig config) {
        Map<String, Map<String, String>> byTrunk = new HashMap<>();
        config.trunks().forEach(trunk -> byTrunk.put(trunk.name(), trunk.headers()));
        return trunk -> byTrunk.getOrDefault(trunk, Map.of());
    }

    /** Returns whether any call may be encrypted. */
    static boolean encrypts(SipConfig config) {
        return Stream.concat(Stream.of(config.srtp()), config.trunks().stream().map(SipConfig.Trunk::srtp))
                .anyMatch(srtp -> !srtp.equals("off"));
    }

    private static MediaEncryption encryption(String srtp, boolean overPlainSignalling) {
        return new MediaEncryption(SrtpPolicy.valueOf(srtp.toUpperCase(Locale.ROOT)), overPlainSignalling);
    }

    private static List<AudioCodec> codecs(List<String> names) {
        return names.stream().map(AudioCodec::valueOf).toList();
    }

    private static List<Cidr> blocks(List<io.sidetone.config.value.Cidr> configured) {
        return configured.stream().map(c -> Cidr.parse(c.toString())).toList();
    }

    private static SourcePolicy.Others others(SipConfig config) {
        if (config.asksForPassword()) {
            return SourcePolicy.Others.CHALLENGED;
        }
        return config.allowAnyone() ? SourcePolicy.Others.ADMITTED : SourcePolicy.Others.REFUSED;
    }

    /** Who may call. */
    static SourcePolicy sources(SipConfig config) {
        return new SourcePolicy(
                config.trunks().stream()
                        .map(t ->
                                new SourcePolicy.Trunk(t.name(), blocks(t.from()), t.nat(), blocks(t.mediaNetworks())))
                        .toList(),
                others(config));
    }

    /** What is printed of the listeners: UDP and TCP at one address together. */
    static List<String> lines(List<ListeningPoint> points) {
        Map<String, String> transports = new LinkedHashMap<>();
        for (ListeningPoint point : points) {
            if (point.accepts()) {
                String address = point.place();
                transports.merge(address, point.transport().parameter(), (udp, tcp) -> udp + "+" + tcp);
            }
        }
        List<String> lines = new ArrayList<>();
        transports.forEach((address, names) -> lines.add("sip " + names + " " + address));
        return lines;
    }
}
