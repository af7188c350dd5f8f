package io.sidetone.server;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/**
 * The build of this program.
 *
 * @param version of the product
 * @param commit abbreviated hash of the source, or {@code unknown}
 */
public record BuildInfo(String version, String commit) {
    private static final String UNKNOWN = "unknown";

    /** Reads the build facts that the build wrote into the JAR. */
    public static BuildInfo load() {
        Properties properties = new Properties();
        try (InputStream in = BuildInfo.class.getResourceAsStream("build.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            properties.clear();
        }
        return new BuildInfo(properties.getProperty("version", UNKNOWN), properties.getProperty("commit", UNKNOWN));
    }
}
