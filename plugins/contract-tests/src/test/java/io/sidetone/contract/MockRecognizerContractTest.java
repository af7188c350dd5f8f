package io.sidetone.contract;

import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.port.Recognizer;

/** The mock keeps the contract, too. */
class MockRecognizerContractTest extends RecognizerContract {
    private final Recognizer engine = new MockRecognizer();

    @Override
    protected Recognizer contractRecognizer() {
        return engine;
    }
}
