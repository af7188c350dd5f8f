package io.sidetone.server.records.recording;

import io.sidetone.audio.wav.WavRecorder;
import io.sidetone.core.disk.OwnerOnly;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.journal.record.RecordKind;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;

/** The file of one call while it is written. Recording thread only. */
final class RecordingFile {
    private final RecordedCall call;
    private final WavRecorder wav;
    private final StereoTimeline timeline;

    private RecordingFile(RecordedCall call, WavRecorder wav) {
        this.call = call;
        this.wav = wav;
        this.timeline = new StereoTimeline(wav, call.sampleRateHz(), call.buffering(), call.startNs());
    }

    /** Creates the files of {@code call}. */
    static RecordingFile open(RecordedCall call, RecordingFolder.Disk disk) throws IOException {
        OwnerOnly.folder(call.file().toAbsolutePath().getParent());
        // First: a recording that nobody can find by its caller could not be erased.
        RecordingFolder.describe(call.file(), call.facts());
        SeekableByteChannel channel = disk.create(RecordingFolder.part(call.file()));
        try {
            return new RecordingFile(call, new WavRecorder(channel, call.sampleRateHz(), 2));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    RecordedCall call() {
        return call;
    }

    void take(JournalRecord record) throws IOException {
        if (record.kind == RecordKind.INPUT) {
            timeline.caller(record.a, record.nowNs, record.pcm, record.samples);
        } else if (record.kind == RecordKind.FRAME) {
            timeline.agent(record.nowNs, record.pcm, record.samples);
        } else {
            timeline.control(record.what, record.nowNs);
        }
        call.length(timeline.length());
    }

    /** Writes what is buffered: a process that dies loses what came later. */
    void sync() throws IOException {
        wav.sync();
    }

    /** The call is over. Returns the size of the file in bytes. */
    long finish() throws IOException {
        timeline.end(call.endNs());
        call.length(timeline.length());
        wav.close();
        RecordingFolder.finish(call.file());
        return 4 * timeline.length();
    }

    /** Keeps what the disk took. */
    void giveUp() {
        try {
            wav.close();
        } catch (IOException | RuntimeException ignored) {
            // The header may count what the disk did not take.
        }
        try {
            call.length(RecordingFolder.mend(RecordingFolder.part(call.file())));
        } catch (IOException | RuntimeException ignored) {
            // The next start tries again.
        }
    }
}
