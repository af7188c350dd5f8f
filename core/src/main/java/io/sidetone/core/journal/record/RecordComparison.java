package io.sidetone.core.journal.record;

import java.util.Arrays;

/** Compares two records and describes both in words. */
public final class RecordComparison {
    private static final int SHOWN = 400;

    private final Bytes first = new Bytes(1024);
    private final Bytes second = new Bytes(1024);
    private final ValueWriter firstValues = new ValueWriter(first);
    private final ValueWriter secondValues = new ValueWriter(second);

    /** Returns whether two outputs are the same; when they happened is the business of the inputs. */
    public boolean same(JournalRecord one, JournalRecord other) {
        return one.kind == other.kind
                && one.what == other.what
                && one.token == other.token
                && one.a == other.a
                && one.b == other.b
                && one.c == other.c
                && sameRef(one.ref, other.ref);
    }

    /** As a journal they are the same when their bytes are: a decoded record has other classes of lists and maps. */
    private boolean sameRef(Object one, Object other) {
        if (one == null || other == null) {
            return one == other;
        }
        first.truncate(0);
        second.truncate(0);
        firstValues.reset();
        secondValues.reset();
        firstValues.write(one);
        secondValues.write(other);
        return Arrays.equals(first.array(), 0, first.length(), second.array(), 0, second.length());
    }

    /** Says what an output is. */
    public static String text(JournalRecord record) {
        String text =
                switch (record.kind) {
                    case FRAME ->
                        "frame " + record.a + ", turn " + record.token + " at " + record.b + " ms, PCM "
                                + Long.toHexString(record.c) + flags(record.what);
                    case HEARD ->
                        "frame for the recognizer, PCM " + Long.toHexString(record.c)
                                + (record.what == JournalRecord.YES ? "" : ", refused");
                    case PORT -> port((PortCall) record.ref);
                    default ->
                        record.kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ')
                                + (record.ref == null ? "" : " " + record.ref);
                };
        return text.length() > SHOWN ? text.substring(0, SHOWN) + " …" : text;
    }

    private static String port(PortCall call) {
        String back = call.thrown().isEmpty()
                ? call.result() == null ? "" : " = " + call.result()
                : " threw " + call.thrown();
        return call.port() + "." + call.method() + call.arguments() + back;
    }

    private static String flags(int what) {
        return ((what & JournalRecord.SILENCE) != 0 ? ", silence" : "")
                + ((what & JournalRecord.MARKER) != 0 ? ", marker" : "");
    }
}
