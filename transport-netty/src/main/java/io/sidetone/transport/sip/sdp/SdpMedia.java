package io.sidetone.transport.sip.sdp;

import java.util.ArrayList;
import java.util.List;

/**
 * One {@code m=} section (RFC 4566 section 5.14). Immutable.
 *
 * @param type {@code audio}, {@code video} …
 * @param port 0 means refused or unused
 * @param protocol {@code RTP/AVP} …
 * @param formats payload types as written
 * @param connection its own {@code c=} line, or null
 */
public record SdpMedia(
        String type,
        int port,
        String protocol,
        List<String> formats,
        SdpConnection connection,
        List<SdpAttribute> attributes) {
    private static final int PAYLOAD_TYPES = 128;

    /** Copies the lists. */
    public SdpMedia {
        formats = List.copyOf(formats);
        attributes = List.copyOf(attributes);
    }

    /** Reads {@code <media> <port>[/<count>] <protocol> <format>…}; the count is ignored. */
    static SdpMedia parse(String value, SdpLimits limits) throws SdpParseException {
        List<String> fields = SdpParser.fields(value, limits.maxFormats() + 4);
        if (fields.size() < 3) {
            throw new SdpParseException("m= line needs media, port and protocol (RFC 4566 section 5.14)");
        }
        if (fields.size() > limits.maxFormats() + 3) {
            throw new SdpParseException("m= line has more than " + limits.maxFormats() + " formats");
        }
        String port = fields.get(1);
        int slash = port.indexOf('/');
        int number = SdpParser.number(slash < 0 ? port : port.substring(0, slash), 65535);
        if (number < 0) {
            throw new SdpParseException("m= line has a port outside 0 to 65535 (RFC 4566 section 5.14)");
        }
        return new SdpMedia(fields.get(0), number, fields.get(2), fields.subList(3, fields.size()), null, List.of());
    }

    /** This section refused: port 0, at least one format, nothing else (RFC 3264 section 6). */
    SdpMedia refused() {
        List<String> kept = formats.isEmpty() ? List.of("0") : List.of(formats.get(0));
        return new SdpMedia(type, 0, protocol, kept, null, List.of());
    }

    boolean isAudio() {
        return type.equalsIgnoreCase("audio");
    }

    /** Value of the first attribute with this name, empty for a flag, or null. */
    public String attribute(String name) {
        return SessionDescription.attribute(attributes, name);
    }

    /**
     * What each payload type means, by number: {@code PCMU/8000}, from the first rtpmap or, for static types, RFC 3551;
     * null where it is unknown. One walk over the attributes.
     */
    String[] encodings() {
        String[] encodings = new String[PAYLOAD_TYPES];
        for (SdpAttribute attribute : attributes) {
            if (attribute.name().equalsIgnoreCase("rtpmap") && attribute.value() != null) {
                List<String> fields = SdpParser.fields(attribute.value(), 3);
                int type = fields.size() < 2 ? -1 : SdpParser.number(fields.get(0), PAYLOAD_TYPES - 1);
                if (type >= 0 && encodings[type] == null) {
                    encodings[type] = fields.get(1);
                }
            }
        }
        for (AudioCodec codec : AudioCodec.values()) {
            int type = codec.payloadType();
            encodings[type] = encodings[type] == null && codec.isStatic() ? codec.encoding() : encodings[type];
        }
        return encodings;
    }

    /** The formats that are payload types, in order. */
    List<Integer> payloadTypes() {
        List<Integer> types = new ArrayList<>(formats.size());
        for (String format : formats) {
            int type = SdpParser.number(format, PAYLOAD_TYPES - 1);
            if (type >= 0) {
                types.add(type);
            }
        }
        return types;
    }

    void appendTo(StringBuilder out) {
        out.append("m=").append(type).append(' ').append(port).append(' ').append(protocol);
        for (String format : formats) {
            out.append(' ').append(format);
        }
        out.append("\r\n");
        if (connection != null) {
            connection.appendTo(out);
        }
        for (SdpAttribute attribute : attributes) {
            attribute.appendTo(out);
        }
    }
}
