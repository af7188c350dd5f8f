package io.sidetone.config.value;

import io.sidetone.core.net.Cidr;

/** Reads a block of addresses, for example {@code 203.0.113.0/24}; an address alone is a block of one. */
public final class AddressBlock {
    private static final String REMEDY = "write ADDRESS/BITS, for example 203.0.113.0/24";

    private AddressBlock() {}

    /** Parses {@code ADDRESS} or {@code ADDRESS/BITS}; bits after the prefix must be zero. */
    public static Cidr parse(String text) throws BadValueException {
        int slash = text.indexOf('/');
        IpAddress address;
        try {
            address = IpAddress.parse(slash < 0 ? text : text.substring(0, slash));
        } catch (BadValueException e) {
            throw new BadValueException("'" + text + "' is not a block of addresses", REMEDY);
        }
        int all = address.bytes().length * 8;
        if (slash < 0) {
            return new Cidr(address.toInetAddress(), all);
        }
        String digits = text.substring(slash + 1);
        if (!digits.matches("[0-9]{1,3}") || Integer.parseInt(digits) > all) {
            throw new BadValueException("'" + text + "' has no prefix between 0 and " + all, REMEDY);
        }
        int prefix = Integer.parseInt(digits);
        byte[] masked = mask(address.bytes(), prefix);
        IpAddress network = IpAddress.parse(text(masked));
        if (!network.equals(address)) {
            throw new BadValueException(
                    "'" + text + "' has bits set after its prefix", "write " + network + "/" + prefix);
        }
        return new Cidr(network.toInetAddress(), prefix);
    }

    private static byte[] mask(byte[] bytes, int prefix) {
        for (int i = 0; i < bytes.length; i++) {
            int keep = Math.max(0, Math.min(8, prefix - i * 8));
            bytes[i] &= (byte) (0xFF00 >> keep);
        }
        return bytes;
    }

    private static String text(byte[] bytes) {
        StringBuilder out = new StringBuilder();
        if (bytes.length == 4) {
            for (int i = 0; i < 4; i++) {
                out.append(i == 0 ? "" : ".").append(bytes[i] & 0xFF);
            }
        } else {
            for (int i = 0; i < 16; i += 2) {
                int group = (bytes[i] & 0xFF) << 8 | bytes[i + 1] & 0xFF;
                out.append(i == 0 ? "" : ":").append(Integer.toHexString(group));
            }
        }
        return out.toString();
    }
}
