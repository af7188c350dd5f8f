package io.sidetone.transport.pbx;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.netty.buffer.Unpooled;
import io.sidetone.transport.carrier.auth.NonceCache;
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
 * algorithm. Each token is valid once and for a short time. Thread-safe.
 */
public final class SignedToken {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int LONGEST = 8_192;
    private static final long CLOCK_SKEW_S = 60;
    private static final long OLDEST_S = 300;

    private final SecretKeySpec key;
    private final LongSupplier epochSeconds;
    private final NonceCache used = new NonceCache(2 * (OLDEST_S + CLOCK_SKEW_S));

    /**
     * Creates the check.
     *
     * @param secret shared by both sides
     * @param epochSeconds wall time in seconds; it detects expired tokens
     */
    public SignedToken(String secret, LongSupplier epochSeconds) {
        this.key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
        this.epochSeconds = epochSeconds;
    }

    /**
     * Returns whether {@code token} is valid: it was signed with the secret, at most 5 minutes ago by its {@code iat},
     * within its {@code exp} and {@code nbf}, and is used for the first time. Its {@code jti} identifies it; without
     * one, its whole content does.
     */
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
            byte[] expected = mac.doFinal((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
            if (!MessageDigest.isEqual(expected, Base64.getUrlDecoder().decode(parts[2]))) {
                return false;
            }
            Map<String, String> claims = fields(parts[1]);
            long now = epochSeconds.getAsLong();
            return lately(claims, now) && used.first(claims.getOrDefault("jti", parts[1]), now);
        } catch (GeneralSecurityException | JsonProcessingException | IllegalArgumentException unreadable) {
            return false;
        }
    }

    private static Map<String, String> fields(String part) throws JsonProcessingException {
        return ControlText.fields(Unpooled.wrappedBuffer(Base64.getUrlDecoder().decode(part)));
    }

    private static boolean lately(Map<String, String> claims, long now) {
        String issued = claims.get("iat");
        String expires = claims.get("exp");
        String begins = claims.get("nbf");
        return issued != null
                && seconds(issued) <= now + CLOCK_SKEW_S
                && seconds(issued) >= now - OLDEST_S - CLOCK_SKEW_S
                && (begins == null || seconds(begins) <= now + CLOCK_SKEW_S)
                && (expires == null || seconds(expires) >= now - CLOCK_SKEW_S);
    }

    private static long seconds(String number) {
        return (long) Double.parseDouble(number);
    }
}
