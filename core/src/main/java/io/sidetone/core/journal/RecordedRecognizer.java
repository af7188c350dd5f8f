package io.sidetone.core.journal;

import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerSession;
import java.util.List;

/** Stands between the call and its recognizer, which is fed in every frame: nothing is allocated for one. */
final class RecordedRecognizer extends RecordedSource implements RecognizerSession {
    private final RecognizerSession target;

    RecordedRecognizer(RecognizerSession target, CallRecorder recorder) {
        super(RecognizerSession.class.getSimpleName(), target, recorder);
        this.target = target;
    }

    @Override
    public void start(long token, ListenHint hint) {
        record("start", List.of(token, hint), () -> target.start(token, hint));
    }

    @Override
    public boolean audio(short[] pcm, int offset, int samples) {
        boolean taken;
        try {
            asking();
            taken = target.audio(pcm, offset, samples);
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            failed(pcm, offset, samples);
            throw fault;
        }
        heard(pcm, offset, samples, taken);
        return taken;
    }

    @Override
    public void end(long token, boolean replyExpected) {
        record("end", List.of(token, replyExpected), () -> target.end(token, replyExpected));
    }

    // What is said of pauses brings words sooner, and those are recorded; so journals of before replay, too.

    @Override
    public void pauses(long token) {
        target.pauses(token);
    }

    @Override
    public void goesOn(long token) {
        target.goesOn(token);
    }

    @Override
    public void cancel(long token) {
        record("cancel", List.of(token), () -> target.cancel(token));
    }

    @Override
    public void close() {
        record("close", List.of(), target::close);
    }
}
