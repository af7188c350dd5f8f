package io.sidetone.server.records.store;

import io.sidetone.core.disk.OwnerOnly;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** A folder that belongs to this process until it is closed. */
public final class StoreFolder implements AutoCloseable {
    private final FileChannel lockFile;

    private StoreFolder(FileChannel lockFile) {
        this.lockFile = lockFile;
    }

    /** Takes the folder of the call store. */
    static StoreFolder take(Path folder) throws StoreUnusableException {
        return take(folder, "store.dir", "set store.dir to a folder of his, or store.enabled: false");
    }

    /**
     * Makes {@code folder} where it is missing, readable for its owner only, and takes it.
     *
     * @param key of the configuration that names it
     * @param remedy what helps besides permission to write there
     * @throws StoreUnusableException when it cannot be written or belongs to another process
     */
    public static StoreFolder take(Path folder, String key, String remedy) throws StoreUnusableException {
        try {
            OwnerOnly.folder(folder);
            Path lock = folder.resolve("lock");
            FileChannel channel = FileChannel.open(
                    lock, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OwnerOnly.file(lock));
            if (!locked(channel)) {
                channel.close();
                throw new StoreUnusableException(
                        key + ": " + folder + " is used by another server; give each its own: " + remedy);
            }
            return new StoreFolder(channel);
        } catch (IOException | UnsupportedOperationException e) {
            throw new StoreUnusableException(key + ": " + folder + " cannot be written (" + reason(e)
                    + "); let the user that runs the server write there, " + remedy);
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
