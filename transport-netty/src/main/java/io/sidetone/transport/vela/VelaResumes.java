package io.sidetone.transport.vela;

import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Sessions that may be taken up again, by their secret tokens. A token is good once. Any thread. */
final class VelaResumes {
    private static final int TOKEN_BYTES = 32;

    private final Map<String, VelaCall> sessions = new ConcurrentHashMap<>();
    private final Consumer<byte[]> random;

    /** Creates an empty table; {@code random} fills with bytes that cannot be guessed. */
    VelaResumes(Consumer<byte[]> random) {
        this.random = random;
    }

    /** Returns a new token for {@code call}. */
    String issue(VelaCall call) {
        byte[] secret = new byte[TOKEN_BYTES];
        random.accept(secret);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        sessions.put(token, call);
        return token;
    }

    /** Returns whose token this is, which is spent now; null when it is unknown. */
    VelaCall redeem(String token) {
        return sessions.remove(token);
    }

    void forget(String token) {
        if (token != null) {
            sessions.remove(token);
        }
    }
}
