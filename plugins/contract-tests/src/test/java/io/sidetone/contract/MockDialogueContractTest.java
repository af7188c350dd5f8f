package io.sidetone.contract;

import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.port.DialogueModel;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;

/** The mock keeps the contract, too. */
class MockDialogueContractTest extends DialogueContract {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final DialogueModel engine = new MockDialogue(MockBehavior.DEFAULT, timer);

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    @Override
    protected DialogueModel contractDialogue() {
        return engine;
    }
}
