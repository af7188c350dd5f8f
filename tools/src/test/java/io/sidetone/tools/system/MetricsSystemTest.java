package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.tools.softphone.script.CallerAction;
import io.sidetone.tools.softphone.script.ScriptStep;
import io.sidetone.tools.softphone.script.Trigger;
import java.io.InputStream;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What somebody who scrapes this process relies on. */
class MetricsSystemTest {
    /** Labels whose values depend on the configuration or the machine. */
    private static final Set<String> OPEN =
            Set.of("le", "thread", "engine", "subscriber", "trunk", "java", "revision", "version", "cause");

    private static final List<String> DIALECTS =
            List.of("twilio", "telnyx", "plivo", "signalwire", "exotel", "asterisk", "freeswitch", "vonage");

    /** A key makes the agent answer, and its answer is heard. */
    private static final List<ScriptStep> ANSWERED = List.of(
            new ScriptStep(0, new Trigger.AfterAgentTurn(), new CallerAction.Dial("5")),
            new ScriptStep(0, new Trigger.AfterAgentTurn(), new CallerAction.HangUp()));

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
            for (String dialect : DIALECTS) {
                provoke(server, dialect);
            }
            ServerProcess.awaitOrFail("the end of the call that a dialect began", 10, () -> server.body("/metrics")
                    .contains("sidetone_calls_ended_total{"));
            assertThat(exported(lines(server))).containsExactlyElementsOf(listed);
        }
    }

    /** Counters of a media dialect are shown from the first that counts. */
    private static void provoke(ServerProcess server, String dialect) throws Exception {
        URI path = URI.create("ws://" + server.http() + "/media/" + dialect);
        WebSocket socket = server.client()
                .newWebSocketBuilder()
                .buildAsync(path, new WebSocket.Listener() {})
                .get(10, TimeUnit.SECONDS);
        socket.sendText("no message of any dialect", true).get(10, TimeUnit.SECONDS);
        ServerProcess.awaitOrFail(
                "a counter of " + dialect, 10, () -> server.body("/metrics").contains("{dialect=\"" + dialect + "\""));
        socket.abort();
    }

    /** Prometheus keeps each line for weeks, so the page stays short. */
    @Test
    void shouldHaveFewerThan700SeriesWithTwoAgentsAndTwoTrunks(@TempDir Path folder) throws Exception {
        try (ServerProcess server = ServerProcess.startConfigured(
                folder,
                """
                sip: {port: 0, trunks: [{name: carrier, from: [127.0.0.0/8]}, {name: backup, from: [192.0.2.0/24]}]}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 2}
                engines: {mock: {type: mock}}
                agents:
                  sales: {match: {called: [sales]}, recognizer: mock, dialogue: mock, synthesizer: mock}
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                        .formatted(LeasedPorts.server(2)))) {
            for (String agent : List.of("sales", "desk")) {
                RealCall call = RealCall.dial(server, agent, ANSWERED);
                call.completed();
            }
            server.awaitIdle();
            List<String> lines = lines(server);
            assertThat(series(lines, "sidetone_answer_stage_seconds_count")).hasSize(14);
            assertThat(series(lines, "sidetone_calls_ended_total"))
                    .containsExactlyInAnyOrder(
                            "{agent=\"sales\",cause=\"CALLER_HUNG_UP\",direction=\"in\",trunk=\"carrier\"} 1.0",
                            "{agent=\"desk\",cause=\"CALLER_HUNG_UP\",direction=\"in\",trunk=\"carrier\"} 1.0");
            assertThat(series(lines, "sidetone_build_info"))
                    .singleElement()
                    .asString()
                    .endsWith("} 1");
            assertThat(lines.stream().filter(line -> !line.startsWith("#"))).hasSizeLessThan(700);
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
