package io.sidetone.speech.fault;

/** One thing that goes wrong. */
enum Fault {
    /** Nobody listens. */
    REFUSED("unavailable", ".url"),
    /** The service speaks no TLS. */
    NO_TLS("unavailable", "TLS"),
    /** Its certificate is nobody's. */
    UNTRUSTED("unavailable", ".trust"),
    /** The key is wrong, and quoted. */
    UNAUTHORIZED("rejected", ".key"),
    /** 429. */
    LIMITED("rate_limited", "429"),
    /** 500. */
    BROKEN("unavailable", "500"),
    /** The connection is taken and nothing is said. */
    HANG_CONNECTING("timeout", "150 ms"),
    /** Nothing is said on what was asked. */
    HANG_FIRST("timeout", "ms"),
    /** Nothing is said any more. */
    HANG_MIDDLE("timeout", "ms"),
    /** An answer comes byte by byte. */
    DRIP("timeout", "ms"),
    /** The connection breaks in the middle of a word. */
    CLOSED_MID_WORD("unavailable", ""),
    /** Text that is no message. */
    GARBAGE("broken", ""),
    /** Binary where text is due, or the other way round. */
    WRONG_KIND("broken", ""),
    /** Audio of another rate or coding than was agreed. */
    WRONG_RATE("rejected", ""),
    /** What was cancelled is answered all the same. */
    LATE("", ""),
    /** Ends are told twice. */
    TWICE("", ""),
    /** Times go back. */
    OUT_OF_ORDER("", ""),
    /** A message of ten megabytes. */
    HUGE("broken", ""),
    /** The connection is lost in the call and the key no longer good. */
    REVOKED("rejected", ".key");

    /** How an engine calls it. */
    final String code;

    /** What it says of it, among other things. */
    final String words;

    Fault(String code, String words) {
        this.code = code;
        this.words = words;
    }

    /** Whether it shows before anything was asked. */
    boolean onTheWay() {
        return ordinal() <= HANG_CONNECTING.ordinal();
    }

    /** Whether a service of WebSocket does it whenever it likes. */
    boolean interrupts() {
        return this == GARBAGE || this == WRONG_KIND || this == HUGE || this == WRONG_RATE;
    }

    /** Whether a short deadline is awaited. */
    boolean hangs() {
        return code.equals("timeout");
    }
}
