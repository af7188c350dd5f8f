package io.sidetone.transport.http.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * All files of the console, read once from the class path. Only files listed in {@code contents.txt} exist, so no
 * request reaches anything else.
 */
final class ConsoleFiles {
    static final String FOLDER = "/io/sidetone/transport/console/";
    static final String CONTENTS = "contents.txt";

    private final Map<String, ConsoleFile> files;

    private ConsoleFiles(Map<String, ConsoleFile> files) {
        this.files = Map.copyOf(files);
    }

    /** Reads every file; a missing file stops the start of the server with its name. */
    static ConsoleFiles load() {
        Map<String, ConsoleFile> found = new LinkedHashMap<>();
        new String(read(CONTENTS), StandardCharsets.UTF_8)
                .lines()
                .filter(name -> !name.isBlank())
                .forEach(name -> found.put(name, ConsoleFile.of(name, read(name))));
        return new ConsoleFiles(found);
    }

    private static byte[] read(String name) {
        try (InputStream in = ConsoleFiles.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IllegalStateException("console file " + name + " is not in the JAR; build it again");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("console file " + name + " cannot be read", e);
        }
    }

    /** Returns the file {@code name}, such as {@code shell/dom.js}, or null. */
    ConsoleFile file(String name) {
        return files.get(name);
    }

    Map<String, ConsoleFile> all() {
        return files;
    }
}
