package io.sidetone.server.boot.warmup;

import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.speech.failover.Candidate;
import io.sidetone.speech.failover.Circuit;
import io.sidetone.speech.failover.Failover;
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
record WarmupEngines(Recognizer recognizer, DialogueModel dialogue, Synthesizer synthesizer) {
    private static final String NAME = "warmup";
    private static final int LIMIT_MS = 1_000;

    /** Engines whose use is counted, as those of this process are. The counts are not exported. */
    static WarmupEngines counted(LongSupplier clock) {
        return new WarmupEngines(
                new InstrumentedRecognizer(new MockRecognizer(), List.of(counting(EngineKind.RECOGNIZER)), clock),
                new InstrumentedDialogue(
                        new MockDialogue(MockBehavior.DEFAULT, null), List.of(counting(EngineKind.DIALOGUE)), clock),
                new InstrumentedSynthesizer(new MockSynthesizer(1), List.of(counting(EngineKind.SYNTHESIZER)), clock));
    }

    /** The same with fallbacks, as services have; {@code loop} is theirs. */
    WarmupEngines withFallbacks(ScheduledExecutorService loop, LongSupplier clock) {
        Circuit circuit = new Circuit(clock);
        return new WarmupEngines(
                new FailoverRecognizer(alone(recognizer, circuit, loop)),
                new FailoverDialogue(alone(dialogue, circuit, loop)),
                new FailoverSynthesizer(alone(synthesizer, circuit, loop)));
    }

    private static <E> Failover<E> alone(E engine, Circuit circuit, ScheduledExecutorService loop) {
        return new Failover<>(List.of(new Candidate<>(NAME, engine, circuit)), () -> loop, LIMIT_MS);
    }

    private static EngineListeners counting(EngineKind kind) {
        EngineMeter meter = new EngineMeter(NAME, kind);
        return call -> new MeterListener(meter.forCall(call));
    }
}
