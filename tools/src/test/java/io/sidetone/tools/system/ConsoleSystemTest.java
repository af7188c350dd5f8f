package io.sidetone.tools.system;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console in Chromium with a microphone that plays a file: against a server that holds moments still, and the real one. */
class ConsoleSystemTest {
    private static final List<Path> BROWSERS =
            List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/chromium-browser"));
    private static final long LIMIT_S = 400;

    /** Greets for ten seconds, so that a slow machine still finds something to interrupt. */
    private static final String AGENT =
            """
            engines: {mock: {type: mock, greeting: "%s"}}
            agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock, variables: {customer: friend}}}
            """
                    .formatted(
                            "Good morning, and welcome to the desk. ".repeat(4).strip());

    @TempDir
    private Path folder;

    static Map<String, String> environment() {
        Optional<Path> browser = BROWSERS.stream().filter(Files::isExecutable).findFirst();
        assumeTrue(browser.isPresent(), "there is no Chromium here; install the package chromium (scripts/test does)");
        Map<String, String> environment = new HashMap<>();
        environment.put("SIDETONE_CHROMIUM", browser.orElseThrow().toString());
        return environment;
    }

    @Test
    void shouldKeepItsModulesToTheirTests() throws Exception {
        NodeTests.of("console").run("unit", Map.of(), 60);
    }

    @Test
    @Tag("VEL-10")
    @Tag("ITE-REQ-009")
    @Tag("ITE-REQ-011")
    @Tag("ITE-A11Y-001")
    void shouldShowCallsAndTheMockedTurnToEverybody() throws Exception {
        NodeTests.of("console").installed().run("browser/pages.test.js", environment(), LIMIT_S);
    }

    @Test
    @Tag("ITE-A11Y-001")
    void shouldFindAndPlayCallsThatAreKept() throws Exception {
        NodeTests.of("console").installed().run("browser/history.test.js", environment(), LIMIT_S);
    }

    @Test
    @Tag("VIP-07")
    @Tag("VIP-10")
    @Tag("VIP-14")
    @Tag("ITE-CON-003")
    @Tag("ITE-REQ-009")
    @Tag("ITE-A11Y-001")
    void shouldShowAndAnnounceEveryMomentOfACall() throws Exception {
        NodeTests.of("console").installed().run("browser/talk.test.js", environment(), LIMIT_S);
    }

    @Test
    @Tag("VEL-10")
    @Tag("VEL-11")
    @Tag("VIP-07")
    @Tag("VIP-10")
    @Tag("VIP-14")
    @Tag("ITE-CON-003")
    void shouldCallTheRealServerFromTheBrowser() throws Exception {
        try (ServerProcess server = ServerProcess.startWith(folder, AGENT).expectingRefusals()) {
            Map<String, String> environment = environment();
            environment.put("SIDETONE_URL", "http://" + server.http());
            NodeTests.of("console").installed().run("browser/server.test.js", environment, LIMIT_S);
            server.awaitIdle();
            server.assertUnharmed();
        }
    }
}
