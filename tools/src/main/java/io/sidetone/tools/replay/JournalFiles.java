package io.sidetone.tools.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds journals by name: files, and folders with journals in them or below them. */
public final class JournalFiles {
    /** The suffix of journal files. */
    public static final String SUFFIX = ".journal";

    private JournalFiles() {}

    /**
     * Returns the journals of {@code named}, which are files or folders; the journals of a folder are sorted by name.
     *
     * @throws IllegalArgumentException when one cannot be read, or a folder holds none
     */
    public static List<Path> of(List<Path> named) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path path : named) {
            if (Files.isDirectory(path)) {
                files.addAll(below(path));
            } else if (Files.isRegularFile(path) && Files.isReadable(path)) {
                files.add(path);
            } else {
                throw new IllegalArgumentException(
                        "JOURNAL " + path + " cannot be read; name a readable file, or a folder of journals");
            }
        }
        return files;
    }

    private static List<Path> below(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(file -> file.toString().endsWith(SUFFIX) && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        }
        if (files.isEmpty()) {
            throw new IllegalArgumentException(
                    "JOURNAL " + folder + " holds no file named *" + SUFFIX + "; name a folder that does");
        }
        return files;
    }
}
