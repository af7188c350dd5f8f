package io.sidetone.transport.capture;

import io.sidetone.core.disk.OwnerOnly;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folder of packet files: each is readable for its owner only; the oldest that nobody writes make room. The tap's thread only. */
final class CaptureFolder implements Captures.Files {
    private static final String SUFFIX = ".pcap";

    /** Files with other names are not ours. */
    private static final Pattern OURS = Pattern.compile("[0-9A-Z]{26}(-[0-9]{1,2})?\\.pcap");

    private static final int NAMES = 100;

    private final Path folder;
    private final long maxBytes;
    private final int maxFiles;
    private final List<Opened> written = new ArrayList<>();

    CaptureFolder(Path folder, long maxBytes, int maxFiles) {
        this.folder = folder;
        this.maxBytes = maxBytes;
        this.maxFiles = maxFiles;
    }

    @Override
    public Opened open(String callId) throws IOException {
        OwnerOnly.folder(folder);
        makeRoom();
        long free = Files.getFileStore(folder).getUsableSpace();
        if (free < maxBytes) {
            throw new IOException("No space left on device: " + folder + " has room for " + free
                    + " bytes, a capture may take " + maxBytes);
        }
        for (int i = 1; i < NAMES; i++) {
            Path file = folder.resolve(callId + (i == 1 ? "" : "-" + i) + SUFFIX);
            try {
                WritableByteChannel channel = Files.newByteChannel(
                        file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OwnerOnly.file(file));
                Opened opened = new Opened(file, channel);
                written.add(opened);
                return opened;
            } catch (FileAlreadyExistsException taken) {
                // An earlier capture of the same call.
                continue;
            }
        }
        throw new IOException("there are " + NAMES + " captures of this call");
    }

    private void makeRoom() throws IOException {
        written.removeIf(each -> !each.channel().isOpen());
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(
                            file -> OURS.matcher(file.getFileName().toString()).matches())
                    .sorted(Comparator.comparingLong(file -> file.toFile().lastModified()))
                    .toList();
        }
        int excess = files.size() - maxFiles + 1;
        for (int i = 0; i < files.size() && excess > 0; i++) {
            Path file = files.get(i);
            if (written.stream().noneMatch(each -> each.file().equals(file))) {
                Files.deleteIfExists(file);
                excess--;
            }
        }
    }
}
