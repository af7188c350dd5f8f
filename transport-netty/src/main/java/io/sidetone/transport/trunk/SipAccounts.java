package io.sidetone.transport.trunk;

import io.sidetone.transport.sip.digest.DigestAccount;
import io.sidetone.transport.sip.digest.DigestAlgorithm;
import io.sidetone.transport.sip.digest.PeerAccounts;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Passwords of SIP: those of peers, and ours. Immutable.
 *
 * @param peers of strangers who are asked; empty when nobody is
 * @param algorithms hash functions they are asked for, the preferred first
 * @param own who we are to a trunk, by its name; null for nobody
 */
public record SipAccounts(
        Optional<PeerAccounts> peers, List<DigestAlgorithm> algorithms, Function<String, DigestAccount> own) {
    /** Nobody is asked, and we answer nobody. */
    public static final SipAccounts NONE = new SipAccounts(Optional.empty(), List.of(), trunk -> null);

    /** Copies the list. */
    public SipAccounts {
        algorithms = List.copyOf(algorithms);
    }
}
