package io.sidetone.core.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.journal.file.JournalKey;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.replay.ReplayResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the lane to the file: bounded, encrypted, and a disk that fails never stops a call. */
class JournalsTest {
    private static final int RING = 1 << 20;
    private static final long PLENTY = 1L << 30;
    private static final String NAME = "01TESTTESTTESTTESTTESTTEST.journal";
    private static final JournalKey KEY = JournalKey.parse(
                    "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff")
            .orElseThrow();

    @TempDir
    private Path folder;

    private final LaneRig rig = new LaneRig();
    private Journals journals;

    private LaneRig.RigCall call(long maxBytes, JournalKey key, JournalFolder.JournalChannels channels, int ring)
            throws IOException {
        JournalSettings settings =
                new JournalSettings(Set.of("agent")::contains, folder, maxBytes, Optional.ofNullable(key));
        journals = new Journals(settings, 1, () -> 99L, channels, ring);
        return SampleCalls.open(rig, journals);
    }

    /** The lane talks, the journal thread's work is done in between. */
    private void wholeCall(LaneRig.RigCall call) {
        for (int i = 0; i < 2; i++) {
            SampleCalls.talk(rig, call);
            while (journals.pass() > 0) {
                assertThat(call.state()).isNotEqualTo(FloorState.ENDED);
            }
        }
        SampleCalls.hangUp(rig, call);
        journals.finish();
        assertThat(call.state()).isEqualTo(FloorState.ENDED);
    }

    private ReplayResult replay(JournalKey key) throws IOException {
        return MemoryJournals.replay(Files.readAllBytes(folder.resolve(NAME)), key);
    }

    @Test
    void shouldHoldTheWholeCallInItsOwnersFile() throws IOException {
        wholeCall(call(PLENTY, null, JournalFolder::create, 4 * RING));
        ReplayResult result = replay(null);
        assertThat(result.difference()).isNull();
        assertThat(result.identical()).isTrue();
        assertThat(journals.counters().value(JournalCounter.CALLS)).isEqualTo(1);
        assertThat(journals.counters().value(JournalCounter.COMPLETE)).isEqualTo(1);
        assertThat(journals.counters().value(JournalCounter.INCOMPLETE)).isZero();
        assertThat(journals.counters().value(JournalCounter.BYTES)).isEqualTo(Files.size(folder.resolve(NAME)));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(NAME))))
                .isEqualTo("rw-------");
    }

    @Test
    void shouldCloseAFolderThatIsOpenToOthers() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        call(PLENTY, null, JournalFolder::create, 4 * RING);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
    }

    @Test
    void shouldJournalNothingOfOtherAgents() throws IOException {
        JournalSettings settings = new JournalSettings(Set.of("another")::contains, folder, PLENTY, Optional.empty());
        journals = new Journals(settings, 1, () -> 1L, JournalFolder::create, RING);
        wholeCall(SampleCalls.open(rig, journals));
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldOpenOnlyWithItsKeyWhenEncrypted() throws IOException {
        wholeCall(call(PLENTY, KEY, JournalFolder::create, 4 * RING));
        byte[] bytes = Files.readAllBytes(folder.resolve(NAME));
        assertThat(new String(bytes, StandardCharsets.ISO_8859_1))
                .doesNotContain("mock agent")
                .doesNotContain("caller");
        assertThat(replay(KEY).identical()).isTrue();
        JournalKey wrong = JournalKey.parse("ff112233445566778899aabbccddeeff").orElseThrow();
        assertThat(replay(wrong).damage().what()).isEqualTo("the key does not open it");
        assertThat(replay(null).damage().what()).contains("no key was given");
    }

    @Test
    void shouldTakeKeysOfAesLengthOnly() {
        assertThat(JournalKey.parse("AAECAwQFBgcICQoLDA0ODw==")).isPresent();
        assertThat(JournalKey.parse("secret")).isEmpty();
        assertThat(JournalKey.parse("0011")).isEmpty();
        assertThat(KEY.toString()).doesNotContain("0011");
    }

    @Test
    void shouldDropTheJournalAndKeepTheCallWhenTheDiskIsFull() throws IOException {
        LaneRig.RigCall call = call(PLENTY, null, file -> new FullDisk(JournalFolder.create(file), 60_000), 4 * RING);
        wholeCall(call);
        assertThat(journals.counters().value(JournalCounter.INCOMPLETE)).isEqualTo(1);
        assertThat(journals.counters().value(JournalCounter.COMPLETE)).isZero();
        ReplayResult result = replay(null);
        assertThat(result.difference()).isNull();
        assertThat(result.identical()).isFalse();
        assertThat(result.damage().offset()).isBetween(20_000L, 60_000L);
        assertThat(result.inputs()).isPositive();
    }

    @Test
    void shouldEndWhereTheRecordingIsPausedAndReplayUpToThere() throws IOException {
        LaneRig.RigCall call = call(PLENTY, null, JournalFolder::create, 4 * RING);
        SampleCalls.talk(rig, call);
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, "before the pause");
        rig.poll();
        call.publish(LaneEventType.RECORDING, 0, 0, null);
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, "my card number");
        call.publish(LaneEventType.RECORDING, 0, 1, null);
        SampleCalls.talk(rig, call);
        SampleCalls.hangUp(rig, call);
        journals.finish();
        assertThat(journals.counters().value(JournalCounter.ENDED_EARLY)).isEqualTo(1);
        assertThat(journals.counters().value(JournalCounter.INCOMPLETE)).isZero();
        assertThat(journals.counters().value(JournalCounter.COMPLETE)).isZero();
        ReplayResult result = replay(null);
        assertThat(result.damage()).isNull();
        assertThat(result.difference()).isNull();
        assertThat(result.complete()).isFalse();
        assertThat(result.incomplete()).contains("paused");
        assertThat(new String(Files.readAllBytes(folder.resolve(NAME)), StandardCharsets.ISO_8859_1))
                .contains("before the pause")
                .doesNotContain("my card number");
    }

    @Test
    void shouldMarkTheJournalAndKeepTheCallWhenTheDiskIsSlow() throws IOException {
        LaneRig.RigCall call = call(PLENTY, null, JournalFolder::create, 1 << 16);
        SampleCalls.talk(rig, call);
        assertThat(call.state()).isNotEqualTo(FloorState.ENDED);
        SampleCalls.hangUp(rig, call);
        journals.finish();
        assertThat(journals.counters().value(JournalCounter.INCOMPLETE)).isEqualTo(1);
        ReplayResult result = replay(null);
        assertThat(result.damage()).isNull();
        assertThat(result.difference()).isNull();
        assertThat(result.complete()).isFalse();
        assertThat(result.incomplete()).contains("too slow");
        assertThat(result.inputs()).isGreaterThan(50);
    }

    @Test
    void shouldDeleteTheOldestWhenTheBoundIsReached() throws IOException {
        for (int i = 0; i < 3; i++) {
            Path old = folder.resolve("old" + i + ".journal");
            Files.write(old, new byte[400_000]);
            Files.setLastModifiedTime(old, FileTime.from(1_000 + i, TimeUnit.SECONDS));
        }
        wholeCall(call(1_300_000, null, JournalFolder::create, 4 * RING));
        assertThat(journals.counters().value(JournalCounter.COMPLETE)).isEqualTo(1);
        assertThat(journals.counters().value(JournalCounter.DELETED)).isPositive();
        assertThat(folder.resolve("old0.journal")).doesNotExist();
        assertThat(folder.resolve(NAME)).exists();
        long all = 0;
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                all += Files.size(file);
            }
        }
        assertThat(all).isLessThanOrEqualTo(1_300_000);
    }

    @Test
    void shouldGiveUpWhenOneCallReachesTheBound() throws IOException {
        wholeCall(call(50_000, null, JournalFolder::create, 4 * RING));
        assertThat(journals.counters().value(JournalCounter.INCOMPLETE)).isEqualTo(1);
        assertThat(replay(null).difference()).isNull();
    }

    @Test
    void shouldKeepTheCallWhenARealDiskOf4MegabytesIsFull() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        if (run("mount", "-t", "tmpfs", "-o", "size=4m", "sidetone-test", disk.toString()) != 0) {
            System.out.println("skipped: a tmpfs of 4 MB cannot be mounted; that needs root");
            return;
        }
        try {
            Files.write(disk.resolve("filler"), new byte[4 * 1024 * 1024 - 100_000]);
            JournalSettings settings = new JournalSettings(Set.of("agent")::contains, disk, PLENTY, Optional.empty());
            journals = new Journals(settings, 1, () -> 1L, JournalFolder::create, 4 * RING);
            wholeCall(SampleCalls.open(rig, journals));
            assertThat(journals.counters().value(JournalCounter.INCOMPLETE)).isEqualTo(1);
            ReplayResult result = MemoryJournals.replay(Files.readAllBytes(disk.resolve(NAME)), null);
            assertThat(result.difference()).isNull();
            assertThat(result.damage()).isNotNull();
        } finally {
            assertThat(run("umount", disk.toString())).isZero();
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        return process.waitFor();
    }

    /** A disk that takes so many bytes and no more, the last of them in part. */
    private static final class FullDisk implements WritableByteChannel {
        private final WritableByteChannel disk;
        private long left;

        FullDisk(WritableByteChannel disk, long bytes) {
            this.disk = disk;
            this.left = bytes;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            if (left <= 0) {
                throw new IOException("No space left on device");
            }
            int take = (int) Math.min(left, source.remaining());
            ByteBuffer part = source.slice().limit(take);
            source.position(source.position() + take);
            left -= take;
            return disk.write(part);
        }

        @Override
        public boolean isOpen() {
            return disk.isOpen();
        }

        @Override
        public void close() throws IOException {
            if (disk instanceof FileChannel file) {
                file.force(false);
            }
            disk.close();
        }
    }
}
