package io.sidetone.transport.carrier.auth;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Signature of Twilio and of carriers that copied it: HMAC-SHA1 over the address and the form. Immutable. */
final class TwilioSignature {
    private final String key;

    TwilioSignature(String key) {
        this.key = key;
    }

    /** Returns whether {@code signature} is that of {@code url}, with or without a port, and of {@code form}. */
    boolean valid(String signature, String url, Map<String, List<String>> form) {
        StringBuilder rest = new StringBuilder();
        CarrierRequest.sorted(form).forEach((name, values) -> new TreeSet<>(values)
                .forEach(value -> rest.append(name).append(value)));
        boolean valid = false;
        for (String variant : PublicUrl.variants(url)) {
            valid |= Hmac.same(Hmac.base64(Hmac.SHA1, key, variant + rest), signature);
        }
        return valid;
    }
}
