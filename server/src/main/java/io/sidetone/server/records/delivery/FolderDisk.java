package io.sidetone.server.records.delivery;

import io.sidetone.core.disk.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Segments as files of one folder. */
public final class FolderDisk implements SpoolDisk {
    private final Path folder;
    private final String prefix;
    private final Pattern name;

    /** Uses {@code folder}, which exists, for calls. */
    public FolderDisk(Path folder) {
        this(folder, "calls");
    }

    /**
     * Uses {@code folder}, which exists.
     *
     * @param what is in the segments: what their names begin with, letters only
     */
    public FolderDisk(Path folder, String what) {
        this.folder = folder;
        this.prefix = what;
        this.name = Pattern.compile(what + "-([0-9]{16})\\.spool");
    }

    @Override
    public List<Long> segments() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> name.matcher(file.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(found -> Long.parseLong(found.group(1)))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public SpoolFile create(long number) throws IOException {
        SpoolFile file = new ChannelFile(FileChannel.open(
                path(number),
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE),
                OwnerOnly.file(folder)));
        try {
            forceFolder();
        } catch (IOException e) {
            file.close();
            throw e;
        }
        return file;
    }

    /** A new name outlives a power failure only when its folder was forced too. */
    private void forceFolder() throws IOException {
        try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
            names.force(true);
        }
    }

    @Override
    public SpoolFile open(long number) throws IOException {
        return new ChannelFile(FileChannel.open(path(number), StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public void delete(long number) throws IOException {
        Files.deleteIfExists(path(number));
    }

    private Path path(long number) {
        return folder.resolve(String.format("%s-%016d.spool", prefix, number));
    }

    private record ChannelFile(FileChannel channel) implements SpoolFile {
        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void read(ByteBuffer into, long position) throws IOException {
            long at = position;
            while (into.hasRemaining()) {
                int n = channel.read(into, at);
                if (n < 0) {
                    return;
                }
                at += n;
            }
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            long at = position;
            while (from.hasRemaining()) {
                at += channel.write(from, at);
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            channel.truncate(size);
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
