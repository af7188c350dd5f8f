package io.sidetone.tools.command;

import io.sidetone.config.LoadedConfig;
import io.sidetone.config.SidetoneConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Secret files that only their owner can read: the systemd unit runs the server as a user of its own (DynamicUser). */
final class SecretFiles {
    private SecretFiles() {}

    /**
     * Returns a warning for each of them.
     *
     * @param credentials folder of systemd's copies, which the service can read; null for none
     */
    static List<String> warnings(LoadedConfig loaded, String credentials) {
        SidetoneConfig config = loaded.config();
        Set<Path> files = new LinkedHashSet<>(loaded.referred());
        config.http().tls().key().ifPresent(files::add);
        config.sip().tls().key().ifPresent(files::add);
        return files.stream()
                .filter(file -> credentials == null || !file.startsWith(credentials))
                .filter(file -> !readableByOthers(file))
                .map(file ->
                        "warning: " + file + ": the user of the systemd unit cannot read it; name it in the unit as"
                                + " LoadCredential=" + file.getFileName() + ":" + file
                                + " and write ${CREDENTIALS_DIRECTORY}/" + file.getFileName()
                                + " in its place (docs/operations.md), or run the server as the user who owns it")
                .toList();
    }

    private static boolean readableByOthers(Path file) {
        try {
            Path real = file.toRealPath();
            boolean open = permits(real, PosixFilePermission.OTHERS_READ);
            for (Path above = real.getParent(); open && above != null; above = above.getParent()) {
                open = permits(above, PosixFilePermission.OTHERS_EXECUTE);
            }
            return open;
        } catch (IOException | UnsupportedOperationException unknown) {
            return true;
        }
    }

    private static boolean permits(Path file, PosixFilePermission wanted) throws IOException {
        return Files.getPosixFilePermissions(file).contains(wanted);
    }
}
