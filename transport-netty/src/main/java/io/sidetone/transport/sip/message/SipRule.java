package io.sidetone.transport.sip.message;

/** The rules a message can break: what the peer receives, and what a counter or a log line names. */
public enum SipRule {
    MESSAGE_TOO_LARGE(413, "message larger than the limit"),
    LINE_TOO_LONG(400, "header line longer than the limit"),
    REQUEST_LINE_TOO_LONG(414, "request line longer than the limit"),
    TOO_MANY_HEADERS(400, "more header fields than the limit"),
    TOO_MANY_VIAS(400, "more Via values than the limit"),
    TOO_MANY_PARAMETERS(400, "more parameters than the limit"),
    TOO_MANY_VALUES(400, "more list values than the limit"),
    TOO_COSTLY(400, "more parsing work than a message of this size may need"),
    BARE_LINE_BREAK(400, "lines end with CR LF"),
    CONTROL_CHARACTER(400, "control character in a header"),
    HEADERS_UNTERMINATED(400, "headers end with an empty line"),
    START_LINE(400, "malformed start line"),
    VERSION(505, "only SIP/2.0 is supported"),
    STATUS_CODE(400, "status code outside 100 to 699"),
    REQUEST_URI(400, "malformed Request-URI"),
    MISSING_VIA(400, "Via is missing"),
    MISSING_FROM(400, "From is missing"),
    MISSING_TO(400, "To is missing"),
    MISSING_CALL_ID(400, "Call-ID is missing"),
    MISSING_CSEQ(400, "CSeq is missing"),
    DUPLICATE_HEADER(400, "header may appear only once"),
    DUPLICATE_PARAMETER(400, "parameter may appear only once"),
    VIA(400, "malformed Via"),
    ADDRESS(400, "malformed name-addr"),
    QUOTED_STRING(400, "quoted string is not closed"),
    PARAMETER(400, "malformed parameter"),
    URI(400, "malformed URI"),
    ESCAPE(400, "percent sign without two hex digits"),
    HOST(400, "malformed host"),
    PORT(400, "port outside 1 to 65535"),
    CALL_ID(400, "malformed Call-ID"),
    CSEQ(400, "malformed CSeq"),
    CSEQ_RANGE(400, "CSeq number outside 0 to 2147483647"),
    CSEQ_METHOD(400, "CSeq method differs from the request"),
    MAX_FORWARDS(400, "Max-Forwards outside 0 to 255"),
    CONTENT_LENGTH(400, "malformed Content-Length"),
    CONTENT_LENGTH_MISSING(400, "Content-Length is required on a stream"),
    BODY_TRUNCATED(400, "Content-Length exceeds the body");

    private final int statusCode;
    private final String text;

    SipRule(int statusCode, String text) {
        this.statusCode = statusCode;
        this.text = text;
    }

    /** The status code a request that breaks this rule is answered with. */
    public int statusCode() {
        return statusCode;
    }

    /** The rule in words, fit for a reason phrase. */
    public String text() {
        return text;
    }
}
