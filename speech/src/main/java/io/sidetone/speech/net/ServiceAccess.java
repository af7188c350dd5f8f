package io.sidetone.speech.net;

import io.sidetone.core.setting.Altered;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Part that the settings of all services have in common: where the service is, who asks, and for what. Immutable.
 *
 * @param name of the engine in the configuration
 * @param url address; null for the service's public one; {@link #socket} and {@link #web} complete it
 * @param key API key, never shown; empty for servers without one
 * @param model as the service calls it; empty for the usual one
 * @param voice as the service calls it; empty for the usual one
 * @param language as the service calls it; empty for the usual one
 * @param sampleRateHz rate of the calls: 8000 for telephony, 16000 for wide-band
 * @param deadlines for connecting, for the first piece of an answer, and for silence between two pieces
 * @param trust certificates (PEM) in place of the JVM's; null for the JVM's
 * @param query further parameters of the address, each with its values
 * @param body further fields of each request, as Jackson reads JSON
 */
public record ServiceAccess(
        String name,
        URI url,
        String key,
        String model,
        String voice,
        String language,
        int sampleRateHz,
        Deadlines deadlines,
        Path trust,
        Map<String, List<String>> query,
        Map<String, Object> body) {
    /** A shorter one may be part of a word. */
    private static final int SHORTEST_KEY = 6;

    /** Copies the maps, in the order of their names. */
    public ServiceAccess {
        query = Collections.unmodifiableMap(new TreeMap<>(query));
        body = Collections.unmodifiableMap(new TreeMap<>(body));
    }

    /** Returns access to the public address with usual values, at 8 kHz. */
    public static ServiceAccess of(String name, String key) {
        return new ServiceAccess(name, null, key, "", "", "", 8_000, Deadlines.DEFAULT, null, Map.of(), Map.of());
    }

    /** Encodes a value of an address. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Returns the English name of a language; an unknown tag itself. */
    public static String languageName(String tag) {
        String name = Locale.forLanguageTag(tag).getDisplayName(Locale.ENGLISH);
        return name.isEmpty() ? tag : name;
    }

    /** Returns whether the language is exactly one. */
    public boolean oneLanguage() {
        return !language.isEmpty() && !language.equals("multi");
    }

    /** Returns a sentence that tells a model its language; empty unless that is exactly one. */
    public String languageRule() {
        return oneLanguage()
                ? "Speak " + languageName(language) + ", unless the caller asks for another language."
                : "";
    }

    /** Returns the language without its region: {@code de} of {@code de-AT}. */
    public String languageCode() {
        return Locale.forLanguageTag(language).getLanguage();
    }

    /** Returns the same with these values in place of empty ones. */
    public ServiceAccess usual(String usualModel, String usualVoice, String usualLanguage) {
        return Altered.with(
                this,
                "model",
                model.isEmpty() ? usualModel : model,
                "voice",
                voice.isEmpty() ? usualVoice : voice,
                "language",
                language.isEmpty() ? usualLanguage : language);
    }

    /**
     * Returns the same with its WebSocket address and the parameters of {@code query}.
     *
     * @param usual the public address
     * @param path the service's own, for an address that is only a host
     * @param own parameters that the engine sets itself
     * @throws IllegalArgumentException for one of these in {@code query}; the message names it
     */
    public ServiceAccess socket(URI usual, String path, Set<String> own) {
        return at(usual, path, own, "ws");
    }

    /** Returns the same with its HTTP address; as {@link #socket}. */
    public ServiceAccess web(URI usual, String path, Set<String> own) {
        return at(usual, path, own, "http");
    }

    /** Returns the HTTP address without further parameters. */
    public URI webAddress(URI usual, String path) {
        return address(usual, path, "http");
    }

    private ServiceAccess at(URI usual, String path, Set<String> own, String scheme) {
        requireFree("query", query, own);
        String added = query.entrySet().stream()
                .flatMap(each -> each.getValue().stream().map(value -> encoded(each.getKey()) + "=" + encoded(value)))
                .collect(Collectors.joining("&"));
        URI address = address(usual, path, scheme);
        return Altered.with(
                this, "url", added.isEmpty() ? address : URI.create(address + "?" + added), "query", Map.of());
    }

    private URI address(URI usual, String path, String scheme) {
        if (url == null) {
            return usual;
        }
        boolean secure = url.getScheme().equals("https") || url.getScheme().equals("wss");
        String port = url.getPort() < 0 ? "" : ":" + url.getPort();
        String own = url.getRawPath() == null || url.getRawPath().isEmpty() ? path : url.getRawPath();
        return URI.create(scheme + (secure ? "s" : "") + "://" + url.getHost() + port + own);
    }

    /**
     * Returns the same.
     *
     * @param own fields that the engine sets itself
     * @throws IllegalArgumentException for one of these in {@code body}; the message names it
     */
    public ServiceAccess without(Set<String> own) {
        requireFree("body", body, own);
        return this;
    }

    /**
     * Refuses a value of the engine.
     *
     * @param setting key below {@code engines.NAME}
     * @param problem the problem, with the remedy
     * @throws IllegalArgumentException if {@code holds} is false
     */
    public void require(String setting, boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException("engines." + name + "." + setting + ": " + problem);
        }
    }

    /** Refuses a value out of bounds, and NaN. */
    public void requireWithin(String setting, double value, double least, double most, String unit) {
        String behind = unit.isEmpty() ? "" : " " + unit;
        require(
                setting,
                value >= least && value <= most,
                number(value) + behind + " is outside " + number(least) + " to " + number(most) + behind
                        + "; set a value within");
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }

    private void requireFree(String kind, Map<String, ?> given, Set<String> own) {
        for (String field : given.keySet()) {
            require(
                    kind + "." + field,
                    !own.contains(field),
                    "the engine sets it itself; remove it, and see docs/engines.md for the key or option that"
                            + " changes it");
        }
    }

    /**
     * Returns the complete address with a path of an interface.
     *
     * @param path follows the address's own
     * @param parameters precede the address's own; may be empty
     */
    public URI endpoint(String path, String parameters) {
        String[] parts = url.toString().split("\\?", 2);
        String base = parts[0].endsWith("/") ? parts[0].substring(0, parts[0].length() - 1) : parts[0];
        String more = parts.length < 2 ? "" : parts[1];
        String query = parameters + (parameters.isEmpty() || more.isEmpty() ? "" : "&") + more;
        return URI.create(base + path + (query.isEmpty() ? "" : "?" + query));
    }

    /** Returns a request for a WebSocket connection. */
    public SocketRequest connection(URI address, Map<String, String> headers) {
        return new SocketRequest(name, address, headers, SocketRequest.MAX_MESSAGE_BYTES, deadlines, trust);
    }

    /** Returns an HTTP request; it owns {@code content}. */
    public ExchangeRequest request(String method, URI address, Map<String, String> headers, byte[] content) {
        return new ExchangeRequest(name, method, address, headers, content, deadlines, trust);
    }

    /** Returns what a service said without the key. */
    public String masked(String words) {
        return key.length() < SHORTEST_KEY ? words : words.replace(key, "***");
    }

    /** Omits the key, and what was added to address and requests. */
    @Override
    public String toString() {
        return name + " at " + (url == null ? "its public address" : url.getHost()) + ", " + model + ", " + voice + ", "
                + language + ", " + sampleRateHz + " Hz";
    }
}
