package io.sidetone.transport.sip.digest;

import java.util.Objects;

/**
 * Account under which a peer that asks knows us. Immutable; never shows its password.
 *
 * @param username as the peer knows it
 * @param password the secret
 * @param realm the only realm whose challenges are answered; null for any
 */
public record DigestAccount(String username, String password, String realm) {
    /** Refuses what would break a header. */
    public DigestAccount {
        Objects.requireNonNull(password, "password");
        if (username.isEmpty() || username.chars().anyMatch(c -> c < 0x20 || c == 0x7f)) {
            throw new IllegalArgumentException(
                    "a user name for digest is empty or holds a control character; write it without");
        }
    }

    @Override
    public String toString() {
        return "DigestAccount[" + username + (realm == null ? "" : "@" + realm) + "]";
    }
}
