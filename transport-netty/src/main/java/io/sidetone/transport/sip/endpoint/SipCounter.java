package io.sidetone.transport.sip.endpoint;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counters of an endpoint. The label is for people; the name, in lower case, is for metrics. */
public enum SipCounter implements CounterName {
    /** Datagrams read from the socket, whatever they hold. */
    DATAGRAMS_IN("datagrams received"),
    /** Well-formed requests handed to the listener. */
    REQUESTS_IN("requests received"),
    /** Well-formed responses handed to the listener. */
    RESPONSES_IN("responses received"),
    /** Messages given to a socket. */
    MESSAGES_OUT("messages sent"),
    /** Datagrams or connections from sources outside the allow-list, dropped without an answer. */
    SOURCE_REFUSED("from sources that are not allowed"),
    /** INVITE requests dropped because their source exceeded its rate. */
    INVITE_RATE_REFUSED("INVITE above the rate of one source"),
    /** Keep-alives: datagrams of line breaks or NUL, and CR LF on streams (RFC 5626 section 4.4.1). */
    KEEPALIVES_IN("keep-alives received"),
    /** Keep-alive pings on a stream answered with a pong. */
    PONGS_OUT("keep-alive pongs sent"),
    /** Input whose first line is no SIP start line, dropped without an answer. */
    NOT_SIP("input that is not SIP"),
    /** Messages larger than the limit. */
    OVERSIZE("messages above the size limit"),
    /** Messages refused by the parser, for whatever rule. */
    PARSE_REFUSED("malformed messages"),
    /** Malformed requests answered without a transaction. */
    STATELESS_ANSWERS_OUT("malformed requests answered"),
    /** Connections that began with plain text where TLS is spoken. */
    PLAIN_TEXT_ON_TLS("plain text on a TLS port"),
    /** Connections that began with TLS where plain text is spoken. */
    TLS_ON_PLAIN("TLS on a port without TLS"),
    /** TLS handshakes that were completed, by either side's wish. */
    TLS_HANDSHAKES("TLS handshakes"),
    /** TLS handshakes that failed or took too long, and TLS connections that broke a rule. */
    TLS_FAILED("TLS handshakes that failed"),
    /** Connections over TCP or TLS accepted. */
    CONNECTIONS_ACCEPTED("connections accepted"),
    /** Connections over TCP or TLS we opened. */
    CONNECTIONS_OPENED("connections opened"),
    /** Connections over TCP or TLS refused because there are too many. */
    CONNECTIONS_REFUSED("connections above the limit"),
    /** Connections over TCP or TLS without a dialog closed because another one needed the room. */
    CONNECTIONS_DISPLACED("idle connections closed to make room"),
    /** Connections over TCP or TLS that ended, by either side. */
    CONNECTIONS_CLOSED("connections closed"),
    /** Connections over TCP or TLS that could not be opened. */
    CONNECT_FAILED("connections that failed to open"),
    /** Streams closed because message boundaries were lost. */
    STREAM_CORRUPT("streams closed as corrupt"),
    /** Streams closed because a message, or the first one, did not arrive in time, or nothing at all for long. */
    STREAM_STALLED("streams closed as stalled"),
    /** Messages not sent because the socket's buffer was full. */
    SEND_DROPPED("messages dropped at a full socket"),
    /** Messages the operating system refused to send, or sent to a closed connection. */
    SEND_FAILED("messages that failed to be sent"),
    /** Socket errors that were not caused by a send. */
    SOCKET_ERRORS("socket errors"),
    /** Exceptions thrown by the listener. */
    LISTENER_FAILED("failures while handling a message");

    private final String label;

    SipCounter(String label) {
        this.label = label;
    }

    /** The count in words: {@code "malformed messages"}. */
    public String label() {
        return label;
    }

    @Override
    public CounterSeries series() {
        return CounterSeries.of("sidetone_sip_events", "SIP messages, connections and drops by kind", "event", this);
    }
}
