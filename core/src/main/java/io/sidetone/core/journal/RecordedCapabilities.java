package io.sidetone.core.journal;

import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Answers of an engine about itself when the call asks on its lane. The journal has one record for each answer, under the name
 * and in the order of the first journals, when these were methods of the port; so journals of every age replay.
 */
public final class RecordedCapabilities {
    /** {@link Recognizer.Capabilities#wantsImageLeak}, the first answer of a recognizer. */
    public static final String IMAGE_LEAK = "wantsImageLeak";

    /** {@link Recognizer.Capabilities#givesEvidence}, the second answer of a recognizer. */
    public static final String EVIDENCE = "givesEvidence";

    /** {@link DialogueModel.Capabilities#preemptible}, the answer of a dialogue model. */
    public static final String PREEMPTIBLE = "preemptible";

    /** {@link Synthesizer.Capabilities#takesContinuations}; recorded where it is so, because the first journals do not have it. */
    public static final String CONTINUATIONS = "takesContinuations";

    private final CallRecorder recorder;
    private final String port;

    RecordedCapabilities(CallRecorder recorder, String port) {
        this.recorder = recorder;
        this.port = port;
    }

    /** Asks {@code engine} once for each record: where it is replayed, each answer is the next record of its journal. */
    Recognizer.Capabilities of(Recognizer engine) {
        boolean leak = answer(IMAGE_LEAK, () -> engine.capabilities().wantsImageLeak());
        boolean evidence = answer(EVIDENCE, () -> engine.capabilities().givesEvidence());
        // Words are of interest to clients alone; no call asks for that on its lane.
        return new Recognizer.Capabilities(leak, evidence, true);
    }

    /** The same of a dialogue model; no call asks for its name on its lane. */
    DialogueModel.Capabilities of(DialogueModel model) {
        return new DialogueModel.Capabilities(
                "", answer(PREEMPTIBLE, () -> model.capabilities().preemptible()));
    }

    /** The same of a synthesizer. */
    Synthesizer.Capabilities of(Synthesizer voice) {
        Synthesizer.Capabilities capabilities = voice.capabilities();
        if (capabilities.takesContinuations()) {
            recorder.port(port, CONTINUATIONS, List.of(), true, "");
        }
        return capabilities;
    }

    private boolean answer(String name, BooleanSupplier question) {
        boolean answer;
        recorder.asking(true);
        try {
            answer = question.getAsBoolean();
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            recorder.asking(false);
            recorder.port(port, name, List.of(), null, fault.getClass().getName());
            throw fault;
        }
        recorder.asking(false);
        recorder.port(port, name, List.of(), answer, "");
        return answer;
    }
}
