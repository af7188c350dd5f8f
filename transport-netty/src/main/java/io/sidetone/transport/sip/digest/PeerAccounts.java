package io.sidetone.transport.sip.digest;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Peers that prove who they are by a password, by user name. Immutable; holds hashes instead of passwords.
 *
 * @see PeerAuthentication
 */
public final class PeerAccounts {
    private final String realm;
    private final Map<String, Account> byUser = new HashMap<>();
    private final Account nobody;

    /**
     * A peer.
     *
     * @param trunk name of the trunk it is
     * @param username in its credentials
     * @param password the secret
     */
    public record Peer(String trunk, String username, String password) {
        /** Checks presence. */
        public Peer {
            Objects.requireNonNull(trunk, "trunk");
            Objects.requireNonNull(username, "username");
            Objects.requireNonNull(password, "password");
        }

        @Override
        public String toString() {
            return "Peer[" + trunk + ", " + username + "]";
        }
    }

    /**
     * Data that is kept of a peer.
     *
     * @param trunk null for the one that nobody is
     * @param secrets hash of user, realm and password by hash function
     */
    record Account(String trunk, Map<DigestAlgorithm, String> secrets) {
        @Override
        public String toString() {
            return "Account[" + trunk + "]";
        }
    }

    /**
     * Creates the accounts of one realm.
     *
     * @param peers with different user names
     * @param unguessable a password that nobody has, for users that do not exist
     */
    public PeerAccounts(String realm, List<Peer> peers, String unguessable) {
        if (realm.isEmpty() || realm.chars().anyMatch(c -> c < 0x20 || c > 0x7e || c == '"' || c == '\\')) {
            throw new IllegalArgumentException("realm '" + realm
                    + "' cannot be asked for: it is empty, or holds a quote, a backslash or what is not ASCII");
        }
        this.realm = realm;
        this.nobody = account(null, "nobody", unguessable);
        for (Peer peer : peers) {
            Account other = byUser.put(peer.username(), account(peer.trunk(), peer.username(), peer.password()));
            if (other != null) {
                throw new IllegalArgumentException("the user name '" + peer.username() + "' is that of the trunks "
                        + other.trunk() + " and " + peer.trunk() + "; give each its own");
            }
        }
    }

    private Account account(String trunk, String username, String password) {
        Map<DigestAlgorithm, String> secrets = new EnumMap<>(DigestAlgorithm.class);
        for (DigestAlgorithm each : DigestAlgorithm.values()) {
            secrets.put(each, each.hash(username, realm, password));
        }
        return new Account(trunk, secrets);
    }

    String realm() {
        return realm;
    }

    /** Returns the account of a user; for one that does not exist one that no password fits. */
    Account of(String username) {
        return byUser.getOrDefault(username, nobody);
    }
}
