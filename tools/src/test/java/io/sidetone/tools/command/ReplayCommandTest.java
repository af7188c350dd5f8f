package io.sidetone.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavReader;
import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.server.ExitCode;
import io.sidetone.tools.replay.JournaledCall;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code replay} on a journal that a lane wrote. */
class ReplayCommandTest {
    private static final String KEY = "00112233445566778899aabbccddeeff";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        Commands commands = new Commands(
                new ConfigLoader(ConfigEnvironment.system()),
                (config, again, o, e) -> ExitCode.OK,
                (options, o, e) -> ExitCode.OK);
        return commands.run(new PrintWriter(out), new PrintWriter(err), args);
    }

    @Test
    @Tag("ITE-GUD-003")
    void shouldVerifyDrawAndRecordWhenTheJournalIsWhole() throws IOException {
        Path journal = journal(null);
        Path html = folder.resolve("call.html");
        Path wav = folder.resolve("call.wav");
        assertThat(run("replay", journal.toString(), "--verify", "--html", html.toString(), "--wav", wav.toString()))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .contains("the call came out as it was recorded")
                .contains("times real time");
        assertThat(Files.readString(html))
                .contains("Hello, this is the mock agent.")
                .contains("\"agent\":{\"high\":[")
                .contains("\"caller\":{\"high\":[")
                .contains("SPEAKING")
                .contains("\\u003ccaller>")
                .doesNotContain("<caller>")
                .doesNotContain("@@");
        Wav sound = WavReader.read(Files.readAllBytes(wav));
        assertThat(sound.channels()).isEqualTo(2);
        assertThat(sound.durationMs()).isBetween(3_900.0, 4_200.0);
        assertThat(loudest(sound.channel(0))).isGreaterThan(500);
        assertThat(loudest(sound.channel(1))).isGreaterThan(500);
    }

    @Test
    void shouldSayWhereTheDamageIsWhenTheJournalIsCut() throws IOException {
        Path journal = journal(null);
        byte[] bytes = Files.readAllBytes(journal);
        Files.write(journal, Arrays.copyOf(bytes, bytes.length * 2 / 3));
        assertThat(run("replay", journal.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("cannot be read from block ").contains(" at byte ");
        assertThat(run("replay", journal.toString(), "--verify")).isEqualTo(1);
    }

    @Test
    void shouldAskForTheKeyWhenTheJournalIsEncrypted() throws IOException {
        Path journal = journal(KEY);
        assertThat(run("replay", journal.toString(), "--verify")).isEqualTo(78);
        assertThat(err.toString()).contains("journal.key").contains("-c FILE");
        Path config = Files.writeString(folder.resolve("sidetone.yaml"), config(KEY));
        assertThat(run("replay", journal.toString(), "--verify", "-c", config.toString()))
                .as(err.toString())
                .isZero();
        Files.writeString(config, config("ffeeddccbbaa99887766554433221100"));
        assertThat(run("replay", journal.toString(), "--verify", "-c", config.toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("the key does not open it");
    }

    @Test
    void shouldVerifyEveryJournalOfAFolderInOneRun() throws IOException {
        Path whole = journal(null);
        Path below = Files.createDirectories(folder.resolve("journals/more"));
        Files.copy(whole, below.resolve("again.journal"));
        Files.writeString(below.resolve("notes.txt"), "no journal");
        assertThat(run("replay", folder.resolve("journals").toString(), "--verify"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .contains("identical  " + whole)
                .contains("identical  " + below.resolve("again.journal"))
                .contains("2 journals: 2 identical, 0 differ, 0 damaged, 0 incomplete; ");
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = Files.write(below.resolve("cut.journal"), Arrays.copyOf(bytes, bytes.length / 2));
        assertThat(run("replay", whole.toString(), below.toString())).isEqualTo(1);
        assertThat(run("replay", cut.toString())).isEqualTo(1);
        assertThat(run("replay", whole.toString())).isZero();
        assertThat(run("replay", whole.toString(), below.toString(), "--verify"))
                .isEqualTo(1);
        assertThat(out.toString())
                .contains("damaged    " + cut)
                .contains("3 journals: 2 identical, 0 differ, 1 damaged");
        assertThat(err.toString()).contains(cut + " cannot be read from block ");
    }

    @Test
    void shouldRefuseOnePageForSeveralJournalsAndAFolderWithout() throws IOException {
        Path whole = journal(null);
        for (String option : new String[] {"--html", "--wav"}) {
            assertThat(run("replay", whole.toString(), whole.toString(), option, "x"))
                    .isEqualTo(2);
            assertThat(err.toString()).contains("show one call, and 2 journals are named");
        }
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThat(run("replay", empty.toString())).isEqualTo(2);
        assertThat(err.toString()).contains(empty + " holds no file named *.journal");
        assertThat(run("replay")).isEqualTo(2);
        assertThat(err.toString()).contains("JOURNAL");
    }

    @Test
    void shouldRefuseWhatIsNoFile() {
        assertThat(run("replay", folder.resolve("none.journal").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("none.journal cannot be read");
    }

    private static String config(String key) {
        return "engines:\n  m: {type: mock}\nagents:\n  desk: {recognizer: [m], dialogue: [m], synthesizer: [m], journal: on}\n"
                + "journal: {key: " + key + "}\n";
    }

    private static int loudest(short[] pcm) {
        int loudest = 0;
        for (short sample : pcm) {
            loudest = Math.max(loudest, Math.abs(sample));
        }
        return loudest;
    }

    /** Four seconds: the greeting, somebody who speaks after it, the end. */
    private Path journal(String key) throws IOException {
        return new JournaledCall(folder.resolve("journals"), key, "<caller>", MockBehavior.DEFAULT)
                .quiet(2_500)
                .talk(1_500)
                .end();
    }
}
