package io.sidetone.core.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.CallTap;
import io.sidetone.core.call.CallTaps;
import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.journal.file.JournalFileWriter;
import io.sidetone.core.journal.file.JournalKey;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.journal.record.RecordKind;
import io.sidetone.core.lane.LanePublisher;
import io.sidetone.core.replay.Replay;
import io.sidetone.core.replay.ReplayListener;
import io.sidetone.core.replay.ReplayResult;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;

/** Journals of every call of a lane, in memory, written at once. */
public final class MemoryJournals implements CallTaps {
    private final List<Journal> journals = new ArrayList<>();

    @Override
    public CallTap open(int lane, CallSetup setup, LanePublisher publisher, long sequence, long nowNs) {
        Journal journal = new Journal();
        journals.add(journal);
        return new CallRecorder(journal, setup, publisher, sequence, nowNs);
    }

    /** Returns the bytes of journal {@code index}, ended where it is. */
    public byte[] bytes(int index) {
        return journals.get(index).bytes();
    }

    public int count() {
        return journals.size();
    }

    /** Every journal so far replays to the identical outputs. */
    public void verify(String what) {
        for (int i = 0; i < journals.size(); i++) {
            ReplayResult result = replay(bytes(i), null);
            assertThat(result.difference()).as("%s: replay of call %d", what, i).isNull();
            assertThat(result.damage()).as("%s: journal of call %d", what, i).isNull();
            assertThat(result.outputs()).as("%s: outputs compared", what).isPositive();
        }
    }

    public static ReplayResult replay(byte[] journal, JournalKey key) {
        return replay(journal, key, ReplayListener.none());
    }

    public static ReplayResult replay(byte[] journal, JournalKey key, ReplayListener listener) {
        try (JournalFileReader reader = new JournalFileReader(new ByteArrayInputStream(journal), key)) {
            return Replay.run(reader, listener);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Journal implements RecordSink {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final JournalFileWriter writer;
        private boolean closed;

        Journal() {
            try {
                writer = new JournalFileWriter(Channels.newChannel(bytes), null, 42);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void offer(JournalRecord record) {
            try {
                writer.write(record);
                closed |= record.kind == RecordKind.END;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        byte[] bytes() {
            if (!closed) {
                JournalRecord end = new JournalRecord().begin(RecordKind.INCOMPLETE);
                end.ref = "the test ended";
                offer(end);
                closed = true;
            }
            try {
                writer.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return bytes.toByteArray();
        }
    }
}
