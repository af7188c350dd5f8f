package io.sidetone.core.journal.record;

/** Kinds of records of a journal. The order is part of the format: new kinds go to the end. */
public enum RecordKind {
    /** The call: {@code ref} = what it was opened with, by name. First record of every journal. */
    SETUP(false),
    /** A lane event: {@code what} = its type, and all its fields. */
    INPUT(false),
    /** A tick that served the call: {@code a} = deadline; {@code what} = 1 when control events had been lost. */
    TICK(false),
    /** Audio frames the lane's ring refused so far: {@code a}. */
    REFUSED(false),
    /**
     * A frame to egress: {@code token}, {@code a} = media index, {@code b} = position in the turn in ms, {@code c} = hash of
     * its PCM, {@code what} = flags.
     */
    FRAME(true),
    /** Egress had no room for a frame. */
    FRAME_REFUSED(true),
    /** A frame to the recognizer: {@code c} = hash of its PCM, {@code what} = 1 when it was taken. */
    HEARD(true),
    /** A call of a port: {@code ref} = {@link PortCall}. */
    PORT(true),
    /** A line of the timeline: {@code ref} = its kind and its text. */
    NOTE(true),
    /** Record of what was said so far: {@code ref} = snapshot of the history. */
    HISTORY(true),
    /** Nothing follows although the call went on: {@code ref} = why. */
    INCOMPLETE(false),
    /** The lane has forgotten the call. Last record of a complete journal. */
    END(false);

    private static final RecordKind[] ALL = values();

    private final boolean output;

    RecordKind(boolean output) {
        this.output = output;
    }

    /** Returns whether the call gave this out; a replay must give it out again. */
    public boolean output() {
        return output;
    }

    /** Returns the kind of {@code code}, or null. */
    public static RecordKind of(int code) {
        return code >= 0 && code < ALL.length ? ALL[code] : null;
    }
}
