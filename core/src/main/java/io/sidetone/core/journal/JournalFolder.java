package io.sidetone.core.journal;

import io.sidetone.core.disk.OwnerOnly;
import io.sidetone.core.metrics.SharedCounters;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The folder of the journals, kept within its bound: the oldest finished ones go first. Journal thread only. */
final class JournalFolder {
    static final String SUFFIX = ".journal";
    private static final Set<OpenOption> NEW = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private final Path folder;
    private final long maxBytes;
    private final JournalChannels channels;
    private final SharedCounters<JournalCounter> counters;
    private final Deque<Finished> finished = new ArrayDeque<>();
    private long bytes;

    private record Finished(Path file, long bytes) {}

    /** Opening of files: what a test puts a full or a slow disk in place of. */
    @FunctionalInterface
    interface JournalChannels {
        WritableByteChannel open(Path file) throws IOException;
    }

    JournalFolder(Path folder, long maxBytes, JournalChannels channels, SharedCounters<JournalCounter> counters)
            throws IOException {
        this.folder = folder;
        this.maxBytes = maxBytes;
        this.channels = channels;
        this.counters = counters;
        OwnerOnly.folder(folder);
        List<Path> old;
        try (Stream<Path> files = Files.list(folder)) {
            old = files.filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .sorted(Comparator.comparingLong(JournalFolder::modified).thenComparing(Path::getFileName))
                    .toList();
        }
        for (Path file : old) {
            bytes += Files.size(file);
            closed(file, Files.size(file));
        }
        grew(0);
    }

    private static long modified(Path file) {
        try {
            return Files.getLastModifiedTime(file).toMillis();
        } catch (IOException e) {
            return 0;
        }
    }

    /** A file that only its owner reads: it holds what people said. */
    static WritableByteChannel create(Path file) throws IOException {
        return FileChannel.open(file, NEW, OwnerOnly.file(file));
    }

    Path file(String callId) {
        return folder.resolve(callId.replaceAll("[^A-Za-z0-9._-]", "_") + SUFFIX);
    }

    WritableByteChannel open(Path file) throws IOException {
        return channels.open(file);
    }

    /** So many bytes more were written; false when the bound is reached although nothing old is left to delete. */
    boolean grew(long more) {
        bytes += more;
        while (bytes > maxBytes && !finished.isEmpty()) {
            Finished oldest = finished.poll();
            try {
                Files.deleteIfExists(oldest.file());
                counters.increment(JournalCounter.DELETED);
            } catch (IOException ignored) {
                // Somebody else's file now: it no longer counts.
            }
            bytes -= oldest.bytes();
        }
        return bytes <= maxBytes;
    }

    /** A file that was written here is complete, or given up. */
    void closed(Path file, long size) {
        finished.add(new Finished(file, size));
    }
}
