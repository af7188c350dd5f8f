package io.sidetone.core.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnerOnlyTest {
    @TempDir
    private Path place;

    @Test
    void shouldMakeAFolderAndItsParentsForTheirOwnerOnly() throws IOException {
        OwnerOnly.folder(place.resolve("a/b"));
        assertThat(mode(place.resolve("a"))).isEqualTo("rwx------");
        assertThat(mode(place.resolve("a/b"))).isEqualTo("rwx------");
    }

    @Test
    void shouldCloseAFolderThatIsOpenToOthers() throws IOException {
        Path folder = Files.createDirectory(place.resolve("a"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        OwnerOnly.folder(folder);
        assertThat(mode(folder)).isEqualTo("rwx------");
    }

    @Test
    void shouldLeaveAFolderAloneThatAllUsersShare() throws IOException {
        Path folder = Files.createDirectory(place.resolve("tmp"));
        Files.setAttribute(folder, "unix:mode", 041777);
        OwnerOnly.folder(folder);
        assertThat(mode(folder)).isEqualTo("rwxrwxrwx");
    }

    @Test
    void shouldWriteFilesForTheirOwnerOnlyAndCloseThoseThatAreThere() throws IOException {
        Path fresh = place.resolve("fresh");
        Path old = Files.writeString(place.resolve("old"), "a longer text");
        Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rw-rw-rw-"));
        for (Path file : new Path[] {fresh, old}) {
            try (OutputStream out = OwnerOnly.output(file)) {
                out.write('x');
            }
            assertThat(file).hasContent("x");
            assertThat(mode(file)).isEqualTo("rw-------");
        }
        Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rw-r--r--"));
        OwnerOnly.touch(old);
        OwnerOnly.touch(place.resolve("empty"));
        assertThat(old).hasContent("x");
        assertThat(mode(old)).isEqualTo("rw-------");
        assertThat(mode(place.resolve("empty"))).isEqualTo("rw-------");
    }

    /** The kernel owns this file: nobody, not even root, may change its mode. */
    @Test
    void shouldUseAFileWhoseModeItMayNotChange() throws IOException {
        Path foreign = Path.of("/proc/self/timerslack_ns");
        assumeTrue(Files.isWritable(foreign), "a Linux kernel with /proc");
        assertThatThrownBy(() -> Files.setPosixFilePermissions(foreign, PosixFilePermissions.fromString("rw-------")))
                .isInstanceOf(IOException.class);
        String before = mode(foreign);
        assumeTrue(!before.equals("rw-------"), "others may read it");
        OwnerOnly.touch(foreign);
        assertThat(mode(foreign)).isEqualTo(before);
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @ParameterizedTest
    @CsvSource({
        "rwxr-xr-x, rw-r--r--, false",
        "rwx------, rwx------, false",
        "rwxr-xr-x, rw-r--rw-, true",
        "rwxr-xr-x, rwxrwxrwx, true",
        "rwxrwxrwx, rw-r--r--, true",
        "rwxr-xrwx, rw-------, true"
    })
    void shouldSayWhoseFileOthersMayReplace(
            String folderMode, String fileMode, boolean replaceable, @TempDir Path folder) throws IOException {
        Path inside = Files.createDirectory(folder.resolve("in"));
        Path file = Files.createFile(inside.resolve("script.sh"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(fileMode));
        Files.setPosixFilePermissions(inside, PosixFilePermissions.fromString(folderMode));
        assertThat(OwnerOnly.replaceable(file).isPresent()).isEqualTo(replaceable);
        assertThat(OwnerOnly.replaceable(link).isPresent()).as("by a link").isEqualTo(replaceable);
        assertThat(OwnerOnly.replaceable(file).orElse("chmod go-w")).contains("chmod go-w");
        assertThat(OwnerOnly.replaceable(inside.resolve("missing"))).isEmpty();
    }
}
