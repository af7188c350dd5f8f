package io.sidetone.speech.chat;

import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.port.CallContext;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Call that a request is about, as headers for a server of one's own: {@code X-Sidetone-Call}, {@code -Agent}, {@code
 * -Caller}, {@code -Called}. A provider's own service gets none: numbers of callers are nothing to it.
 */
final class CallHeaders {
    private CallHeaders() {}

    /** Returns the headers of a request about {@code call} to the address of {@code settings}. */
    static Map<String, String> of(CallContext call, ChatSettings settings) {
        return of(call.callId(), call.agent(), call.facts(), settings);
    }

    /** Returns the headers of a request about the call of {@code question}. */
    static Map<String, String> of(ChatQuestion question, ChatSettings settings) {
        return of(question.callId(), question.agent(), question.facts(), settings);
    }

    private static Map<String, String> of(String callId, String agent, CallFacts facts, ChatSettings settings) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (!settings.providersOwn()) {
            put(headers, "X-Sidetone-Call", callId);
            put(headers, "X-Sidetone-Agent", agent);
            put(headers, "X-Sidetone-Caller", facts.caller());
            put(headers, "X-Sidetone-Called", facts.called());
        }
        return headers;
    }

    private static void put(Map<String, String> headers, String name, String value) {
        String visible = value.replaceAll("[^\\x21-\\x7e]", "");
        if (!visible.isEmpty()) {
            headers.put(name, visible);
        }
    }
}
