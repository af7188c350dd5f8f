package io.sidetone.silero;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import io.sidetone.audio.SampleRate;
import io.sidetone.core.port.vad.UnusableModelException;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The network of a model file, run by ONNX Runtime. One thread at a time. */
final class OnnxNetwork implements Network {
    private static final String INPUT = "input";
    private static final String STATE = "state";
    private static final String RATE = "sr";
    private static final String OUTPUT = "output";
    private static final String NEXT_STATE = "stateN";
    private static final String REMEDY =
            "; name Silero's silero_vad.onnx of version 5 or 6, which scripts/fetch-silero" + " fetches";

    private final OrtEnvironment environment;
    private final OrtSession session;
    private final Bound[] narrow = new Bound[WindowBatch.MAX_WINDOWS];
    private final Bound[] wide = new Bound[WindowBatch.MAX_WINDOWS];
    private WindowBatch narrowBatch;
    private WindowBatch wideBatch;

    private OnnxNetwork(OrtEnvironment environment, OrtSession session) {
        this.environment = environment;
        this.session = session;
    }

    /** The arrays of a batch of one size, as the runtime wants to see them: made once for each size. */
    private record Bound(Map<String, OnnxTensor> inputs, Map<String, OnnxValue> outputs) {
        void close() {
            inputs.values().forEach(OnnxTensor::close);
            outputs.values().forEach(OnnxValue::close);
        }
    }

    /**
     * Loads the network in {@code model} and tries it at both rates.
     *
     * @throws UnusableModelException when the file cannot be read or is no such network
     * @throws LinkageError when the runtime's native library does not load here
     */
    static OnnxNetwork open(Path model, int threads) throws UnusableModelException {
        if (!Files.isReadable(model) || Files.isDirectory(model)) {
            throw new UnusableModelException(model + " is no file that can be read" + REMEDY);
        }
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        OnnxNetwork network = null;
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(threads);
            options.setInterOpNumThreads(1);
            // Idle threads of the runtime would otherwise spin for the next batch.
            options.addConfigEntry("session.intra_op.allow_spinning", "0");
            network = new OnnxNetwork(environment, environment.createSession(model.toString(), options));
            network.check(model);
            return network;
        } catch (OrtException | IllegalStateException e) {
            close(network);
            throw new UnusableModelException(
                    model + " is no model that ONNX Runtime can run (" + oneLine(e.getMessage()) + ")" + REMEDY);
        } catch (UnusableModelException e) {
            close(network);
            throw e;
        }
    }

    private static void close(OnnxNetwork network) {
        if (network != null) {
            network.close();
        }
    }

    private static String oneLine(String message) {
        return String.valueOf(message).strip().replaceAll("\\s*\\R\\s*", " ");
    }

    private void check(Path model) throws UnusableModelException, OrtException {
        Set<String> inputs = new TreeSet<>(session.getInputNames());
        Set<String> outputs = new TreeSet<>(session.getOutputNames());
        if (!inputs.equals(Set.of(INPUT, RATE, STATE)) || !outputs.equals(Set.of(OUTPUT, NEXT_STATE))) {
            throw new UnusableModelException(model + " is another network: it takes " + inputs + " and gives " + outputs
                    + ", not [input, sr, state] and [output, stateN]" + REMEDY);
        }
        shape(model, INPUT, -1, -1);
        shape(model, STATE, Windows.LAYERS, -1, Windows.STATE);
        for (int rateHz : new int[] {SampleRate.NARROWBAND_HZ, SampleRate.WIDEBAND_HZ}) {
            WindowBatch silence = new WindowBatch(rateHz);
            silence.addSilence();
            silence.addSilence();
            silence.run(this);
            float probability = silence.output().get(0);
            if (!(probability >= 0 && probability < 0.5f)) {
                throw new UnusableModelException(
                        model + " is another network: silence is speech to it (" + probability + ")" + REMEDY);
            }
        }
    }

    /** A dimension of −1 must be free: as many windows as there are calls. */
    private void shape(Path model, String name, long... expected) throws UnusableModelException, OrtException {
        NodeInfo node = session.getInputInfo().get(name);
        long[] shape = node.getInfo() instanceof TensorInfo tensor ? tensor.getShape() : new long[0];
        if (!Arrays.equals(shape, expected)) {
            throw new UnusableModelException(model + " is another network: its " + name + " has the shape "
                    + Arrays.toString(shape) + ", not " + Arrays.toString(expected) + REMEDY);
        }
    }

    @Override
    public void run(WindowBatch batch) {
        try {
            Bound bound = bound(batch);
            session.run(bound.inputs, Set.of(), bound.outputs).close();
        } catch (OrtException e) {
            throw new IllegalStateException("ONNX Runtime failed: " + oneLine(e.getMessage()), e);
        }
    }

    private Bound bound(WindowBatch batch) throws OrtException {
        boolean telephone = batch.rateHz() == SampleRate.NARROWBAND_HZ;
        Bound[] known = telephone ? narrow : wide;
        if ((telephone ? narrowBatch : wideBatch) != batch) {
            forget(known);
            narrowBatch = telephone ? batch : narrowBatch;
            wideBatch = telephone ? wideBatch : batch;
        }
        Bound bound = known[batch.size() - 1];
        if (bound == null) {
            bound = bind(batch);
            known[batch.size() - 1] = bound;
        }
        return bound;
    }

    private Bound bind(WindowBatch batch) throws OrtException {
        long[] stateShape = {Windows.LAYERS, batch.size(), Windows.STATE};
        Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
        inputs.put(INPUT, tensor(batch.input(), batch.size(), batch.width()));
        inputs.put(STATE, tensor(batch.state(), stateShape));
        inputs.put(
                RATE, OnnxTensor.createTensor(environment, LongBuffer.wrap(new long[] {batch.rateHz()}), new long[0]));
        Map<String, OnnxValue> outputs = new LinkedHashMap<>();
        outputs.put(OUTPUT, tensor(batch.output(), batch.size(), 1));
        outputs.put(NEXT_STATE, tensor(batch.nextState(), stateShape));
        return new Bound(inputs, outputs);
    }

    private OnnxTensor tensor(FloatBuffer all, long... shape) throws OrtException {
        int count = 1;
        for (long dimension : shape) {
            count *= (int) dimension;
        }
        return OnnxTensor.createTensor(environment, all.duplicate().limit(count), shape);
    }

    private static void forget(Bound[] known) {
        for (int i = 0; i < known.length; i++) {
            if (known[i] != null) {
                known[i].close();
                known[i] = null;
            }
        }
    }

    @Override
    public void close() {
        forget(narrow);
        forget(wide);
        try {
            session.close();
        } catch (OrtException e) {
            throw new IllegalStateException("ONNX Runtime did not release the model: " + e.getMessage(), e);
        }
    }
}
