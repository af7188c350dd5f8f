package io.sidetone.transport.vip;

import com.fasterxml.jackson.core.JsonGenerator;
import io.sidetone.transport.vip.token.IssuedKey;
import io.sidetone.transport.vip.token.KeyGrant;
import java.io.IOException;
import java.time.Instant;

/** The ephemeral key that a client with the server's own token is given, for one session of whom it serves (VIP-03). */
final class IssuedClientKey {
    private IssuedClientKey() {}

    /** Issues a key for {@code grant} and writes it; nothing when too many are outstanding. */
    static void write(JsonGenerator json, VipServices services, KeyGrant grant) throws IOException {
        IssuedKey key = services.keys().issue(grant, services.settings().keyLifeMs());
        if (key != null) {
            json.writeStringField("ephemeral_key", key.text());
            json.writeStringField(
                    "expires_at", Instant.ofEpochMilli(key.expiresAtMs()).toString());
        }
    }
}
