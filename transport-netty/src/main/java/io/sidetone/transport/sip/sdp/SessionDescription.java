package io.sidetone.transport.sip.sdp;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A session description, reduced to what offer and answer need. Immutable.
 *
 * @param origin {@code o=}, or null when the peer sent none
 * @param sessionName {@code s=}, {@code -} when there is none
 * @param connection session-level {@code c=}, or null
 * @param attributes session-level {@code a=}
 * @param media {@code m=} sections in order
 */
public record SessionDescription(
        SdpOrigin origin,
        String sessionName,
        SdpConnection connection,
        List<SdpAttribute> attributes,
        List<SdpMedia> media) {
    /** Media type of a description in SIP. */
    public static final String CONTENT_TYPE = "application/sdp";

    /** Copies the lists. */
    public SessionDescription {
        attributes = List.copyOf(attributes);
        media = List.copyOf(media);
    }

    /** Parses a message body with the standard limits. */
    public static SessionDescription parse(byte[] body) throws SdpParseException {
        return parse(body, SdpLimits.standard());
    }

    /** Parses a message body. Nothing but {@link SdpParseException} is thrown, whatever the bytes. */
    public static SessionDescription parse(byte[] body, SdpLimits limits) throws SdpParseException {
        return SdpParser.parse(body, limits);
    }

    /** Returns what the first audio section of an offer has, for people; nothing for null and for what cannot be read. */
    public static List<String> audioOffered(byte[] offer) {
        try {
            return offer == null
                    ? List.of()
                    : parse(offer).media().stream()
                            .filter(SdpMedia::isAudio)
                            .findFirst()
                            .map(AudioFormats::named)
                            .orElse(List.of());
        } catch (SdpParseException unreadable) {
            return List.of();
        }
    }

    /** The {@code c=} line that holds for a section: its own, else the session's; null when there is neither. */
    public SdpConnection connectionOf(SdpMedia section) {
        return section.connection() != null ? section.connection() : connection;
    }

    /** The direction that holds for a section: its own attribute, else the session's, else sendrecv. */
    public SdpDirection directionOf(SdpMedia section) {
        SdpDirection own = SdpDirection.of(section.attributes());
        SdpDirection session = own == null ? SdpDirection.of(attributes) : own;
        return session == null ? SdpDirection.SENDRECV : session;
    }

    /** The same description with another origin. */
    SessionDescription withOrigin(SdpOrigin newOrigin) {
        return new SessionDescription(newOrigin, sessionName, connection, attributes, media);
    }

    static String attribute(List<SdpAttribute> attributes, String name) {
        for (SdpAttribute attribute : attributes) {
            if (attribute.name().equalsIgnoreCase(name)) {
                return attribute.value() == null ? "" : attribute.value();
            }
        }
        return null;
    }

    /** The description as a message body. */
    public byte[] encode() {
        return text().getBytes(StandardCharsets.UTF_8);
    }

    /** The description as people may see it: without keys. */
    @Override
    public String toString() {
        return SdpAttribute.withoutKeys(text());
    }

    private String text() {
        StringBuilder out = new StringBuilder(384).append("v=0\r\n");
        if (origin != null) {
            origin.appendTo(out);
        }
        out.append("s=").append(sessionName).append("\r\n");
        if (connection != null) {
            connection.appendTo(out);
        }
        out.append("t=0 0\r\n");
        for (SdpAttribute attribute : attributes) {
            attribute.appendTo(out);
        }
        for (SdpMedia section : media) {
            section.appendTo(out);
        }
        return out.toString();
    }
}
