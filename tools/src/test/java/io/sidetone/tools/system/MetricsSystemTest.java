package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What somebody who scrapes this process relies on. */
class MetricsSystemTest {
    /** Labels whose values depend on the configuration or the machine. */
    private static final Set<String> OPEN = Set.of("le", "thread", "engine", "subscriber", "trunk");

    private static final Pattern LABEL = Pattern.compile("[{,]([a-z_]+)=\"([^\"]*)\"");

    private static List<String> lines(ServerProcess server) throws Exception {
        return server.get("/metrics").body().lines().toList();
    }

    private static List<String> series(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .map(line -> line.substring(name.length()))
                .toList();
    }

    @Test
    void shouldPassTheCheckOfPrometheus(@TempDir Path folder) throws Exception {
        try (ServerProcess server = ServerProcess.startWith(
                folder,
                """
                engines: {mock: {type: mock}}
                subscribers: [{name: crm, url: "http://127.0.0.1:9/", secret: "0123456789abcdef0123", spool-dir: %s}]
                agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                """
                        .formatted(folder.resolve("crm")))) {
            RealCall call = RealCall.dial(server, "desk", List.of());
            call.hangUp();
            call.completed();
            String metrics = server.get("/metrics").body();
            assertThat(metrics).contains("sidetone_subscriber_delay_seconds{subscriber=\"crm\",quantile=");
            OtherTools.checkMetrics(Files.writeString(folder.resolve("metrics"), metrics));
        }
    }

    /** A dashboard of the release before goes on working. */
    @ParameterizedTest
    @CsvSource({
        "sidetone_unroutable_events_total, sidetone_stray_events_total",
        "sidetone_false_interruptions_total, sidetone_false_alarms_total",
        "sidetone_call_alerts_total, sidetone_alerts_total",
        "sidetone_journal_not_started_total, sidetone_journal_never_begun_total"
    })
    void shouldShowTheFormerNameOfAMetricBesideItsNewOne(String name, String former, @TempDir Path folder)
            throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, 1)) {
            List<String> lines = lines(server);
            assertThat(series(lines, name)).as(name).isNotEmpty().isEqualTo(series(lines, former));
        }
    }

    @Test
    void shouldExplainEveryMetricOfItsOwn(@TempDir Path folder) throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, 1)) {
            List<String> lines = lines(server);
            List<String> own = lines.stream()
                    .filter(line -> line.startsWith("# TYPE sidetone_"))
                    .map(line -> line.split(" ")[2])
                    .toList();
            assertThat(own).hasSizeGreaterThan(50).doesNotHaveDuplicates();
            assertThat(own).allSatisfy(name -> assertThat(lines)
                    .as("help of %s", name)
                    .anyMatch(line -> line.matches("# HELP " + name + " \\S.{9,}")));
        }
    }

    /** Dashboards and alarms are built on these: name, type, labels with their values and help of every metric of our own. */
    @Test
    void shouldExportWhatIsListed(@TempDir Path folder) throws Exception {
        List<String> listed;
        try (InputStream list = getClass().getResourceAsStream("metrics.txt")) {
            listed = new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
        try (ServerProcess server = ServerProcess.start(folder, 1)) {
            assertThat(exported(lines(server))).containsExactlyElementsOf(listed);
        }
    }

    private static List<String> exported(List<String> lines) {
        Map<String, String> help = new HashMap<>();
        Map<String, Set<String>> labels = new TreeMap<>();
        Map<String, String> types = new TreeMap<>();
        for (String line : lines) {
            String[] words = line.split(" ", 4);
            if (line.startsWith("# HELP sidetone_")) {
                help.put(words[2], words[3]);
            } else if (line.startsWith("# TYPE sidetone_")) {
                types.put(words[2], words[3]);
            } else if (line.startsWith("sidetone_") && line.indexOf('{') > 0) {
                Matcher label = LABEL.matcher(line.substring(line.indexOf('{')));
                while (label.find()) {
                    String series = line.substring(0, line.indexOf('{'));
                    String name = types.containsKey(series) ? series : series.replaceAll("_(bucket|count|sum)$", "");
                    labels.computeIfAbsent(name, first -> new TreeSet<>())
                            .add(
                                    OPEN.contains(label.group(1))
                                            ? label.group(1)
                                            : label.group(1) + "=" + label.group(2));
                }
            }
        }
        return types.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue() + " " + labels.getOrDefault(each.getKey(), Set.of())
                        + " " + help.get(each.getKey()))
                .toList();
    }
}
