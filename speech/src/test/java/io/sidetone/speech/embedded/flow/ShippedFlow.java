package io.sidetone.speech.embedded.flow;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The flow that is shipped, read from where it lies. */
public final class ShippedFlow {
    private ShippedFlow() {}

    public static Flow appointmentDesk() {
        Path file = Path.of(
                System.getProperty("sidetone.root", ".."),
                "config/src/main/resources/io/sidetone/config/agents/appointment-desk.yaml");
        try (InputStream yaml = Files.newInputStream(file)) {
            return FlowReader.read(file.getFileName().toString(), yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
