package io.sidetone.server.wiring;

import io.sidetone.core.mock.MockBehaviour;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.speech.failover.Candidate;
import io.sidetone.speech.failover.Circuit;
import io.sidetone.speech.failover.FailoverDialogue;
import io.sidetone.speech.failover.FailoverRecognizer;
import io.sidetone.speech.failover.FailoverSynthesizer;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.watch.EngineListeners;
import io.sidetone.speech.watch.InstrumentedDialogue;
import io.sidetone.speech.watch.InstrumentedRecognizer;
import io.sidetone.speech.watch.InstrumentedSynthesizer;
import io.sidetone.speech.watch.MeterListener;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;

/**
 * The mock engines behind the same stages as the engines of the configuration.
 *
 * @param recognizer 8 kHz, mono
 * @param synthesizer 8 kHz, mono
 */
record RehearsalEngines(Recognizer recognizer, DialogueModel dialogue, Synthesizer synthesizer) {
    private static final String NAME = "rehearsal";
    private static final int LIMIT_MS = 1_000;

    /** Engines whose use is counted, as those of this process are. Nobody reads the counts. */
    static RehearsalEngines counted(LongSupplier clock) {
        return new RehearsalEngines(
                new InstrumentedRecognizer(new MockRecognizer(), counting(EngineKind.RECOGNIZER), clock),
                new InstrumentedDialogue(
                        new MockDialogue(MockBehaviour.DEFAULT, null), counting(EngineKind.DIALOGUE), clock),
                new InstrumentedSynthesizer(new MockSynthesizer(1), counting(EngineKind.SYNTHESIZER), clock));
    }

    /** The same with fallbacks, as services have; {@code loop} is theirs. */
    RehearsalEngines withFallbacks(ScheduledExecutorService loop, LongSupplier clock) {
        Circuit circuit = new Circuit(clock);
        return new RehearsalEngines(
                new FailoverRecognizer(List.of(new Candidate<>(NAME, recognizer, circuit)), () -> loop, LIMIT_MS),
                new FailoverDialogue(List.of(new Candidate<>(NAME, dialogue, circuit)), () -> loop, LIMIT_MS),
                new FailoverSynthesizer(List.of(new Candidate<>(NAME, synthesizer, circuit)), () -> loop, LIMIT_MS));
    }

    private static EngineListeners counting(EngineKind kind) {
        EngineMeter meter = new EngineMeter(NAME, kind);
        return call -> new MeterListener(meter.forCall(call));
    }
}
