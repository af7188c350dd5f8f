package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.replay.Replay;
import io.sidetone.core.replay.ReplayResult;
import io.sidetone.tools.replay.JournaledCall;
import io.sidetone.tools.replay.ReplayedCall;
import io.sidetone.tools.softphone.SampleCall;
import io.sidetone.tools.softphone.page.CallPage;
import io.sidetone.tools.softphone.page.ReplayPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of calls draw themselves in Chromium, from files. */
@Tag("ITE-GUD-003")
class CallPageSystemTest {
    private static final String HOSTILE = "</p></table><script>alert('x')</script> \" ' & @@SCRIPT@@ \u202e";
    private static final String CALLER = "sip:caller@127.0.0.1";
    private static final long LIMIT_S = 300;

    @TempDir
    private Path folder;

    private JournaledCall call(String name) throws IOException {
        return new JournaledCall(Files.createDirectory(folder.resolve(name)), null, CALLER, MockBehavior.DEFAULT);
    }

    private void write(String name, Path journal) throws IOException {
        ReplayedCall call = new ReplayedCall();
        try (JournalFileReader reader = new JournalFileReader(Files.newInputStream(journal), null)) {
            ReplayResult result = Replay.run(reader, call);
            assertThat(result).matches(ReplayResult::identical, "identical");
            Files.writeString(folder.resolve(name + ".html"), ReplayPage.of(call, result));
        }
    }

    @Test
    void shouldDrawEveryKindOfCallInTheBrowser() throws Exception {
        Files.writeString(
                folder.resolve("call.html"),
                CallPage.of("A <call> @@ROWS@@", SampleCall.completed(), Optional.of(SampleCall.server())));
        JournaledCall interruptions = call("interruptions");
        for (int i = 0; i < 8; i++) {
            interruptions.quiet(1_700).talk(900).quiet(100);
        }
        write("interruptions", interruptions.end());
        write(
                "false-alarm",
                call("false-alarm").quiet(1_500).talk(140).quiet(2_500).end());
        MockBehavior model = new MockBehavior(HOSTILE, "You wrote " + HOSTILE, "", "", 0);
        JournaledCall hostile =
                new JournaledCall(Files.createDirectory(folder.resolve("hostile")), null, HOSTILE, model);
        write("hostile", hostile.quiet(6_000).type(HOSTILE).quiet(8_000).end());
        JournaledCall longer = call("long");
        for (int i = 0; i < 90; i++) {
            longer.quiet(7_000).type("go on");
        }
        write("long", longer.quiet(1_000).end());

        Map<String, String> environment = ConsoleSystemTest.environment();
        environment.put("SIDETONE_PAGES", folder.toString());
        NodeTests.of("console").installed().run("browser/timeline.test.js", environment, LIMIT_S);
    }
}
