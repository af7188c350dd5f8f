package io.sidetone.transport.pbx;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Checks tokens signed with a shared secret: JSON Web Tokens (RFC 7519) with HMAC-SHA-256 ({@code HS256}), and no other
 * algorithm. Immutable.
 */
public final class SignedToken {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int LONGEST = 8_192;
    private static final long CLOCK_SKEW_S = 60;
    private static final long OLDEST_S = 300;

    private final SecretKeySpec key;
    private final LongSupplier epochSeconds;

    /**
     * A check.
     *
     * @param secret what both sides know
     * @param epochSeconds wall time in seconds, against tokens that were sent before
     */
    public SignedToken(String secret, LongSupplier epochSeconds) {
        this.key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
        this.epochSeconds = epochSeconds;
    }

    /** Returns whether {@code token} was signed with the secret, and lately: within its {@code exp}, else 5 minutes of its {@code iat}. */
    public boolean valid(String token) {
        String[] parts = token.split("\\.", -1);
        if (token.length() > LONGEST || parts.length != 3) {
            return false;
        }
        try {
            Map<String, String> header = fields(parts[0]);
            if (!"HS256".equals(header.get("alg"))) {
                return false;
            }
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] wanted = mac.doFinal((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
            return MessageDigest.isEqual(wanted, Base64.getUrlDecoder().decode(parts[2])) && lately(fields(parts[1]));
        } catch (GeneralSecurityException | JsonProcessingException | IllegalArgumentException unreadable) {
            return false;
        }
    }

    private static Map<String, String> fields(String part) throws JsonProcessingException {
        return ControlText.fields(Unpooled.wrappedBuffer(Base64.getUrlDecoder().decode(part)));
    }

    private boolean lately(Map<String, String> claims) {
        long now = epochSeconds.getAsLong();
        String issued = claims.get("iat");
        String expires = claims.get("exp");
        String begins = claims.get("nbf");
        if (issued == null && expires == null) {
            return false;
        }
        return (issued == null || seconds(issued) <= now + CLOCK_SKEW_S)
                && (begins == null || seconds(begins) <= now + CLOCK_SKEW_S)
                && (expires != null
                        ? seconds(expires) >= now - CLOCK_SKEW_S
                        : seconds(issued) >= now - OLDEST_S - CLOCK_SKEW_S);
    }

    private static long seconds(String number) {
        return (long) Double.parseDouble(number);
    }
}
