package io.sidetone.contract;

import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.Synthesizer;

/** The mock keeps the contract, too. */
class MockSynthesizerContractTest extends SynthesizerContract {
    private final Synthesizer engine = new MockSynthesizer(1);

    @Override
    protected Synthesizer contractVoice() {
        return engine;
    }
}
