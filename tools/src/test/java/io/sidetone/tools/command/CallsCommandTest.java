package io.sidetone.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.server.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code calls}: what is asked of the server, and how its calls are shown. */
class CallsCommandTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-04-02T12:00:00Z"), ZoneOffset.ofHours(2));

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private FakeApi api;

    @BeforeEach
    void open() throws Exception {
        api = new FakeApi();
    }

    @AfterEach
    void close() {
        api.close();
    }

    private int calls(Map<String, String> environment, String... args) {
        List<String> all = new ArrayList<>(List.of("--server", api.url()));
        all.addAll(List.of(args));
        return new CommandLine(CallsCommand.described(environment::get, CLOCK))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((e, command, result) -> {
                    err.write(e.getMessage());
                    return 1;
                })
                .execute(all.toArray(String[]::new));
    }

    private int calls(String... args) {
        return calls(Map.of(), args);
    }

    private static String page(int from, int to, String next) {
        return IntStream.range(from, to)
                .mapToObj(i -> "{\"callId\":\"C" + i + "\"}")
                .collect(Collectors.joining(",", "{\"calls\":[", "],\"next\":" + next + "}"));
    }

    @Test
    void shouldShowOneLineForEachCallInColumns() {
        api.answers(
                "/api/calls?limit=50",
                """
                {"calls": [
                  {"callId": "01A", "state": "live", "direction": "in", "from": "sip:+4930111@203.0.113.7",
                   "to": "sip:desk@example.com", "agent": "desk", "trunk": "carrier",
                   "startedAt": "2026-04-02T11:59:50Z", "durationMs": 10000, "turns": 1, "interruptions": 0},
                  {"callId": "01B", "state": "ended", "status": 200, "cause": "CALLER_HUNG_UP", "direction": "out",
                   "from": "sip:desk@example.com", "to": "tel:+4930222", "agent": "sales",
                   "startedAt": "2026-04-01T08:00:00Z", "durationMs": 754300, "turns": 12, "interruptions": 3,
                   "worstAnswerMs": 1840},
                  {"callId": "01C", "state": "refused", "status": 403, "reason": "not listed", "direction": "in",
                   "from": "sip:100@198.51.100.9", "to": "sip:900@example.com", "startedAt": "2026-04-01T07:00:00Z",
                   "attempts": 57}], "next": null}
                """);
        assertThat(calls()).isZero();
        assertThat(out.toString().lines())
                .containsExactly(
                        "CALL  STARTED              STATE    WAY  CALLER → CALLED  AGENT  LENGTH   TURNS  WORST ANSWER  END",
                        "01A   2026-04-02 13:59:50  live     in   +4930111 → desk  desk   0:10.0   1/0",
                        "01B   2026-04-01 10:00:00  ended    out  desk → +4930222  sales  12:34.3  12/3   1840 ms       CALLER_HUNG_UP",
                        "01C   2026-04-01 09:00:00  refused  in   100 → 900                                             403 not listed (57 times)");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldAskByEveryFilterThatIsGiven() {
        api.answers(
                "/api/calls?limit=7&state=ended&from=2026-03-30T12%3A00%3A00Z&to=2026-04-02&agent=desk&trunk=a%20b"
                        + "&direction=in&caller=%2B4930&called=900&cause=BUSY&text=my%20order%20%26%20more"
                        + "&min-duration=90&interrupted=true",
                page(0, 1, "null"));
        assertThat(calls(
                        "--state=ended",
                        "--since=3d",
                        "--until=2026-04-02",
                        "--agent=desk",
                        "--trunk=a b",
                        "--direction=in",
                        "--caller=+4930",
                        "--called=900",
                        "--cause=BUSY",
                        "--text=my order & more",
                        "--min-duration=90s",
                        "--interrupted",
                        "--limit=7"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("C0");
    }

    @Test
    void shouldFollowTheCursorToTheLimitAndSayWhenThereAreMore() {
        api.answers("/api/calls?limit=200", page(0, 200, "\"a/b\""))
                .answers("/api/calls?limit=100&cursor=a%2Fb", page(200, 300, "\"c\""));
        assertThat(calls("--limit=300")).isZero();
        assertThat(out.toString().lines().map(line -> line.split(" ")[0]))
                .hasSize(301)
                .endsWith("C299")
                .doesNotHaveDuplicates();
        assertThat(err.toString())
                .isEqualTo("there are more calls; --limit 600 shows more of them, --json or --csv all\n");
    }

    @Test
    void shouldReadTheAnswerOfAServerWithoutPages() {
        api.answers(
                "/api/calls?limit=1",
                """
                {"calls": [{"callId": "01A", "state": "ENDED", "ageMs": 1500, "end": {"cause": "OPERATOR"}},
                           {"callId": "01B"}]}""");
        assertThat(calls("--limit=1")).isZero();
        assertThat(out.toString().lines().skip(1))
                .singleElement()
                .asString()
                .startsWith("01A ")
                .endsWith("OPERATOR");
        assertThat(err.toString()).startsWith("there are more calls; --limit 2 ");
    }

    @Test
    void shouldSayWhenNoCallMatches() {
        api.answers("/api/calls?limit=50", "{\"calls\":[]}");
        assertThat(calls()).isZero();
        assertThat(out.toString()).isEqualTo("no call matches\n");
    }

    @Test
    void shouldPrintAllCallsAsTheServerWritesThemWhereThereIsNoLimit() {
        api.answers("/api/calls?agent=desk", 200, "text/csv; charset=utf-8", "callId,state\r\n01A,live\r\n");
        assertThat(calls("--agent=desk", "--csv")).isZero();
        api.answers(
                "/api/calls?agent=desk", 200, "application/x-ndjson", "{\"callId\":\"01A\"}\n{\"callId\":\"01B\"}\n");
        assertThat(calls("--agent=desk", "--json")).isZero();
        assertThat(out.toString().lines())
                .containsExactly("callId,state", "01A,live", "{\"callId\":\"01A\"}", "{\"callId\":\"01B\"}");
        assertThat(api.asked)
                .containsExactly(
                        "/api/calls?agent=desk text/csv null", "/api/calls?agent=desk application/x-ndjson null");
    }

    @Test
    void shouldPrintAsManyObjectsAsTheLimitAllows() {
        api.answers("/api/calls?limit=2", page(0, 2, "\"c\""));
        assertThat(calls("--json", "--limit=2")).isZero();
        assertThat(out.toString().lines()).containsExactly("{\"callId\":\"C0\"}", "{\"callId\":\"C1\"}");
    }

    @Test
    void shouldSayWhatTheServerAnsweredInPlaceOfCsv() {
        api.answers("/api/calls", "{\"calls\":[]}");
        assertThat(calls("--csv")).isEqualTo(1);
        assertThat(err.toString())
                .contains("/api/calls answered application/json in place of text/csv", "older than this command");
    }

    @Test
    void shouldPrintNothingThatATerminalWouldObey() {
        api.answers(
                "/api/calls?limit=50",
                "{\"calls\":[{\"callId\":\"01A\",\"from\":\"\\u001b]0;x\\u0007 \\u202eabc\",\"reason\":\"a\\nb\"}]}");
        assertThat(calls()).isZero();
        assertThat(out.toString().lines()).hasSize(2);
        assertThat(out.toString()).doesNotContain("\u001b", "\u0007", "\u202e").contains("\ufffdabc", "a b");
        api.answers("/api/calls", 200, "text/csv", "callId,reason\n01A,\u001b[2J\n");
        calls("--csv");
        assertThat(out.toString()).doesNotContain("\u001b").endsWith("01A, [2J\n");
    }

    @Test
    void shouldSayWhyTheServerRefusesAndWhatHelps() {
        api.answers("/api/calls?limit=50", 401, "application/problem+json", "{\"detail\": \"no\\u001b[2J token\"}");
        assertThat(calls()).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo(
                        api.url() + "/api/calls?limit=50 answered 401: no [2J token; give http.token of that server");
    }

    @Test
    void shouldShowTheTokenOfTheFileElseOfTheVariable(@TempDir Path folder) throws Exception {
        api.answers("/api/calls?limit=50", "{\"calls\":[]}");
        Path file = Files.writeString(folder.resolve("token"), "of the file\n");
        Map<String, String> environment = Map.of("SIDETONE_TOKEN", "of the variable");
        calls(environment, "--token-file", file.toString());
        calls(environment);
        calls();
        assertThat(api.asked)
                .extracting(asked -> asked.split(" ", 3)[2])
                .containsExactly("Bearer of the file", "Bearer of the variable", "null");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--state=gone       | --state 'gone' is not known; write live or ended or refused",
                "--direction=up     | --direction 'up' is not known; write in or out",
                "--min-duration=5   | --min-duration '5' is not known; write 30s, 5m, 2h or 3d",
                "--limit=0          | --limit 0 shows nothing; write 1 or more",
                "--csv --limit=5    | --csv prints all calls and nothing else; leave --json and --limit out",
                "--server=localhost | --server 'localhost' is no address of a server; write http://HOST:PORT",
                "--token-file=/none | --token-file /none cannot be read; name a file with http.token of the server"
            })
    void shouldRefuseWhatMakesNoSense(String args, String said) {
        int code = new Commands(
                        new ConfigLoader(new ConfigEnvironment(Map.<String, String>of()::get, 1, Path.of("none"))),
                        (config, again, o, e) -> ExitCode.OK,
                        (options, o, e) -> ExitCode.OK)
                .run(new PrintWriter(out), new PrintWriter(err), ("calls " + args).split(" "));
        assertThat(code).isEqualTo(2);
        assertThat(err.toString()).startsWith("sidetone: " + said + "; see 'sidetone calls --help'");
    }

    @Test
    void shouldEndWithSixtyNineWhenNoServerAnswers() {
        String gone = api.url();
        api.close();
        assertThat(calls()).isEqualTo(69);
        assertThat(err.toString())
                .isEqualTo(gone + " does not answer; start the server, or name its address with --server\n");
    }
}
