package io.sidetone.speech.embedded.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.contract.DialogueContract;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.port.DialogueModel;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/** The embedded dialogue keeps the contract of every dialogue. */
class FlowContractTest extends DialogueContract {
    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final FlowDialogue model = new FlowDialogue(ShippedFlow.appointmentDesk(), "", CallTexts.NONE, executor);

    @AfterEach
    void close() throws InterruptedException {
        executor.shutdown();
        assertThat(executor.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        assertThat(model.openSessions()).isZero();
    }

    @Override
    protected DialogueModel contractDialogue() {
        return model;
    }

    @Override
    protected String contractWords() {
        return "what are your opening hours";
    }
}
