package io.sidetone.server.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** A folder that belongs to this process until it is closed. */
final class StoreFolder implements AutoCloseable {
    private static final String REMEDY =
            "; let the user that runs the server write there, set store.dir to a folder of his, or store.enabled: false";

    private final FileChannel lockFile;

    private StoreFolder(FileChannel lockFile) {
        this.lockFile = lockFile;
    }

    /**
     * Makes {@code folder} where it is missing, readable for its owner only, and takes it.
     *
     * @throws StoreUnusableException when it cannot be written or belongs to another process
     */
    static StoreFolder take(Path folder) throws StoreUnusableException {
        try {
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(
                        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            FileChannel channel =
                    FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!locked(channel)) {
                channel.close();
                throw new StoreUnusableException("store.dir: " + folder
                        + " is used by another server; give each its own store.dir, or set store.enabled: false");
            }
            return new StoreFolder(channel);
        } catch (IOException | UnsupportedOperationException e) {
            throw new StoreUnusableException(
                    "store.dir: " + folder + " cannot be written (" + reason(e) + ")" + REMEDY);
        }
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private static String reason(Exception e) {
        return e.getClass().getSimpleName().replace("Exception", "")
                + (e.getMessage() == null ? "" : ": " + e.getMessage());
    }

    @Override
    public void close() throws IOException {
        lockFile.close();
    }
}
