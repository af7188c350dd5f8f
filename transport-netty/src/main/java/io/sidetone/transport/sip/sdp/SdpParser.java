package io.sidetone.transport.sip.sdp;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads descriptions as they occur: LF or CR LF, trailing blanks, lines it does not know, fields missing. */
final class SdpParser {
    private final String text;
    private final SdpLimits limits;
    private final List<SdpAttribute> sessionAttributes = new ArrayList<>();
    private final List<SdpMedia> media = new ArrayList<>();
    private List<SdpAttribute> mediaAttributes;
    private SdpMedia openMedia;
    private SdpConnection mediaConnection;
    private SdpOrigin origin;
    private SdpConnection connection;
    private String sessionName = "-";
    private boolean version;

    private SdpParser(String text, SdpLimits limits) {
        this.text = text;
        this.limits = limits;
    }

    static SessionDescription parse(byte[] body, SdpLimits limits) throws SdpParseException {
        if (body.length > limits.maxBytes()) {
            throw new SdpParseException("session description of " + body.length + " bytes, limit " + limits.maxBytes());
        }
        return new SdpParser(new String(body, StandardCharsets.UTF_8), limits).description();
    }

    private SessionDescription description() throws SdpParseException {
        int lines = 0;
        int pos = 0;
        while (pos < text.length()) {
            int lineEnd = text.indexOf('\n', pos);
            int stop = lineEnd < 0 ? text.length() : lineEnd;
            if (++lines > limits.maxLines()) {
                throw new SdpParseException("session description has more than " + limits.maxLines() + " lines");
            }
            line(text.substring(pos, stop).strip());
            pos = stop + 1;
        }
        closeMedia();
        if (!version) {
            throw new SdpParseException("session description does not begin with v=0 (RFC 4566 section 5.1)");
        }
        return new SessionDescription(origin, sessionName, connection, sessionAttributes, media);
    }

    private void line(String line) throws SdpParseException {
        if (line.length() < 2 || line.charAt(1) != '=') {
            return;
        }
        String value = line.substring(2).strip();
        char type = line.charAt(0);
        if (!version && (type != 'v' || !value.equals("0"))) {
            throw new SdpParseException("session description does not begin with v=0 (RFC 4566 section 5.1)");
        }
        switch (type) {
            case 'v' -> version = true;
            case 'o' -> origin = origin == null ? SdpOrigin.parse(value) : origin;
            case 's' -> sessionName = value.isEmpty() ? "-" : value;
            case 'c' -> connectionLine(SdpConnection.parse(value));
            case 'm' -> mediaLine(value);
            case 'a' -> (openMedia == null ? sessionAttributes : mediaAttributes).add(SdpAttribute.parse(value));
            default -> {
                return;
            }
        }
    }

    private void connectionLine(SdpConnection parsed) {
        if (openMedia == null) {
            connection = connection == null ? parsed : connection;
        } else if (mediaConnection == null) {
            mediaConnection = parsed;
        }
    }

    private void mediaLine(String value) throws SdpParseException {
        closeMedia();
        if (media.size() >= limits.maxMedia()) {
            throw new SdpParseException("session description has more than " + limits.maxMedia() + " media");
        }
        openMedia = SdpMedia.parse(value, limits);
        mediaAttributes = new ArrayList<>();
        mediaConnection = null;
    }

    private void closeMedia() {
        if (openMedia != null) {
            media.add(new SdpMedia(
                    openMedia.type(),
                    openMedia.port(),
                    openMedia.protocol(),
                    openMedia.formats(),
                    mediaConnection,
                    mediaAttributes));
            openMedia = null;
        }
    }

    /** Fields separated by blanks; reading stops after {@code max} of them. */
    static List<String> fields(String text, int max) {
        List<String> fields = new ArrayList<>(8);
        int pos = 0;
        while (pos < text.length() && fields.size() < max) {
            int start = pos;
            while (pos < text.length() && text.charAt(pos) > ' ') {
                pos++;
            }
            if (pos > start) {
                fields.add(text.substring(start, pos));
            } else {
                pos++;
            }
        }
        return fields;
    }

    /** A decimal number from 0 to {@code max}, or -1. */
    static int number(String digits, int max) {
        int value = 0;
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            value = value * 10 + (c - '0');
            if (value > max) {
                return -1;
            }
        }
        return digits.isEmpty() ? -1 : value;
    }
}
