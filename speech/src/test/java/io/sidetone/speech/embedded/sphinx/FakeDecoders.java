package io.sidetone.speech.embedded.sphinx;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Decoders that hear the number of frames, and can be told to break, to dawdle or not to open. */
final class FakeDecoders implements UtteranceDecoder.Opener {
    final List<Fake> opened = new ArrayList<>();
    volatile boolean refuseToOpen;
    volatile boolean breakOnFrame;
    volatile CountDownLatch gate = new CountDownLatch(0);

    @Override
    public synchronized UtteranceDecoder open() {
        if (refuseToOpen) {
            throw new IllegalStateException("no model");
        }
        Fake fake = new Fake();
        opened.add(fake);
        return fake;
    }

    synchronized long stillOpen() {
        return opened.stream().filter(d -> !d.closed).count();
    }

    synchronized Fake decoder(int index) {
        return opened.get(index);
    }

    final class Fake implements UtteranceDecoder {
        volatile boolean closed;
        volatile int adapted;
        volatile String grammar = "";
        private int frames;
        private boolean inUtterance;

        @Override
        public void select(String name) {
            grammar = name;
        }

        @Override
        public void start() {
            if (inUtterance) {
                throw new AssertionError("start within an utterance");
            }
            inUtterance = true;
            frames = 0;
        }

        @Override
        public void process(short[] pcm, int offset, int samples) {
            if (!inUtterance || closed) {
                throw new AssertionError("frame outside an utterance");
            }
            try {
                if (!gate.await(60, TimeUnit.SECONDS)) {
                    throw new AssertionError("the gate never opened");
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            if (breakOnFrame && pcm[offset] == 77) {
                throw new IllegalStateException("ps_process_raw failed with -1");
            }
            if (pcm[offset] == 77) {
                frames++;
            }
        }

        @Override
        public String hypothesis() {
            return frames == 0 ? "" : grammar + " heard(2) " + frames + " <sil>";
        }

        @Override
        public void end() {
            inUtterance = false;
        }

        @Override
        public void adapt() {
            adapted = adapted + 1;
        }

        @Override
        public void close() {
            if (closed) {
                throw new AssertionError("closed twice");
            }
            closed = true;
        }
    }
}
