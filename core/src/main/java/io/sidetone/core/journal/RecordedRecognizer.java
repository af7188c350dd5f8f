package io.sidetone.core.journal;

import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerSession;
import java.util.List;

/** Stands between the call and its recogniser, which is fed in every frame: nothing is allocated for one. */
final class RecordedRecognizer implements RecognizerSession {
    private static final String PORT = RecognizerSession.class.getSimpleName();

    private final RecognizerSession target;
    private final CallRecorder recorder;

    RecordedRecognizer(RecognizerSession target, CallRecorder recorder) {
        this.target = target;
        this.recorder = recorder;
    }

    @Override
    public void start(long token, ListenHint hint) {
        record("start", List.of(token, hint), () -> target.start(token, hint));
    }

    @Override
    public boolean audio(short[] pcm, int offset, int samples) {
        recorder.asking(true);
        boolean taken;
        try {
            taken = target.audio(pcm, offset, samples);
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            recorder.asking(false);
            recorder.heard(pcm, offset, samples, JournalRecord.FAULT);
            throw fault;
        }
        recorder.asking(false);
        recorder.heard(pcm, offset, samples, taken ? JournalRecord.YES : 0);
        return taken;
    }

    @Override
    public boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
        recorder.asking(true);
        boolean taken;
        try {
            taken = target.hear(pcm, offset, samples, streamPosMs);
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            recorder.asking(false);
            recorder.heard(pcm, offset, samples, JournalRecord.FAULT);
            throw fault;
        }
        recorder.asking(false);
        recorder.heard(pcm, offset, samples, taken ? JournalRecord.YES : 0);
        return taken;
    }

    @Override
    public void end(long token) {
        record("end", List.of(token), () -> target.end(token));
    }

    @Override
    public void cancel(long token) {
        record("cancel", List.of(token), () -> target.cancel(token));
    }

    @Override
    public void close() {
        record("close", List.of(), target::close);
    }

    private void record(String method, List<Object> arguments, Runnable step) {
        String thrown = "";
        recorder.asking(true);
        try {
            step.run();
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            thrown = fault.getClass().getName();
            throw fault;
        } finally {
            recorder.asking(false);
            recorder.port(PORT, method, arguments, null, thrown);
        }
    }
}
