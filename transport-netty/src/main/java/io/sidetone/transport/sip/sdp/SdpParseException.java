package io.sidetone.transport.sip.sdp;

/** A body that is no usable session description. Carries no stack trace: peers can cause it at line rate. */
public final class SdpParseException extends Exception {
    private static final long serialVersionUID = 1L;

    SdpParseException(String problem) {
        super(problem, null, false, false);
    }

    /** The status code to refuse the body with: 400. */
    public int statusCode() {
        return 400;
    }
}
