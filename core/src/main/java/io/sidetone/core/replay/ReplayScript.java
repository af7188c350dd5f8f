package io.sidetone.core.replay;

import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.journal.record.PortCall;
import io.sidetone.core.journal.record.RecordKind;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The records of a journal, and the one that comes next: what the call is about to give out, and what it got back. */
final class ReplayScript {
    private final JournalFileReader reader;
    private JournalRecord next;

    ReplayScript(JournalFileReader reader) {
        this.reader = reader;
        advance();
    }

    private void advance() {
        try {
            next = reader.next();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next record, or null at the end. */
    JournalRecord peek() {
        return next;
    }

    /** Takes the next record. */
    JournalRecord take() {
        JournalRecord taken = next;
        advance();
        return taken;
    }

    boolean nextIs(RecordKind kind) {
        return next != null && next.kind == kind;
    }

    /** The recorded call of {@code port.method} if it is what comes next, else null. */
    PortCall nextCall(String port, String method) {
        return nextIs(RecordKind.PORT)
                        && next.ref instanceof PortCall call
                        && call.port().equals(port)
                        && call.method().equals(method)
                ? call
                : null;
    }
}
