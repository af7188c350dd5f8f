package io.sidetone.server.trunks;

import io.sidetone.config.SipConfig;
import io.sidetone.config.SipConfig.Trunk;
import io.sidetone.config.value.Secret;
import io.sidetone.transport.sip.digest.DigestAccount;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.trunk.link.CallerIdentity;
import io.sidetone.transport.trunk.link.TrunkSettings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** The trunks with {@code to} in the terms of the SIP stack. */
public final class CalledTrunks {
    private CalledTrunks() {}

    /** Returns those of a configuration, in its order. */
    public static List<TrunkSettings> of(SipConfig config) {
        return config.trunks().stream()
                .filter(trunk -> trunk.to().isPresent())
                .map(trunk -> settings(trunk, config))
                .toList();
    }

    /** Returns who we are to a trunk. */
    public static Optional<DigestAccount> account(Trunk trunk) {
        return trunk.to().isEmpty()
                ? Optional.empty()
                : trunk.username()
                        .map(name -> new DigestAccount(
                                name,
                                trunk.password().map(Secret::value).orElse(""),
                                trunk.realm().orElse(null)));
    }

    private static TrunkSettings settings(Trunk trunk, SipConfig config) {
        return new TrunkSettings(
                trunk.name(),
                SipUri.of(trunk.to().orElseThrow()),
                trunk.outboundProxy().map(SipUri::of).orElse(null),
                trunk.fromDomain(),
                CallerIdentity.valueOf(trunk.identity().toUpperCase(Locale.ROOT)),
                account(trunk).orElse(null),
                trunk.register(),
                trunk.bulkNumbers(),
                trunk.optionsInterval().toNanos(),
                instance(trunk, config));
    }

    /** Stays the same over restarts, and differs between servers that are reached by different addresses (RFC 5626 4.1). */
    private static String instance(Trunk trunk, SipConfig config) {
        String place = config.advertise() + ":" + config.sockets().get(0).port() + "/" + trunk.name();
        return "urn:uuid:" + UUID.nameUUIDFromBytes(place.getBytes(StandardCharsets.UTF_8));
    }
}
