package io.sidetone.core.journal.record;

/** Tags of the kind of value that follows. The order is part of the format: new ones go to the end. */
enum ValueTag {
    NULL,
    TRUE,
    FALSE,
    TEXT,
    INT,
    LONG,
    DOUBLE,
    FLOAT,
    CHAR,
    SHORT,
    BYTE,
    BIG_DECIMAL,
    BIG_INTEGER,
    ENUM,
    RECORD,
    LIST,
    SET,
    MAP,
    OPTIONAL,
    PCM,
    INTS,
    LONGS,
    DURATION,
    INSTANT,
    OPAQUE;

    private static final ValueTag[] ALL = values();

    static ValueTag of(int code) {
        if (code >= ALL.length) {
            throw new BadRecordException("a value of the unknown kind " + code);
        }
        return ALL[code];
    }
}
