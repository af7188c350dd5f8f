package io.sidetone.core.facts;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Facts of a call in the form that everybody outside receives: webhooks, subscribers, the API. */
public final class FactsFields {
    private FactsFields() {}

    /**
     * Returns {@code caller}, {@code called}, {@code headers}, {@code headersOmitted} where some were left out, and
     * {@code handedOver} where another agent had the call before.
     */
    public static Map<String, Object> of(CallFacts facts) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("caller", facts.caller());
        fields.put("called", facts.called());
        fields.put("headers", headers(facts));
        if (facts.omitted() > 0) {
            fields.put("headersOmitted", facts.omitted());
        }
        if (!facts.handedOver().equals(HandedOver.NONE)) {
            fields.put("handedOver", handedOver(facts.handedOver()));
        }
        return fields;
    }

    /** Returns {@code from}, {@code language} and {@code note}. */
    public static Map<String, String> handedOver(HandedOver given) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("from", given.from());
        fields.put("language", given.language());
        fields.put("note", given.note());
        return fields;
    }

    /** Returns each header as {@code name} and {@code value}, with {@code cut} where its end is missing. */
    public static List<Map<String, Object>> headers(CallFacts facts) {
        return facts.headers().stream().map(FactsFields::header).toList();
    }

    private static Map<String, Object> header(CallHeader header) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", header.name());
        fields.put("value", header.value());
        if (header.cut()) {
            fields.put("cut", true);
        }
        return fields;
    }
}
