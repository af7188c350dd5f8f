package io.sidetone.transport.http.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConsoleFilesTest {
    private static final Pattern IMPORT = Pattern.compile("from '(\\.[^']+)'");
    private static final Pattern ADDRESS = Pattern.compile("(?:href|src)=\"(/[^\"]*)\"");

    private final ConsoleFiles files = ConsoleFiles.load();

    @Test
    void shouldServeWhatIsInItsFolderAndNothingElse() throws Exception {
        Path folder = Path.of(ConsoleFiles.class
                        .getResource(ConsoleFiles.FOLDER + "index.html")
                        .toURI())
                .getParent();
        Set<String> there = new TreeSet<>();
        try (Stream<Path> all = Files.walk(folder)) {
            all.filter(Files::isRegularFile)
                    .map(folder::relativize)
                    .map(Path::toString)
                    .forEach(there::add);
        }
        there.remove("package.json");
        there.remove(ConsoleFiles.CONTENTS);
        assertThat(new TreeSet<>(files.all().keySet())).isEqualTo(there);
    }

    @Test
    void shouldImportOnlyWhatItServes() {
        for (Map.Entry<String, ConsoleFile> file : files.all().entrySet()) {
            Path folder = Path.of("/" + file.getKey()).getParent();
            Matcher found = IMPORT.matcher(file.getValue().text());
            while (found.find()) {
                String name =
                        folder.resolve(found.group(1)).normalize().toString().substring(1);
                assertThat(files.file(name))
                        .as("%s, which %s imports", name, file.getKey())
                        .isNotNull();
            }
        }
    }

    @Test
    void shouldNameOnlyFilesOfItsOwnInThePage() {
        String page = files.file("index.html").text();
        Matcher found = ADDRESS.matcher(page);
        int count = 0;
        while (found.find()) {
            assertThat(files.file(found.group(1).replace("/console/", "")))
                    .as(found.group(1))
                    .isNotNull();
            count++;
        }
        assertThat(count).isGreaterThan(5);
        assertThat(page)
                .doesNotContainIgnoringCase("<style")
                .doesNotContainPattern("\\sstyle=")
                .doesNotContainPattern("\\son[a-z]+=");
        assertThat(page).doesNotContainPattern("<script(?![^>]*src=)");
    }

    @Test
    void shouldReachForNoOtherHost() {
        files.all().forEach((name, file) -> assertThat(file.text().replaceAll("http://www\\.w3\\.org/2000/svg", ""))
                .as(name)
                .doesNotContain("http://", "https://", "eval(", "innerHTML", "insertAdjacentHTML"));
    }

    @Test
    void shouldTellTypesByTheEnding() throws IOException {
        assertThat(files.file("index.html").contentType()).isEqualTo("text/html; charset=utf-8");
        assertThat(files.file("main.js").contentType()).isEqualTo("text/javascript; charset=utf-8");
        assertThat(files.file("style/page.css").contentType()).isEqualTo("text/css; charset=utf-8");
        assertThat(files.file("icon.svg").contentType()).isEqualTo("image/svg+xml");
        assertThatThrownBy(() -> ConsoleFile.of("a.exe", new byte[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a.exe");
    }

    @Test
    void shouldKnowAReaderThatHasTheFile() {
        ConsoleFile file = ConsoleFile.of("a.js", new byte[] {1});
        assertThat(file.etag())
                .matches("\"[0-9a-f]{32}\"")
                .isNotEqualTo(ConsoleFile.of("a.js", new byte[] {2}).etag());
        assertThat(file.known("\"x\", W/" + file.etag())).isTrue();
        assertThat(file.known("*")).isTrue();
        assertThat(file.known("")).isFalse();
        assertThat(file.known("\"x\"")).isFalse();
    }
}
