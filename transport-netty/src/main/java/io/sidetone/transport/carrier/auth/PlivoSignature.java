package io.sidetone.transport.carrier.auth;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Plivo's signature, version 3: HMAC-SHA256 over the address, sorted parameters and a nonce. Immutable. */
final class PlivoSignature {
    private final String token;

    PlivoSignature(String token) {
        this.token = token;
    }

    /**
     * Returns whether one of {@code signatures}, separated by commas, is that of the request.
     *
     * @param url address of the request, without its query
     */
    boolean valid(
            String signatures,
            String nonce,
            String url,
            Map<String, List<String>> query,
            Map<String, List<String>> form) {
        String parameters = tail(query, form);
        boolean valid = false;
        for (String variant : PublicUrl.variants(url)) {
            String expected = Hmac.base64(Hmac.SHA256, token, variant + parameters + "." + nonce);
            for (String signature : signatures.split(",")) {
                valid |= Hmac.same(expected, signature.strip());
            }
        }
        return valid;
    }

    private static String tail(Map<String, List<String>> query, Map<String, List<String>> form) {
        StringBuilder tail = new StringBuilder();
        List<String> pairs = new ArrayList<>();
        CarrierRequest.sorted(query)
                .forEach((name, values) -> values.stream().sorted().forEach(value -> pairs.add(name + "=" + value)));
        if (!pairs.isEmpty() || !form.isEmpty()) {
            tail.append('?').append(String.join("&", pairs));
        }
        if (!pairs.isEmpty() && !form.isEmpty()) {
            tail.append('.');
        }
        CarrierRequest.sorted(form)
                .forEach((name, values) -> values.stream().sorted().forEach(value -> tail.append(name)
                        .append(value)));
        return tail.toString();
    }
}
