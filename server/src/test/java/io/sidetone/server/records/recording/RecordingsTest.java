package io.sidetone.server.records.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavReader;
import io.sidetone.audio.wav.WavRecorder;
import io.sidetone.core.mock.MockBehavior;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingsTest {
    private static final int RATE_HZ = 8_000;

    @TempDir
    private Path folder;

    private RecordedLane call() {
        return call("", RecordingFolder::create);
    }

    private RecordedLane call(String consent, RecordingFolder.Disk disk) {
        return new RecordedLane(folder, consent, disk, MockBehavior.DEFAULT);
    }

    private Path file(String suffix) {
        return folder.resolve(RecordedLane.CALL_ID + suffix);
    }

    private Wav wav() throws IOException {
        return WavReader.read(Files.readAllBytes(file(".wav")));
    }

    private static int loudest(short[] pcm, int fromMs, int toMs) {
        int loudest = 0;
        for (int i = fromMs * RATE_HZ / 1000; i < Math.min(pcm.length, toMs * RATE_HZ / 1000); i++) {
            loudest = Math.max(loudest, Math.abs(pcm[i]));
        }
        return loudest;
    }

    private static long counted(RecordedLane call, RecordingCounter counter) {
        return call.recordings.counters().value(counter);
    }

    @Test
    void shouldHoldBothSidesInItsOwnersFile() throws IOException {
        RecordedLane call = call().answered(false).quiet(1_000).talk(500).quiet(2_500);
        assertThat(file(".wav.part")).exists();
        assertThat(file(".wav")).doesNotExist();
        call.hangUp();
        Wav wav = wav();
        assertThat(wav.sampleRateHz()).isEqualTo(RATE_HZ);
        assertThat(wav.durationMs()).isBetween(4_000.0, 4_100.0);
        assertThat(loudest(wav.channel(0), 0, 990)).isZero();
        assertThat(loudest(wav.channel(0), 1_000, 1_500)).isGreaterThan(1_000);
        assertThat(loudest(wav.channel(0), 1_540, 4_100)).isZero();
        assertThat(loudest(wav.channel(1), 0, 1_000)).isGreaterThan(500);
        assertThat(file(".wav.part")).doesNotExist();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file(".wav"))))
                .isEqualTo("rw-------");
        JsonNode facts = new ObjectMapper().readTree(file(".json").toFile());
        assertThat(facts.path("from").asText()).isEqualTo("sip:alice@example.com");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file(".json"))))
                .isEqualTo("rw-------");
        assertThat(call.status().state()).isEqualTo(RecordingState.COMPLETE);
        assertThat(call.status().seconds()).isEqualTo(wav.samples() * 1.0 / RATE_HZ);
        assertThat(counted(call, RecordingCounter.COMPLETE)).isEqualTo(1);
        assertThat(counted(call, RecordingCounter.BYTES)).isEqualTo(Files.size(file(".wav")) - 44);
    }

    @Test
    void shouldLeaveOutWhatIsSaidWhileItIsPaused() throws IOException {
        RecordedLane call = call().answered(false).quiet(3_000).talk(300).recording(false);
        assertThat(call.status().state()).isEqualTo(RecordingState.PAUSED);
        call.talk(1_000).quiet(4_000).recording(true);
        assertThat(call.status().state()).isEqualTo(RecordingState.ON);
        call.talk(300).hangUp();
        Wav wav = wav();
        assertThat(wav.durationMs()).isBetween(8_600.0, 8_700.0);
        assertThat(loudest(wav.channel(0), 3_000, 3_300)).isPositive();
        assertThat(loudest(wav.channel(0), 3_340, 8_290)).isZero();
        assertThat(loudest(wav.channel(1), 3_340, 8_290)).isZero();
        assertThat(loudest(wav.channel(0), 8_320, 8_600)).isPositive();
    }

    @Test
    void shouldEndWithTheCallAndNotWithTheReleaseOfItsEngines() throws IOException {
        RecordedLane call = call().answered(false).talk(1_000).quiet(1_000).hangUpAndHeard(400);
        Wav wav = wav();
        assertThat(wav.durationMs()).isBetween(2_000.0, 2_040.0);
        assertThat(loudest(wav.channel(0), 1_040, 3_000)).isZero();
        assertThat(call.status().state()).isEqualTo(RecordingState.COMPLETE);
    }

    @Test
    void shouldRecordNothingWhenNobodySaysTheConsent() {
        RecordedLane call =
                call("This call is recorded.", RecordingFolder::create).answered(true);
        call.talk(1_000).hangUp();
        assertThat(folder).isEmptyDirectory();
        assertThat(call.status().state()).isEqualTo(RecordingState.OFF);
        assertThat(call.status().problem()).contains("consent");
        assertThat(call.recordings.find(RecordedLane.CALL_ID).finished()).isCompleted();
    }

    @Test
    void shouldKeepTheCallAndTheBeginningWhenTheDiskIsFull() throws IOException {
        RecordedLane call = call("", file -> new FullDisk(RecordingFolder.create(file), 100_000));
        call.answered(false).talk(10_000);
        assertThat(call.status().state()).isEqualTo(RecordingState.FAILED);
        assertThat(call.status().problem()).contains("No space left");
        assertThat(counted(call, RecordingCounter.FAILED)).isEqualTo(1);
        call.talk(1_000).hangUp();
        assertThat(counted(call, RecordingCounter.FAILED)).isEqualTo(1);
        assertThat(wav().durationMs()).isBetween(1_000.0, 3_200.0);
        assertThat(call.recordings.find(RecordedLane.CALL_ID).finished()).isCompleted();
    }

    @Test
    void shouldKeepTheCallWhenTheFolderCannotBeMade() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");
        RecordedLane call = new RecordedLane(file, "", RecordingFolder::create, MockBehavior.DEFAULT);
        call.answered(false).talk(500);
        assertThat(call.status().state()).isEqualTo(RecordingState.FAILED);
        assertThat(call.status().file()).isEmpty();
        call.hangUp();
    }

    @Test
    void shouldCountFramesAndGoOnWhenTheDiskIsTooSlow() throws IOException {
        RecordedLane call = call().answered(false).alone(300_000);
        assertThat(counted(call, RecordingCounter.FRAMES_DROPPED)).isPositive();
        call.talk(500).hangUp();
        assertThat(call.status().state()).isEqualTo(RecordingState.COMPLETE);
        assertThat(wav().durationMs()).isBetween(300_500.0, 300_600.0);
    }

    @Test
    void shouldPutInOrderWhatAKilledProcessLeft() throws IOException {
        Path part = file(".wav.part");
        try (WavRecorder wav = new WavRecorder(RecordingFolder.create(part), RATE_HZ, 2)) {
            wav.write(new short[RATE_HZ], 0, new short[RATE_HZ], 0, RATE_HZ);
        }
        byte[] whole = Files.readAllBytes(part);
        byte[] killed = whole.clone();
        killed[4] = killed[5] = killed[40] = killed[41] = killed[42] = 0;
        Files.write(part, killed);
        Files.write(part, new byte[3], StandardOpenOption.APPEND);
        Files.writeString(folder.resolve("01JUNK.wav.part"), "RIFF");
        Files.writeString(folder.resolve("01JUNK.json"), "{}");
        assertThat(RecordingFolder.recover(folder)).isEqualTo(1);
        assertThat(Files.readAllBytes(file(".wav"))).isEqualTo(whole);
        assertThat(folder.resolve("01JUNK.wav.part")).doesNotExist();
        assertThat(folder.resolve("01JUNK.json")).doesNotExist();
        assertThat(RecordingFolder.recover(folder)).isZero();
    }

    @Test
    void shouldBeReadableUpToTheLastSecondWhenTheProcessIsKilled() throws IOException {
        call().answered(false).quiet(6_000);
        Wav wav = WavReader.read(Files.readAllBytes(file(".wav.part")));
        assertThat(wav.durationMs()).isGreaterThan(2_500);
    }

    /** A disk that takes so many bytes and no more. */
    private static final class FullDisk implements SeekableByteChannel {
        private final FileChannel file;
        private final long room;

        FullDisk(SeekableByteChannel file, long room) {
            this.file = (FileChannel) file;
            this.room = room;
        }

        @Override
        public int write(ByteBuffer from) throws IOException {
            if (file.position() + from.remaining() > room) {
                throw new IOException("No space left on device");
            }
            return file.write(from);
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            return file.read(into);
        }

        @Override
        public long position() throws IOException {
            return file.position();
        }

        @Override
        public SeekableByteChannel position(long to) throws IOException {
            file.position(to);
            return this;
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public SeekableByteChannel truncate(long size) throws IOException {
            file.truncate(size);
            return this;
        }

        @Override
        public boolean isOpen() {
            return file.isOpen();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
