package io.sidetone.core.disk;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes folders with the mode 0700 and files with 0600, whatever the umask of the process is: the mode is given when they
 * are made, so there is no moment at which others may open them. A file system without such modes decides by itself. What
 * is there and belongs to another user is used as it is, with a line in the log. Thread-safe.
 */
public final class OwnerOnly {
    private static final Logger LOG = LoggerFactory.getLogger(OwnerOnly.class);
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final int STICKY = 01000;

    /** Files whose mode cannot be changed, so that the log names each once. */
    private static final Set<Path> OPEN_FILES = ConcurrentHashMap.newKeySet();

    private OwnerOnly() {}

    /**
     * Makes {@code folder} and its parents where they are missing. One that is there already is closed to others; where
     * that cannot be done, or where it is a folder that all users share, the log says so.
     */
    public static void folder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder, attributes(folder, FOLDER));
        } else if (posix(folder)) {
            close(folder);
        }
    }

    private static void close(Path folder) throws IOException {
        Set<PosixFilePermission> open = new HashSet<>(Files.getPosixFilePermissions(folder));
        open.removeAll(FOLDER);
        if (open.isEmpty()) {
            return;
        }
        boolean shared = shared(folder);
        try {
            if (!shared) {
                Files.setPosixFilePermissions(folder, FOLDER);
                LOG.info("{} holds what people said and was open to other users: its mode is 0700 now", folder);
                return;
            }
        } catch (IOException e) {
            LOG.debug("{}: the mode cannot be changed: {}", folder, e.toString());
        }
        LOG.warn(
                "{} holds what people said and is open to other users; use a folder of the server's own, mode 0700",
                folder);
    }

    /** Returns what a new file near {@code place} is to be made with. */
    public static FileAttribute<?>[] file(Path place) {
        return attributes(place, FILE);
    }

    /** Makes {@code file} and its folder where they are missing; a file that is there is closed to others where that can be. */
    public static void touch(Path file) throws IOException {
        if (Files.exists(file)) {
            tighten(file);
        } else {
            Path parent = file.toAbsolutePath().getParent();
            Files.createDirectories(parent, attributes(parent, FOLDER));
            Files.createFile(file, file(file));
        }
    }

    /** Opens {@code file} for new content; a regular file is closed to others first where that can be. */
    public static OutputStream output(Path file) throws IOException {
        if (Files.isRegularFile(file)) {
            tighten(file);
        }
        return Channels.newOutputStream(Files.newByteChannel(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE),
                file(file)));
    }

    /** Writes {@code text} to {@code file} as UTF-8 in place of what it held. */
    public static void write(Path file, String text) throws IOException {
        try (OutputStream out = output(file)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void tighten(Path file) throws IOException {
        if (!posix(file)) {
            return;
        }
        Set<PosixFilePermission> now = Files.getPosixFilePermissions(file);
        if (now.equals(FILE)) {
            return;
        }
        try {
            Files.setPosixFilePermissions(file, FILE);
        } catch (IOException e) {
            if (OPEN_FILES.add(file.toAbsolutePath())) {
                LOG.warn(
                        "{} may hold what people said, its mode is {} and cannot be changed ({}); make it a file of the"
                                + " server's user, mode 0600",
                        file,
                        PosixFilePermissions.toString(now),
                        e.toString());
            }
        }
    }

    /**
     * Returns why others than its owner could put something else in the place of {@code file}, or into it, with a remedy; empty where
     * nobody can. A group that has the name of its owner is nobody else's, and in a folder that all share nobody replaces another's file.
     */
    public static Optional<String> replaceable(Path file) {
        try {
            Path real = file.toRealPath();
            Path parent = real.getParent();
            return posix(real) && open(real)
                    ? Optional.of(problem(real))
                    : parent != null && posix(parent) && open(parent) && !shared(parent)
                            ? Optional.of(problem(parent))
                            : Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private static String problem(Path open) throws IOException {
        return open + " may be written by other users (mode "
                + PosixFilePermissions.toString(Files.getPosixFilePermissions(open)) + "); chmod go-w " + open;
    }

    private static boolean open(Path place) throws IOException {
        PosixFileAttributes about = Files.readAttributes(place, PosixFileAttributes.class);
        return about.permissions().contains(PosixFilePermission.OTHERS_WRITE)
                || about.permissions().contains(PosixFilePermission.GROUP_WRITE)
                        && !about.group().getName().equals(about.owner().getName());
    }

    private static boolean shared(Path folder) throws IOException {
        return ((int) Files.getAttribute(folder, "unix:mode") & STICKY) != 0;
    }

    private static FileAttribute<?>[] attributes(Path place, Set<PosixFilePermission> mode) {
        return posix(place)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(mode)}
                : new FileAttribute<?>[0];
    }

    private static boolean posix(Path place) {
        return Files.getFileAttributeView(place, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS) != null;
    }
}
