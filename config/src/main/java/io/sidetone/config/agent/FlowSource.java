package io.sidetone.config.agent;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Place of a flow file: in the folder of the configuration, or in the JAR.
 *
 * @param location as the configuration gives it
 * @param resolved path from the root of the file system, or the name of the resource
 */
public record FlowSource(String location, String resolved) {
    private static final String SCHEME = "classpath:";

    /** Resolves {@code location} against the folder of the configuration file. */
    public static FlowSource of(String location, Path folder) {
        return location.startsWith(SCHEME)
                ? new FlowSource(location, "/io/sidetone/config/" + location.substring(SCHEME.length()))
                : new FlowSource(location, folder.resolve(location).normalize().toString());
    }

    /** Returns whether it is shipped in the JAR. */
    public boolean shipped() {
        return location.startsWith(SCHEME);
    }

    /** Returns whether it can be read now. */
    public boolean readable() {
        return shipped()
                ? !resolved.contains("..") && FlowSource.class.getResource(resolved) != null
                : Files.isRegularFile(Path.of(resolved)) && Files.isReadable(Path.of(resolved));
    }

    /** Opens it; the caller closes the stream. */
    public InputStream open() throws IOException {
        if (!shipped()) {
            return Files.newInputStream(Path.of(resolved));
        }
        InputStream in = FlowSource.class.getResourceAsStream(resolved);
        if (in == null) {
            throw new FileNotFoundException("resource " + resolved + " is not in the JAR");
        }
        return in;
    }
}
