package io.sidetone.server.trunks;

import io.sidetone.config.SipConfig;
import io.sidetone.config.SipConfig.Trunk;
import io.sidetone.transport.sip.digest.DigestAccount;
import io.sidetone.transport.sip.digest.DigestAlgorithm;
import io.sidetone.transport.sip.digest.PeerAccounts;
import io.sidetone.transport.trunk.SipAccounts;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The passwords of the trunks in the terms of the SIP stack. */
public final class TrunkAccounts {
    private static final int UNGUESSABLE_BYTES = 32;

    private TrunkAccounts() {}

    /** Returns those of a configuration; {@code random} gives the password of users that do not exist. */
    public static SipAccounts of(SipConfig config, SecureRandom random) {
        Map<String, DigestAccount> own = new HashMap<>();
        config.trunks()
                .forEach(trunk -> CalledTrunks.account(trunk).ifPresent(account -> own.put(trunk.name(), account)));
        return new SipAccounts(
                peers(config, random),
                config.digestAlgorithms().stream().map(TrunkAccounts::algorithm).toList(),
                own::get);
    }

    private static Optional<PeerAccounts> peers(SipConfig config, SecureRandom random) {
        List<Trunk> asked =
                config.trunks().stream().filter(Trunk::asksForPassword).toList();
        if (asked.isEmpty()) {
            return Optional.empty();
        }
        byte[] unguessable = new byte[UNGUESSABLE_BYTES];
        random.nextBytes(unguessable);
        return Optional.of(new PeerAccounts(
                asked.get(0).askedRealm(),
                asked.stream()
                        .map(trunk -> new PeerAccounts.Peer(
                                trunk.name(),
                                trunk.username().orElseThrow(),
                                trunk.password().orElseThrow().value()))
                        .toList(),
                HexFormat.of().formatHex(unguessable)));
    }

    private static DigestAlgorithm algorithm(String token) {
        return DigestAlgorithm.valueOf(token.replace('-', '_'));
    }
}
