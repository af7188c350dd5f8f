package io.sidetone.transport.carrier.auth;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A carrier's request, built up word by word. */
final class Asked {
    private final String method;
    private final String target;
    private final Map<String, List<String>> query = new HashMap<>();
    private final Map<String, List<String>> form = new HashMap<>();
    private final Map<String, String> headers = new HashMap<>();
    private byte[] body = new byte[0];
    private boolean direct;

    private Asked(String method, String target) {
        this.method = method;
        this.target = target;
    }

    static Asked get(String target) {
        return new Asked("GET", target);
    }

    static Asked post(String target) {
        return new Asked("POST", target);
    }

    Asked query(String name, String value) {
        query.put(name, List.of(value));
        return this;
    }

    Asked form(String name, String... values) {
        form.put(name, List.of(values));
        return this;
    }

    Asked header(String name, String value) {
        headers.put(name.toLowerCase(Locale.ROOT), value);
        return this;
    }

    Asked body(String text) {
        body = text.getBytes(StandardCharsets.UTF_8);
        return this;
    }

    Asked fromHere() {
        direct = true;
        return this;
    }

    CarrierRequest done() {
        return new CarrierRequest(
                method,
                target,
                target.split("\\?")[0],
                query,
                form,
                body,
                name -> headers.get(name.toLowerCase(Locale.ROOT)),
                CarrierRequest.local(direct, headers.get("host")));
    }
}
