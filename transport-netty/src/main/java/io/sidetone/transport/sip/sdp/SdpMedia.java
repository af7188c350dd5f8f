package io.sidetone.transport.sip.sdp;

import java.util.ArrayList;
import java.util.List;

/**
 * One {@code m=} section (RFC 4566 section 5.14). Immutable.
 *
 * @param type {@code audio}, {@code video} …
 * @param port 0 means refused or unused, −1 that the line breaks a rule
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
    private static final int BROKEN = -1;

    /** Copies the lists. */
    public SdpMedia {
        formats = List.copyOf(formats);
        attributes = List.copyOf(attributes);
    }

    /**
     * Reads {@code <media> <port>[/<count>] <protocol> <format>…}; the count is ignored. A section that breaks a rule has port −1: it cannot be
     * used, which says nothing of the others (RFC 3264 section 6).
     */
    static SdpMedia parse(String value, SdpLimits limits) {
        List<String> fields = SdpParser.fields(value, limits.maxFormats() + 4);
        String type = fields.isEmpty() ? "audio" : fields.get(0);
        String protocol = fields.size() < 3 ? "RTP/AVP" : fields.get(2);
        List<String> formats = fields.size() < 4 ? List.of() : fields.subList(3, fields.size());
        if (fields.size() < 3 || formats.size() > limits.maxFormats()) {
            return new SdpMedia(
                    type, BROKEN, protocol, formats.stream().limit(1).toList(), null, List.of());
        }
        String port = fields.get(1);
        int slash = port.indexOf('/');
        int number = SdpParser.number(slash < 0 ? port : port.substring(0, slash), 65535);
        return new SdpMedia(type, number, protocol, formats, null, List.of());
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
     * Returns what each payload type means, by number: {@code PCMU/8000}, from the first rtpmap or, for static types, RFC 3551; a static
     * type that its rtpmap calls by its name is what it is, whatever clock stands there. Null where it is unknown. One walk over the attributes.
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
        for (SdpCodec codec : SdpCodec.values()) {
            int type = codec.payloadType();
            boolean itself = encodings[type] == null || codec.isNamed(encodings[type]);
            encodings[type] = itself && codec.isStatic() ? codec.encoding() : encodings[type];
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
