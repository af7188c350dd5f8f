package io.sidetone.config.value;

/**
 * UDP ports from {@code first} to {@code last}, both included.
 *
 * @param first lowest port
 * @param last highest port
 */
public record PortRange(int first, int last) {
    private static final String REMEDY = "write FIRST-LAST between 1024 and 65535, for example 10000-20000";

    /** Parses {@code FIRST-LAST}. */
    public static PortRange parse(String text) throws BadValueException {
        int dash = text.indexOf('-');
        if (dash <= 0) {
            throw new BadValueException("'" + text + "' is not a range of ports", REMEDY);
        }
        int first = port(text, text.substring(0, dash).strip());
        int last = port(text, text.substring(dash + 1).strip());
        if (first > last) {
            throw new BadValueException("'" + text + "' ends before it begins", REMEDY);
        }
        return new PortRange(first, last);
    }

    private static int port(String text, String digits) throws BadValueException {
        if (!digits.matches("[0-9]{1,5}")) {
            throw new BadValueException("'" + text + "' is not a range of ports", REMEDY);
        }
        int port = Integer.parseInt(digits);
        if (port < 1024 || port > 65_535) {
            throw new BadValueException("port " + port + " is outside 1024 to 65535", REMEDY);
        }
        return port;
    }

    /** Returns how many pairs of an even port and the next there are. */
    public int pairs() {
        return (last - (first + (first & 1)) + 1) / 2;
    }

    /** Returns whether {@code port} is one of them. */
    public boolean contains(int port) {
        return port >= first && port <= last;
    }

    @Override
    public String toString() {
        return first + "-" + last;
    }
}
