package io.sidetone.transport.sip.message;

import java.util.Objects;

/** A SIP method (RFC 3261 section 7.1). Unknown tokens are kept; comparison is case-sensitive. Immutable. */
public final class SipMethod {
    public static final SipMethod INVITE = new SipMethod("INVITE");
    public static final SipMethod ACK = new SipMethod("ACK");
    public static final SipMethod BYE = new SipMethod("BYE");
    public static final SipMethod CANCEL = new SipMethod("CANCEL");
    public static final SipMethod OPTIONS = new SipMethod("OPTIONS");
    public static final SipMethod UPDATE = new SipMethod("UPDATE");
    public static final SipMethod INFO = new SipMethod("INFO");
    public static final SipMethod REFER = new SipMethod("REFER");
    public static final SipMethod NOTIFY = new SipMethod("NOTIFY");
    public static final SipMethod PRACK = new SipMethod("PRACK");
    public static final SipMethod REGISTER = new SipMethod("REGISTER");
    public static final SipMethod SUBSCRIBE = new SipMethod("SUBSCRIBE");
    public static final SipMethod MESSAGE = new SipMethod("MESSAGE");

    private final String name;

    private SipMethod(String name) {
        this.name = name;
    }

    /**
     * The method with this name; one of the constants where it is known.
     *
     * @throws IllegalArgumentException when the name is not a token
     */
    public static SipMethod of(String name) {
        return switch (name) {
            case "INVITE" -> INVITE;
            case "ACK" -> ACK;
            case "BYE" -> BYE;
            case "CANCEL" -> CANCEL;
            case "OPTIONS" -> OPTIONS;
            case "UPDATE" -> UPDATE;
            case "INFO" -> INFO;
            case "REFER" -> REFER;
            case "NOTIFY" -> NOTIFY;
            case "PRACK" -> PRACK;
            case "REGISTER" -> REGISTER;
            case "SUBSCRIBE" -> SUBSCRIBE;
            case "MESSAGE" -> MESSAGE;
            default -> unknown(name);
        };
    }

    private static SipMethod unknown(String name) {
        if (!CharClass.isToken(name)) {
            throw new IllegalArgumentException("SIP method \"" + Printable.of(name)
                    + "\" is not a token (RFC 3261 section 25.1); use letters, digits and -.!%*_+`'~");
        }
        return new SipMethod(name);
    }

    /** The token as written on the wire. */
    public String name() {
        return name;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof SipMethod that && that.name.equals(name));
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(name);
    }

    @Override
    public String toString() {
        return name;
    }
}
