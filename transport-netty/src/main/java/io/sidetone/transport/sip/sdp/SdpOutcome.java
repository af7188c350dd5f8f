package io.sidetone.transport.sip.sdp;

/** Result of a negotiation: agreed or refused. */
public sealed interface SdpOutcome {
    /**
     * Both sides can talk.
     *
     * @param local our description: the answer to send, or the offer the peer answered
     */
    record Agreed(SessionDescription local, MediaAgreement agreement) implements SdpOutcome {}

    /** Text of the peer as it may stand in a quoted string. */
    static String quotable(String text) {
        return text.replaceAll("[^ -~]|[\"\\\\]", "?");
    }

    /**
     * No common ground.
     *
     * @param statusCode 488
     * @param warningCode of RFC 3261 section 20.43
     * @param reason in words
     */
    record Refused(int statusCode, int warningCode, String reason) implements SdpOutcome {
        private static final int NOT_ACCEPTABLE_HERE = 488;
        private static final int WARNING_ADDRESS = 301;
        private static final int WARNING_PROTOCOL = 302;
        private static final int WARNING_OTHER = 399;

        /** The peer's protocol, or the want of its keys, is what cannot be accepted. */
        public static Refused protocol(String reason) {
            return new Refused(NOT_ACCEPTABLE_HERE, WARNING_PROTOCOL, reason);
        }

        /** The peer's media address is of a kind that ours cannot send to. */
        public static Refused addressKind(String reason) {
            return new Refused(NOT_ACCEPTABLE_HERE, WARNING_ADDRESS, reason);
        }

        /** The peer's media address is that of another call. */
        public static Refused addressTaken() {
            return new Refused(NOT_ACCEPTABLE_HERE, WARNING_OTHER, "another call has this media address");
        }

        /** Value of a Warning header; {@code agent} is a host or pseudonym. */
        public String warning(String agent) {
            return warningCode + " " + agent + " \"" + reason + "\"";
        }
    }
}
