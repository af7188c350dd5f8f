package io.sidetone.core.journal;

import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.port.SpeechSourceSession;
import java.util.List;

/** Stands between the call and an engine that is given every frame: nothing is allocated for one. */
abstract class RecordedSource implements SpeechSourceSession {
    private final String port;
    private final SpeechSourceSession target;
    private final CallRecorder recorder;

    RecordedSource(String port, SpeechSourceSession target, CallRecorder recorder) {
        this.port = port;
        this.target = target;
        this.recorder = recorder;
    }

    @Override
    public final boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
        boolean taken;
        try {
            recorder.asking(true);
            taken = target.hear(pcm, offset, samples, streamPosMs);
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            failed(pcm, offset, samples);
            throw fault;
        }
        heard(pcm, offset, samples, taken);
        return taken;
    }

    /** A frame was given. */
    final void heard(short[] pcm, int offset, int samples, boolean taken) {
        recorder.asking(false);
        recorder.heard(pcm, offset, samples, taken ? JournalRecord.YES : 0);
    }

    /** A frame was given, and the engine failed. */
    final void failed(short[] pcm, int offset, int samples) {
        recorder.asking(false);
        recorder.heard(pcm, offset, samples, JournalRecord.FAULT);
    }

    /** Asks for what is not asked in every frame. */
    final void record(String method, List<Object> arguments, Runnable step) {
        String thrown = "";
        recorder.asking(true);
        try {
            step.run();
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            thrown = fault.getClass().getName();
            throw fault;
        } finally {
            recorder.asking(false);
            recorder.port(port, method, arguments, null, thrown);
        }
    }

    /** Notes that what the engine asks of others meanwhile is not the call's doing. */
    final void asking() {
        recorder.asking(true);
    }
}
