package io.sidetone.server.actions.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Proves to a web server that a request is ours and fresh. Stateless. */
public final class WebhookSignature {
    /** The header. */
    public static final String HEADER = "Sidetone-Signature";

    private WebhookSignature() {}

    /**
     * Returns {@code t=SECONDS,v1=HEX}, where HEX is HMAC-SHA256 over {@code SECONDS.BODY} with {@code secret} as key.
     *
     * @param epochSeconds wall time
     */
    public static String of(String secret, long epochSeconds, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update((epochSeconds + ".").getBytes(StandardCharsets.US_ASCII));
            return "t=" + epochSeconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("HMAC-SHA256 is missing, which every Java platform has", e);
        }
    }
}
