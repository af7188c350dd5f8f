package io.sidetone.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.server.ExitCode;
import io.sidetone.speech.loopback.OwnCertificate;
import io.sidetone.tools.architecture.Product;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** docs/trunks.md: {@code check-config} takes what the chapter of each carrier says to type here. */
@Tag("CARD-08")
class TrunksPageTest {
    private static final Pattern CARRIER =
            Pattern.compile("^## (.+?)$(.*?)(?=^## |\\z)", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    private static final Pattern PASSWORD = Pattern.compile("\\$\\{file:[^}]*/([^/}]+)}");
    private static final int CARRIERS = 13;
    /** The first chapter after those of the carriers. */
    private static final String KEYS = "\n## Connect a trunk\n";

    private static final String REST =
            """
            engines: {mock: {type: mock}}
            agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
            """;

    @TempDir
    private Path folder;

    private static Map<String, String> snippets() throws Exception {
        Map<String, String> found = new LinkedHashMap<>();
        String page = Files.readString(Product.root().resolve("docs/trunks.md"));
        assertThat(page).contains(KEYS);
        String carriers = page.substring(0, page.indexOf(KEYS));
        for (MatchResult carrier : CARRIER.matcher(carriers).results().toList()) {
            List<String> blocks = YAML.matcher(carrier.group(2))
                    .results()
                    .map(block -> block.group(1))
                    .toList();
            for (int i = 0; i < blocks.size(); i++) {
                found.put(carrier.group(1) + (i == 0 ? "" : " " + (i + 1)), blocks.get(i));
            }
        }
        return found;
    }

    /** What {@code check-config} says of {@code yaml}, with the passwords and the certificate that it names beside it. */
    private String checked(String yaml) throws Exception {
        Path own = Files.createTempDirectory(folder, "page");
        OwnCertificate.in(own);
        for (MatchResult password : PASSWORD.matcher(yaml).results().toList()) {
            Files.writeString(own.resolve(password.group(1)), "a-secret-of-the-page\n");
        }
        String whole = PASSWORD.matcher(yaml)
                        .replaceAll(password -> "\\${file:" + own.resolve(password.group(1)) + "}")
                        .replaceFirst("sip:\n", "sip:\n  tls: {certificate: cert.pem, key: key.pem}\n")
                + REST;
        Path file = Files.writeString(own.resolve("sidetone.yaml"), whole);
        ConfigLoader loader =
                new ConfigLoader(new ConfigEnvironment(Map.<String, String>of()::get, 2, folder.resolve("none")));
        StringWriter said = new StringWriter();
        PrintWriter all = new PrintWriter(said);
        int code = new Commands(loader, (config, again, out, err) -> ExitCode.OK, (options, out, err) -> ExitCode.OK)
                .run(all, all, "check-config", file.toString());
        return code + " " + said;
    }

    @TestFactory
    List<DynamicTest> shouldTakeWhatThePageOfACarrierSays() throws Exception {
        List<DynamicTest> tests = new ArrayList<>();
        snippets()
                .forEach((name, yaml) -> tests.add(DynamicTest.dynamicTest(name, () -> assertThat(checked(yaml))
                        .as(yaml)
                        .startsWith("0 ")
                        .containsPattern(": ok, 1 agent, 1 engine, [1-3] trunks?"))));
        assertThat(tests).hasSizeGreaterThanOrEqualTo(CARRIERS);
        return tests;
    }

    @Test
    void shouldRefuseAPageThatIsWrong() throws Exception {
        String twilio = snippets().get("Twilio Elastic SIP Trunking");
        assertThat(checked(twilio.replace("srtp:", "strp:"))).startsWith("78 ").contains("strp");
    }
}
