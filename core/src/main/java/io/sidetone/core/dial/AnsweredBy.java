package io.sidetone.core.dial;

import java.util.Locale;

/** Party that answered a call of ours. */
public enum AnsweredBy {
    /** Somebody who says a word or two and waits. */
    PERSON,
    /** A recorded greeting, or its tone. */
    VOICEMAIL,
    /** The answer tone (CED, ITU-T T.30) or the calling tone (CNG) of a fax machine. */
    FAX,
    /** Nobody makes a sound. */
    SILENCE;

    /** Returns the name used in messages. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
