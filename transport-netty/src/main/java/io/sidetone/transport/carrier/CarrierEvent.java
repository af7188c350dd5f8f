package io.sidetone.transport.carrier;

/** The kind of a carrier's message, whatever name the dialect gives it. */
public enum CarrierEvent {
    /** The socket is open; the message has no facts about the call. */
    CONNECTED,
    /** The stream begins; the message names call and format. */
    START,
    /** Audio of the caller. */
    MEDIA,
    /** A key was pressed. */
    DIGIT,
    /** The carrier played our audio up to a mark, or dropped it. */
    MARK,
    /** The carrier dropped our audio, as requested. */
    CLEARED,
    /** The stream has ended. */
    STOP,
    /** The carrier did not understand our message. */
    ERROR,
    /** An unknown message. */
    UNKNOWN;

    /** Returns the kind of an event of the dialects that follow Twilio's. */
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
