package io.sidetone.bench.streams;

import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;

/** A mock recognizer that claims to recognize words, so that {@code /ws} really uses its transcripts. */
final class WordHearingMock implements Recognizer {
    private static final Capabilities CAPABILITIES = new Capabilities(false, true, true);

    private final MockRecognizer mock = new MockRecognizer();

    @Override
    public RecognizerSession open(CallContext call, RecognizerEvents events) {
        return mock.open(call, events);
    }

    @Override
    public int sampleRateHz() {
        return mock.sampleRateHz();
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public EngineHealth health() {
        return mock.health();
    }
}
