package io.sidetone.server.trunks;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.SipConfig;
import io.sidetone.core.net.Cidr;
import io.sidetone.server.calls.CallCaptures;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.rtp.receive.OtherSources;
import io.sidetone.transport.sip.dialog.SessionTimerPolicy;
import io.sidetone.transport.sip.endpoint.ListeningPoint;
import io.sidetone.transport.sip.endpoint.SipEndpointSettings;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.sdp.SdpCodec;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.ua.SipUserAgentSettings;
import io.sidetone.transport.trunk.SipAccounts;
import io.sidetone.transport.trunk.SipStack;
import io.sidetone.transport.trunk.SipTrunkSettings;
import io.sidetone.transport.trunk.TransferMode;
import io.sidetone.transport.trunk.TrunkProfile;
import io.sidetone.transport.trunk.TrunkProfiles;
import io.sidetone.transport.trunk.TrunkServices;
import io.sidetone.transport.trunk.media.AnswerTime;
import io.sidetone.transport.trunk.media.DtmfPolicy;
import io.sidetone.transport.trunk.media.MediaEncryption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The SIP section of the configuration in the terms of the SIP stack. */
public final class SipWiring {
    private SipWiring() {}

    public static SipStack open(
            SidetoneConfig all,
            SipCertificates certificates,
            EventLoops loops,
            TrunkServices services,
            CallCaptures captures,
            SecureRandom random)
            throws BindFailedException {
        SipConfig config = all.sip();
        SipTrunkSettings calls = new SipTrunkSettings(
                profiles(config),
                MediaWiring.addresses(all),
                (int) all.rtp().digitLength().toMillis(),
                ConfiguredCodecs.streams(config).orElse(null));
        SourcePolicy sources = sources(config);
        SipUserAgentSettings presence = SipUserAgentSettings.DEFAULT.withFollowSource(flow -> {
            SourcePolicy.Trunk from = sources.trunk(flow.trunk());
            return from != null && from.nat();
        });
        presence =
                presence.withSessionTimers(trunk -> calls.profiles().of(trunk).sessionTimers());
        SipAccounts accounts = TrunkAccounts.of(config, random);
        SipStack sip = SipStack.open(
                settings(config, sources).withTls(certificates.tls()).withTap(captures.sip()),
                presence,
                accounts,
                CalledTrunks.of(config),
                loops,
                services,
                calls,
                random,
                System::nanoTime);
        captures.see(sip.trunk());
        return sip;
    }

    /** Address and limits. */
    static SipEndpointSettings settings(SipConfig config, SourcePolicy sources) {
        return SipEndpointSettings.defaults(SipListeners.of(config), sources)
                .withInvitesPerSecond(config.invitesPerSecond(), config.trunkInvitesPerSecond());
    }

    /** Returns how the calls of each trunk are. */
    static TrunkProfiles profiles(SipConfig config) {
        return new TrunkProfiles(
                TrunkProfile.ofAnybody(
                        codecs(config.codecs()), encryption(config.srtp(), config.srtpOverPlainSignalling())),
                config.trunks().stream().collect(Collectors.toMap(SipConfig.Trunk::name, SipWiring::profile)));
    }

    private static TrunkProfile profile(SipConfig.Trunk trunk) {
        return new TrunkProfile(
                codecs(trunk.codecs()),
                encryption(trunk.srtp(), trunk.srtpOverPlainSignalling()),
                trunk.numbers().plan(),
                AnswerTime.valueOf(constant(trunk.answer())),
                DtmfPolicy.valueOf(constant(trunk.dtmf())),
                SipHeader.of(trunk.headers()),
                TransferMode.valueOf(constant(trunk.transfer())),
                trunk.maxCalls(),
                mediaSources(trunk),
                new SessionTimerPolicy(
                        Math.toIntExact(trunk.sessionTimer().toSeconds()), SessionTimerPolicy.RFC_MINIMUM_SECONDS));
    }

    private static OtherSources mediaSources(SipConfig.Trunk trunk) {
        List<Cidr> networks = trunk.mediaNetworks();
        if (!trunk.nat()) {
            return OtherSources.NONE;
        }
        return networks.isEmpty()
                ? OtherSources.ANY
                : address -> networks.stream().anyMatch(network -> network.contains(address));
    }

    private static String constant(String word) {
        return word.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /** Returns whether any call may be encrypted. */
    public static boolean encrypts(SipConfig config) {
        return Stream.concat(Stream.of(config.srtp()), config.trunks().stream().map(SipConfig.Trunk::srtp))
                .anyMatch(srtp -> !srtp.equals("off"));
    }

    private static MediaEncryption encryption(String srtp, boolean overPlainSignalling) {
        return new MediaEncryption(SrtpPolicy.valueOf(srtp.toUpperCase(Locale.ROOT)), overPlainSignalling);
    }

    private static List<SdpCodec> codecs(List<String> names) {
        return names.stream().map(SdpCodec::valueOf).toList();
    }

    private static SourcePolicy.Others others(SipConfig config) {
        if (config.asksForPassword()) {
            return SourcePolicy.Others.CHALLENGED;
        }
        return config.allowAnyone() ? SourcePolicy.Others.ADMITTED : SourcePolicy.Others.REFUSED;
    }

    /** Returns who may call. */
    static SourcePolicy sources(SipConfig config) {
        return new SourcePolicy(
                config.trunks().stream()
                        .map(t -> new SourcePolicy.Trunk(t.name(), t.from(), t.nat()))
                        .toList(),
                others(config));
    }

    /** Returns what is printed of the listeners: UDP and TCP at one address together. */
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
