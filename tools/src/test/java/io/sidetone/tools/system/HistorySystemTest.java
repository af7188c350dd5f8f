package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Calls that came through, and those that did not, found again over the API: while the server runs, after it was killed, and
 * after a restart. The calls are made once; every test looks for them in a server that knows them from its store alone.
 */
class HistorySystemTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path folder;

    private static String config;
    private static ServerProcess server;
    private static String good;

    @BeforeAll
    static void makeCalls() throws Exception {
        int callee = LeasedPorts.listener();
        config =
                """
                sip:
                  port: 0
                  trunks:
                    - {name: pbx, to: 'sip:127.0.0.1:%d', from: [127.0.0.1], options-interval: 0s, caller-id: '+4930555'}
                http: {port: 0}
                outbound: {allow: ['+49']}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                journal: {dir: %s}
                engines: {mock: {type: mock}}
                agents:
                  desk: {match: {called: [desk]}, recognizer: mock, dialogue: mock, synthesizer: mock, journal: "on",
                         recording: {dir: %s}}
                """
                        .formatted(
                                callee,
                                LeasedPorts.server(10),
                                folder.resolve("journals"),
                                folder.resolve("recordings"));
        CallerMedia.quietLine(folder.resolve("caller.ul"));
        try (ServerProcess first = ServerProcess.startConfigured(folder, config)) {
            Sipp sipp = new Sipp(folder, first);
            sipp.run("answer-rtp.xml", "desk", 1, "-d", "1800");
            sipp.run("no-codec.xml", "desk", 1);
            new Sipp(folder, first)
                    .start("turned-away.xml", "nobody", 1)
                    .process()
                    .waitFor();
            RawHttp.upgrade(
                    Integer.parseInt(first.http().substring(first.http().lastIndexOf(':') + 1)),
                    "/ws",
                    "Origin",
                    "https://elsewhere.example");
            Sipp.Running busy = new Sipp(folder, "127.0.0.1:9")
                    .start("called-refuses.xml", "x", 1, "-p", Integer.toString(callee), "-m", "1");
            first.post("/api/calls", "{\"to\": \"+4930486\", \"agent\": \"desk\"}");
            busy.process().waitFor();
            first.awaitIdle();
            good = list(first, "state=ended&direction=in").get(0).get("callId").asText();
            first.await("what was refused", 20, () -> first.body("/api/calls?state=refused")
                    .contains("\"status\":404"));
            assertThat(first.metric(
                            "sidetone_calls_refused_total", "{reason=\"no-agent\",status=\"404\",trunk=\"pbx\"}"))
                    .isEqualTo(1);
            ServerProcess.awaitOrFail(
                    "the disk",
                    20,
                    () -> ServerProcess.quietly(() -> first.metric("sidetone_store_spooled_total")) >= 8);
            first.process().destroyForcibly().waitFor();
        }
        server = ServerProcess.startConfigured(folder, config);
        server.await(
                "the store",
                30,
                () -> !server.body("/api/calls?state=ended").contains("\"problem\"")
                        && server.body("/api/calls?state=ended").contains(good));
        server.await("what was refused", 30, () -> server.body("/api/calls?state=refused")
                .contains("\"status\":488"));
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.closeUnharmed();
        }
    }

    private static List<JsonNode> list(ServerProcess by, String query) throws Exception {
        HttpResponse<String> answer = by.get("/api/calls?" + query);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        List<JsonNode> calls = new ArrayList<>();
        JSON.readTree(answer.body()).get("calls").forEach(calls::add);
        return calls;
    }

    private static JsonNode one(String query) throws Exception {
        List<JsonNode> found = list(server, query);
        assertThat(found).as(query).hasSize(1);
        return found.get(0);
    }

    @Test
    void shouldKeepTheCallThatCameThroughWithItsConversationAfterTheServerWasKilled() throws Exception {
        JsonNode entry = one("state=ended&direction=in&agent=desk&trunk=pbx");
        assertThat(entry.get("callId").asText()).isEqualTo(good);
        assertThat(entry.get("answered").asBoolean()).isTrue();
        assertThat(entry.get("status").asInt()).isEqualTo(200);
        assertThat(entry.get("cause").asText()).isEqualTo("CALLER_HUNG_UP");
        assertThat(entry.get("durationMs").asLong()).isBetween(1_000L, 60_000L);
        assertThat(entry.get("mos").asDouble()).isBetween(1.0, 5.0);
        JsonNode call = JSON.readTree(server.detail(good));
        assertThat(call.get("entry")).isEqualTo(entry);
        assertThat(call.get("history")).isNotEmpty();
        assertThat(call.get("sip").get(0).get("summary").asText()).startsWith("INVITE sip:desk@");
        assertThat(call.get("origin").get("codecs").toString()).contains("PCMU");
        assertThat(call.get("levels").get("caller").asText()).isNotEmpty();
        assertThat(call.get("transitions")).isNotEmpty();
        JsonNode timeline = JSON.readTree(server.body("/api/calls/" + good + "/timeline"));
        assertThat(timeline.get("transitions")).isEqualTo(call.get("transitions"));
        assertThat(timeline.has("sip")).isFalse();
    }

    @Test
    void shouldFindACallByTheWordsThatWereSaidInIt() throws Exception {
        JsonNode call = JSON.readTree(server.detail(good));
        String word = call.get("history").get(0).get("text").asText().split("\\W+")[0];
        assertThat(list(server, "text=" + word))
                .extracting(entry -> entry.get("callId").asText())
                .contains(good);
        assertThat(list(server, "text=" + word + "+nevertheless")).isEmpty();
    }

    @Test
    void shouldKeepCallsThatWereRefusedWithStatusReasonAndMessages() throws Exception {
        JsonNode codec = one("state=refused&cause=not_acceptable");
        assertThat(codec.get("status").asInt()).isEqualTo(488);
        assertThat(codec.get("agent").asText()).isEqualTo("desk");
        assertThat(codec.get("trunk").asText()).isEqualTo("pbx");
        assertThat(codec.get("reason").asText()).contains("no common codec");
        JsonNode call = JSON.readTree(server.detail(codec.get("callId").asText()));
        assertThat(call.get("state").asText()).isEqualTo("REFUSED");
        assertThat(call.get("origin").get("peer").asText()).startsWith("udp 127.0.0.1:");
        assertThat(call.get("origin").get("codecs")).isNotEmpty();
        assertThat(call.get("sip").findValuesAsText("summary"))
                .anyMatch(line -> line.startsWith("INVITE "))
                .anyMatch(line -> line.startsWith("488 "));
        JsonNode nobody = one("state=refused&cause=no-agent");
        assertThat(nobody.get("status").asInt()).isEqualTo(404);
        assertThat(nobody.get("to").asText()).startsWith("sip:nobody@");
        JsonNode socket = one("state=refused&cause=NOT_ALLOWED");
        assertThat(socket.get("status").asInt()).isEqualTo(403);
        assertThat(socket.get("to").asText()).isEqualTo("/ws");
    }

    @Test
    void shouldKeepTheCallThatWasPlacedAndNotTaken() throws Exception {
        JsonNode busy = one("direction=out&called=%2B493048");
        assertThat(busy.get("state").asText()).isEqualTo("ended");
        assertThat(busy.get("cause").asText()).isEqualTo("BUSY");
        assertThat(busy.get("status").asInt()).isEqualTo(486);
        assertThat(busy.get("answered").asBoolean()).isFalse();
        assertThat(busy.get("trunk").asText()).isEqualTo("pbx");
    }

    @Test
    void shouldPageWithACursorThatGoesWithItsFiltersAlone() throws Exception {
        List<String> all = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = JSON.readTree(server.body("/api/calls?limit=2&from=2020-01-01" + cursor));
            page.get("calls").forEach(entry -> all.add(entry.get("callId").asText()));
            cursor = page.get("next").isNull()
                    ? ""
                    : "&cursor=" + page.get("next").asText();
        } while (!cursor.isEmpty());
        assertThat(all).hasSize(5).doesNotHaveDuplicates().isSortedAccordingTo((a, b) -> b.compareTo(a));
        String next = JSON.readTree(server.body("/api/calls?limit=1&state=ended"))
                .get("next")
                .asText();
        assertThat(server.get("/api/calls?state=refused&cursor=" + next).body()).contains("belongs to other filters");
        assertThat(server.get("/api/calls?cursor=' OR 1=1".replace(" ", "%20")).statusCode())
                .isEqualTo(400);
    }

    @Test
    void shouldStreamAllCallsAsCommaSeparatedValuesAndAsJsonLines() throws Exception {
        String csv = ask("/api/calls", "Accept", "text/csv").body();
        assertThat(csv.lines()).hasSize(6);
        assertThat(csv).startsWith("callId,state,status,cause,reason,");
        String lines = ask("/api/calls?state=refused", "Accept", "application/x-ndjson")
                .body();
        assertThat(lines.lines()).hasSize(3).allSatisfy(line -> assertThat(
                        JSON.readTree(line).get("state").asText())
                .isEqualTo("refused"));
    }

    @Test
    void shouldGiveTheRecordingInRangesAndTheJournal() throws Exception {
        JsonNode files = JSON.readTree(server.detail(good)).get("files");
        String path = files.get("recording").asText();
        byte[] whole = bytes(path, "Accept", "*/*").body();
        assertThat(new String(whole, 0, 4, StandardCharsets.US_ASCII)).isEqualTo("RIFF");
        HttpResponse<byte[]> part = bytes(path, "Range", "bytes=100-199");
        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(part.headers().firstValue("Content-Range")).hasValue("bytes 100-199/" + whole.length);
        assertThat(part.body()).isEqualTo(java.util.Arrays.copyOfRange(whole, 100, 200));
        assertThat(bytes(path, "Range", "bytes=-10").body()).hasSize(10);
        assertThat(bytes(path, "Range", "bytes=" + whole.length + "-").statusCode())
                .isEqualTo(416);
        assertThat(bytes(files.get("journal").asText(), "Accept", "*/*").body())
                .isEqualTo(Files.readAllBytes(folder.resolve("journals").resolve(good + ".journal")));
        assertThat(server.get("/api/calls/01JABCDEFGHJKMNPQRSTVWXYZ0/recording").statusCode())
                .isEqualTo(404);
    }

    private static HttpResponse<String> ask(String path, String name, String value) throws Exception {
        return HttpClient.newHttpClient().send(request(path, name, value), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<byte[]> bytes(String path, String name, String value) throws Exception {
        return HttpClient.newHttpClient().send(request(path, name, value), HttpResponse.BodyHandlers.ofByteArray());
    }

    private static HttpRequest request(String path, String name, String value) {
        return HttpRequest.newBuilder(URI.create("http://" + server.http() + path))
                .header(name, value)
                .build();
    }
}
