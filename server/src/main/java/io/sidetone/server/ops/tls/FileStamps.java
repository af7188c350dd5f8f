package io.sidetone.server.ops.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/** Stamps that tell, without a read, whether files are other ones than before. A link counts as the file it leads to. */
record FileStamps(List<String> stamps) {
    /** Looks at {@code files} now. Blocks. */
    static FileStamps of(List<Path> files) {
        return new FileStamps(files.stream().map(FileStamps::stamp).toList());
    }

    private static String stamp(Path file) {
        try {
            BasicFileAttributes seen = Files.readAttributes(file, BasicFileAttributes.class);
            return seen.lastModifiedTime().toInstant() + " " + seen.size() + " " + seen.fileKey();
        } catch (IOException missing) {
            return "missing";
        }
    }
}
