package io.sidetone.transport.sip.sdp;

import io.sidetone.transport.rtp.srtp.CryptoSuite;
import io.sidetone.transport.rtp.srtp.MasterKey;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One {@code a=crypto} line that we can use (RFC 4568 section 9.1): {@code tag suite inline:key[|lifetime][|MKI:length]
 * [session-parameter…]}.
 *
 * @param tag names the line in the answer
 * @param key with its suite
 */
record CryptoAttribute(int tag, MasterKey key) {
    static final String NAME = "crypto";

    private static final String INLINE = "inline:";
    private static final int MAX_TAG = 999_999_999;
    private static final int MAX_FIELDS = 16;
    private static final int MAX_LIFETIME_BITS = 48;

    /** Returns the usable lines of a section, in order; the first line of a tag counts. */
    static List<CryptoAttribute> of(SdpMedia section) {
        List<CryptoAttribute> lines = new ArrayList<>();
        for (String value : values(section)) {
            parse(value)
                    .filter(line -> lines.stream().noneMatch(known -> known.tag == line.tag))
                    .ifPresent(lines::add);
        }
        return lines;
    }

    /** Returns whether there is any line, usable or not. */
    static boolean in(SdpMedia section) {
        return !values(section).isEmpty();
    }

    private static List<String> values(SdpMedia section) {
        return section.attributes().stream()
                .filter(attribute -> attribute.name().equalsIgnoreCase(NAME) && attribute.value() != null)
                .map(SdpAttribute::value)
                .toList();
    }

    /** Returns why none of the lines of a section can be used; shows nothing of a key. */
    static String problem(SdpMedia section) {
        List<String> values = values(section);
        if (values.isEmpty()) {
            return "there is no a=crypto line";
        }
        String first = "";
        try {
            read(values.get(0));
        } catch (SdpParseException unusable) {
            first = ": " + unusable.getMessage();
        }
        return "no a=crypto line of " + values.size() + " can be used" + first;
    }

    /** Reads a line; empty for one that is wrong or asks for what we do not have: another suite, several keys. */
    static Optional<CryptoAttribute> parse(String value) {
        try {
            return Optional.of(read(value));
        } catch (SdpParseException unusable) {
            return Optional.empty();
        }
    }

    private static CryptoAttribute read(String value) throws SdpParseException {
        List<String> fields = SdpParser.fields(value, MAX_FIELDS);
        int tag = fields.size() < 3 ? -1 : SdpParser.number(fields.get(0), MAX_TAG);
        if (tag < 0) {
            throw new SdpParseException("it is not of the form TAG SUITE inline:KEY");
        }
        CryptoSuite suite = CryptoSuite.named(fields.get(1)).orElse(null);
        if (suite == null) {
            throw new SdpParseException("suite " + shown(fields.get(1)) + " is not supported");
        }
        for (String parameter : fields.subList(3, fields.size())) {
            if (!harmless(parameter)) {
                throw new SdpParseException("its session parameters are not supported");
            }
        }
        return new CryptoAttribute(tag, key(suite, fields.get(2)));
    }

    /** A peer's word may be anything, a key in the wrong place among it. */
    private static String shown(String suite) {
        return suite.matches("[A-Z][A-Z0-9]{0,7}(_[A-Z0-9]{1,8}){1,6}") ? suite : "of that name";
    }

    /** A window hint is below our window or none of our concern; unknown parameters may be ignored only with a minus. */
    private static boolean harmless(String parameter) {
        String name = parameter.toUpperCase(Locale.ROOT);
        return name.startsWith("-") || name.startsWith("WSH=") || name.equals("KDR=0");
    }

    private static MasterKey key(CryptoSuite suite, String parameter) throws SdpParseException {
        if (!parameter.regionMatches(true, 0, INLINE, 0, INLINE.length())) {
            throw new SdpParseException("its key is not inline:");
        }
        String[] parts = parameter.substring(INLINE.length()).split("\\|", -1);
        int mkiAt = parts.length > 1 && parts[parts.length - 1].indexOf(':') > 0 ? parts.length - 1 : parts.length;
        boolean ours = mkiAt == 1 || mkiAt == 2 && lifetime(parts[1]);
        if (!ours || parameter.indexOf(';') >= 0) {
            throw new SdpParseException("several keys or their lifetime are not supported");
        }
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(parts[0]);
        } catch (IllegalArgumentException noBase64) {
            throw new SdpParseException("its key is no Base64");
        }
        if (bytes.length != suite.keyAndSaltBytes()) {
            throw new SdpParseException(
                    "key and salt have " + bytes.length + " bytes, and " + suite + " has " + suite.keyAndSaltBytes());
        }
        return MasterKey.of(suite, bytes).withMki(mkiAt < parts.length ? mki(parts[mkiAt]) : new byte[0]);
    }

    /** {@code value:length}: the number, in that many bytes. */
    private static byte[] mki(String text) throws SdpParseException {
        int colon = text.indexOf(':');
        int length = SdpParser.number(text.substring(colon + 1), MasterKey.MAX_MKI_BYTES);
        String digits = text.substring(0, colon);
        if (length < 1 || !digits.matches("[0-9]{1,310}")) {
            throw new SdpParseException(
                    "its MKI is not of the form NUMBER:LENGTH, with 1 to " + MasterKey.MAX_MKI_BYTES + " bytes");
        }
        byte[] number = new BigInteger(digits).toByteArray();
        int from = number[0] == 0 ? 1 : 0;
        if (number.length - from > length) {
            throw new SdpParseException("its MKI is longer than the length it says");
        }
        byte[] mki = new byte[length];
        System.arraycopy(number, from, mki, length - number.length + from, number.length - from);
        return mki;
    }

    /** {@code 2^n} or a number of packets; a call ends long before. */
    private static boolean lifetime(String text) {
        int bits = text.startsWith("2^") ? SdpParser.number(text.substring(2), MAX_LIFETIME_BITS) : -1;
        return bits > 0 || text.length() <= 15 && text.matches("[1-9][0-9]*");
    }

    boolean sharesKeyWith(CryptoAttribute other) {
        return key.sharesKeyWith(other.key);
    }

    SdpAttribute attribute() {
        byte[] mki = key.mki();
        String identifier = mki.length == 0 ? "" : "|" + new BigInteger(1, mki) + ":" + mki.length;
        return new SdpAttribute(NAME, tag + " " + key.suite().name() + " " + INLINE + key.base64() + identifier);
    }
}
