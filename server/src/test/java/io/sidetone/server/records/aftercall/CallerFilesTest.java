package io.sidetone.server.records.aftercall;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.facts.NumberPlan;
import io.sidetone.server.records.store.record.CallerMatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Captures of INVITEs that were refused: no call has their name, so the caller stands in the file alone. */
class CallerFilesTest {
    private static final Set<NumberPlan> PLANS = Set.of(new NumberPlan("+49", "0", "00", NumberPlan.Bare.AS_IS));

    @TempDir
    private Path folder;

    private void capture(String id, String... messages) throws IOException {
        ByteBuffer file = ByteBuffer.allocate(10_000).position(24);
        for (String message : messages) {
            byte[] payload = message.getBytes(StandardCharsets.US_ASCII);
            file.putLong(0).putInt(28 + payload.length).putInt(28 + payload.length);
            file.put((byte) 0x45).position(file.position() + 27).put(payload);
        }
        byte[] bytes = new byte[file.position()];
        file.flip().get(bytes);
        Files.write(folder.resolve(id + ".pcap"), bytes);
    }

    private static String invite(String headers) {
        return "INVITE sip:desk@a SIP/2.0\r\n" + headers + "\r\nCall-ID: x\r\n\r\n";
    }

    private CallerFiles found(String caller) {
        CallerFiles files = new CallerFiles(CallerMatch.of(caller));
        files.findCaptures(folder, PLANS);
        assertThat(files.unreadable()).isZero();
        return files;
    }

    @Test
    void shouldFindTheCallerInTheInviteHoweverTheTrunkWritesTheNumber() throws Exception {
        capture("01NATIONAL", "\0\0sound", invite("From: \"A\" <sip:0301234567@trunk.example>;tag=a"));
        capture("01COMPLETE", invite("f: <sip:+49301234567@trunk.example>;tag=a"));
        capture(
                "01ASSERTED",
                invite("From: <sip:anonymous@anonymous.invalid>\r\nP-Asserted-Identity: <tel:+49301234567>"));
        capture("01OTHER", invite("From: <sip:0301234568@trunk.example>;tag=a"));
        capture("01CALLED", invite("From: <sip:7@trunk.example>\r\nTo: <sip:+49301234567@a>"));
        capture("01NONE", "BYE sip:+49301234567@a SIP/2.0\r\nFrom: <sip:+49301234567@a>\r\n\r\n");

        assertThat(found("+49301234567").calls()).containsExactlyInAnyOrder("01NATIONAL", "01COMPLETE", "01ASSERTED");
        assertThat(found("sip:7@trunk.example").calls()).containsExactly("01CALLED");
    }

    @Test
    void shouldRemoveWhatItFound() throws Exception {
        capture("01ONE", invite("From: <sip:+49301234567@trunk.example>"));
        capture("01TWO", invite("From: <sip:+49301234568@trunk.example>"));
        CallerFiles files = found("+49301234567");
        assertThat(files.remove(folder, files.calls())).isEqualTo(1);
        assertThat(folder.resolve("01ONE.pcap")).doesNotExist();
        assertThat(folder.resolve("01TWO.pcap")).exists();
    }

    @Test
    void shouldSurviveFilesThatAreNoCaptures() throws Exception {
        Files.write(folder.resolve("empty.pcap"), new byte[0]);
        Files.write(folder.resolve("short.pcap"), new byte[41]);
        Files.writeString(folder.resolve("text.pcap"), "INVITE sip:+49301234567@a SIP/2.0\r\n".repeat(20));
        assertThat(found("+49301234567").calls()).isEmpty();
    }
}
