package io.sidetone.tools.scenario.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Names of the command line to scenario files. */
public final class ScenarioFiles {
    private ScenarioFiles() {}

    /**
     * Returns the files that {@code named} means: each file itself, and of a folder every {@code .yaml} and {@code .yml} in it, by name.
     *
     * @throws IllegalArgumentException for a name that means nothing
     */
    public static List<Path> of(List<Path> named) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path each : named) {
            if (Files.isDirectory(each)) {
                List<Path> inside;
                try (Stream<Path> all = Files.list(each)) {
                    inside = all.filter(file -> file.toString().matches(".*\\.ya?ml"))
                            .sorted()
                            .toList();
                }
                if (inside.isEmpty()) {
                    throw new IllegalArgumentException(
                            each + " has no scenarios; name a folder of .yaml files, or a file");
                }
                files.addAll(inside);
            } else if (Files.isRegularFile(each)) {
                files.add(each);
            } else {
                throw new IllegalArgumentException(each + " does not exist; name a scenario file, or a folder of them");
            }
        }
        return files;
    }
}
