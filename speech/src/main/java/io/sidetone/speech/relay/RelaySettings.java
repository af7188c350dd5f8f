package io.sidetone.speech.relay;

import io.sidetone.speech.chat.ChatSentences;
import io.sidetone.speech.net.AddressPrefix;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.KeyHeader;
import java.net.URI;
import java.nio.file.Path;
import java.util.Set;

/**
 * An agent that speaks text, and how it is reached.
 *
 * @param service name of the engine in the configuration
 * @param url {@code ws} or {@code wss}: a WebSocket for each call; {@code http} or {@code https}: a request for each turn
 * @param key credential of the handshake; empty for none
 * @param keyHeader the header that it goes into
 * @param language of what the caller says, as the agent is told: {@code en-US}
 * @param sentences what is said without the agent; an empty greeting: the agent greets
 * @param answerMs how long the first token of an answer may take
 * @param silenceMs how long the next token may take
 * @param options what it gets and may do beyond the usual
 * @param deadlines for connecting, and for signs of life
 * @param trust certificates (PEM) in place of the JVM's, or null
 */
public record RelaySettings(
        String service,
        URI url,
        String key,
        KeyHeader keyHeader,
        String language,
        ChatSentences sentences,
        int answerMs,
        int silenceMs,
        RelayOptions options,
        Deadlines deadlines,
        Path trust) {
    private static final Set<String> SCHEMES = Set.of("ws", "wss", "http", "https");

    /** Refuses what is no address of an agent. */
    public RelaySettings {
        if (url == null || url.getHost() == null || !SCHEMES.contains(url.getScheme())) {
            throw new IllegalArgumentException(
                    "engines." + service + ".url: " + url
                            + " is no address of an agent; write wss:// or https://HOST/PATH, or ws:// or http:// on this machine");
        }
        if (!options.playFrom().isEmpty()) {
            try {
                AddressPrefix.of(options.playFrom());
            } catch (IllegalArgumentException none) {
                throw new IllegalArgumentException(
                        "engines." + service + ".options.play-from: " + none.getMessage(), none);
            }
        }
    }

    /** Where sounds that the agent has played may come from. */
    AddressPrefix sounds() {
        return AddressPrefix.of(
                options.playFrom().isEmpty()
                        ? url.getScheme().replace("ws", "http") + "://" + url.getRawAuthority() + "/"
                        : options.playFrom());
    }

    /** Whether each turn is a request over HTTP. */
    boolean web() {
        return url.getScheme().startsWith("http");
    }

    /** For people; omits the key. */
    @Override
    public String toString() {
        return "relay at " + url;
    }
}
