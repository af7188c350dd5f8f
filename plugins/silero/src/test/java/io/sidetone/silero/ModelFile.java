package io.sidetone.silero;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the tests find the model, which is not part of the sources. */
final class ModelFile {
    private ModelFile() {}

    /** Returns the file; where there is none, the test is skipped and says why. */
    static Path orSkip() {
        Path model =
                Path.of(System.getProperty("sidetone.root"), "plugins", "silero", "target", "model", "silero_vad.onnx");
        assumeTrue(
                Files.isReadable(model),
                "there is no " + model + "; scripts/fetch-silero silero/target/model fetches it");
        return model;
    }
}
