package io.sidetone.transport.carrier;

/** What a carrier's message tells, whatever the dialect calls it. */
public enum CarrierEvent {
    /** The socket is open; says nothing of the call. */
    CONNECTED,
    /** The stream begins: which call, which format. */
    START,
    /** Audio of the caller. */
    MEDIA,
    /** A key was pressed. */
    DIGIT,
    /** What we sent was played up to a mark, or thrown away. */
    MARK,
    /** What we sent was thrown away, as we asked. */
    CLEARED,
    /** The stream is over. */
    STOP,
    /** The carrier did not understand us. */
    ERROR,
    /** Nothing that is known here. */
    UNKNOWN;

    /** Returns what an event is in the dialects that take after Twilio's. */
    public static CarrierEvent classic(String name) {
        return switch (name) {
            case "connected" -> CONNECTED;
            case "start" -> START;
            case "media" -> MEDIA;
            case "dtmf" -> DIGIT;
            case "mark" -> MARK;
            case "stop" -> STOP;
            case "error" -> ERROR;
            default -> UNKNOWN;
        };
    }
}
