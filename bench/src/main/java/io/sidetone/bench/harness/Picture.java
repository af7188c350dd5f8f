package io.sidetone.bench.harness;

import java.io.IOException;
import java.nio.file.Path;

/** Has a Python program draw what a bench has left. */
public final class Picture {
    private Picture() {}

    /**
     * Runs {@code program} on {@code data}, and waits.
     *
     * @throws IOException when it has drawn nothing; what it said stands on this process's output
     */
    public static void draw(Path program, Path data, Path picture) throws IOException, InterruptedException {
        Process drawing = new ProcessBuilder("python3", program.toString(), data.toString(), picture.toString())
                .inheritIO()
                .start();
        if (drawing.waitFor() != 0) {
            throw new IOException(program + " has drawn nothing; what it said stands above");
        }
    }
}
