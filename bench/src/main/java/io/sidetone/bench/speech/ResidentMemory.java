package io.sidetone.bench.speech;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The memory of this process, native libraries included. */
final class ResidentMemory {
    private ResidentMemory() {}

    static long kilobytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElseThrow(() -> new IOException("/proc/self/status does not tell the resident memory"));
    }
}
