package io.sidetone.speech.relay;

import io.sidetone.speech.chat.ChatSentences;
import io.sidetone.speech.net.AddressPrefix;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.KeyHeader;
import io.sidetone.speech.net.ServiceAccess;
import java.net.URI;
import java.util.Map;
import java.util.Set;

/**
 * An agent that speaks text, and how it is reached.
 *
 * @param access where the agent is, who asks, and what the caller speaks; {@code ws} or {@code wss}: a WebSocket for each
 *     call; {@code http} or {@code https}: a request for each turn
 * @param sentences what is said without the agent; an empty greeting: the agent greets
 * @param answerMs how long the first token of an answer may take
 * @param silenceMs how long the next token may take
 * @param options what it gets and may do beyond the usual
 */
public record RelaySettings(
        ServiceAccess access, ChatSentences sentences, int answerMs, int silenceMs, RelayOptions options) {
    private static final Set<String> SCHEMES = Set.of("ws", "wss", "http", "https");

    /** Language of the caller that an agent receives when nothing is configured. */
    private static final String LANGUAGE = "en-US";

    /** Refuses what is no address of an agent. */
    public RelaySettings {
        URI url = access.url();
        access.require(
                "url",
                url != null && url.getHost() != null && SCHEMES.contains(url.getScheme()),
                url
                        + " is no address of an agent; write wss:// or https://HOST/PATH, or ws:// or http:// on this machine");
        if (!options.playFrom().isEmpty()) {
            try {
                AddressPrefix.of(options.playFrom());
            } catch (IllegalArgumentException none) {
                throw new IllegalArgumentException(
                        "engines." + access.name() + ".options.play-from: " + none.getMessage(), none);
            }
        }
    }

    /** Returns the settings for an agent whose tokens have the deadlines of {@code access}. */
    public static RelaySettings of(ServiceAccess access, ChatSentences sentences, RelayOptions options) {
        Deadlines deadlines = access.deadlines();
        return new RelaySettings(
                access.usual("", "", LANGUAGE), sentences, deadlines.firstByteMs(), deadlines.silenceMs(), options);
    }

    /** Returns the headers with the credential. */
    Map<String, String> credentials() {
        return KeyHeader.BEARER.with(access.key());
    }

    /** Returns where sounds that the agent has played may come from. */
    AddressPrefix sounds() {
        return AddressPrefix.of(
                options.playFrom().isEmpty()
                        ? access.url().getScheme().replace("ws", "http") + "://"
                                + access.url().getRawAuthority() + "/"
                        : options.playFrom());
    }

    /** Returns whether each turn is a request over HTTP. */
    boolean web() {
        return access.url().getScheme().startsWith("http");
    }

    /** For people; omits the key. */
    @Override
    public String toString() {
        return "relay at " + access.url();
    }
}
