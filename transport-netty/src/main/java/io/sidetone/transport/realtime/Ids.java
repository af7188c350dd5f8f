package io.sidetone.transport.realtime;

/** Names that are unique in the process: a part of the session's own and a number. Event loop only. */
final class Ids {
    private static final int DIGITS = 6;

    private final String session;
    private int next;

    /**
     * Creates the names of one session.
     *
     * @param session letters and digits that no other session has
     */
    Ids(String session) {
        this.session = session;
    }

    String session() {
        return session;
    }

    String next(String prefix) {
        String number = Integer.toHexString(++next);
        return prefix + session + "0".repeat(Math.max(0, DIGITS - number.length())) + number;
    }
}
