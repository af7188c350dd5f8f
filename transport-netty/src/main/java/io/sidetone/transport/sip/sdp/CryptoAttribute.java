package io.sidetone.transport.sip.sdp;

import io.sidetone.transport.rtp.srtp.CryptoSuite;
import io.sidetone.transport.rtp.srtp.MasterKey;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One {@code a=crypto} line that we can use (RFC 4568 section 9.1): {@code tag suite inline:key[|lifetime]
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
        for (SdpAttribute attribute : section.attributes()) {
            if (attribute.name().equalsIgnoreCase(NAME) && attribute.value() != null) {
                parse(attribute.value())
                        .filter(line -> lines.stream().noneMatch(known -> known.tag == line.tag))
                        .ifPresent(lines::add);
            }
        }
        return lines;
    }

    /** Reads a line; empty for one that is wrong or asks for what we do not have: another suite, several keys, an MKI. */
    static Optional<CryptoAttribute> parse(String value) {
        List<String> fields = SdpParser.fields(value, MAX_FIELDS);
        int tag = fields.size() < 3 ? -1 : SdpParser.number(fields.get(0), MAX_TAG);
        if (tag < 0 || !fields.subList(3, fields.size()).stream().allMatch(CryptoAttribute::harmless)) {
            return Optional.empty();
        }
        return CryptoSuite.named(fields.get(1))
                .flatMap(suite -> key(suite, fields.get(2)))
                .map(key -> new CryptoAttribute(tag, key));
    }

    /** A window hint is below our window or none of our concern; unknown parameters may be ignored only with a minus. */
    private static boolean harmless(String parameter) {
        String name = parameter.toUpperCase(Locale.ROOT);
        return name.startsWith("-") || name.startsWith("WSH=") || name.equals("KDR=0");
    }

    private static Optional<MasterKey> key(CryptoSuite suite, String parameter) {
        if (!parameter.regionMatches(true, 0, INLINE, 0, INLINE.length())) {
            return Optional.empty();
        }
        String[] parts = parameter.substring(INLINE.length()).split("\\|", -1);
        if (parts.length > 2 || parts.length == 2 && !lifetime(parts[1])) {
            return Optional.empty();
        }
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(parts[0]);
        } catch (IllegalArgumentException noBase64) {
            return Optional.empty();
        }
        return bytes.length == suite.keyAndSaltBytes() ? Optional.of(MasterKey.of(suite, bytes)) : Optional.empty();
    }

    /** {@code 2^n} or a number of packets; a call ends long before. */
    private static boolean lifetime(String text) {
        int bits = text.startsWith("2^") ? SdpParser.number(text.substring(2), MAX_LIFETIME_BITS) : -1;
        return bits > 0 || text.length() <= 15 && text.matches("[1-9][0-9]*");
    }

    SdpAttribute attribute() {
        return new SdpAttribute(NAME, tag + " " + key.suite().name() + " " + INLINE + key.base64());
    }
}
