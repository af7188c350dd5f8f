package io.sidetone.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.http.console.ConsoleRoutes;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The console as a browser asks for it, byte by byte. */
class ConsoleOverHttpTest {
    private static final Pattern ETAG = Pattern.compile("ETag: (\\S+)");

    private final Wire wire = new Wire(
            Optional.of("secret"),
            Routes.all(java.util.List::of, java.util.List::of, () -> "", new FakeCalls().routes(ConsoleRoutes.of())));

    @AfterEach
    void release() {
        wire.close();
    }

    private String get(String target, String... headers) {
        StringBuilder request = new StringBuilder("GET " + target + " HTTP/1.1\r\nHost: console.example\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        return wire.send(request + "\r\n").answer();
    }

    @Test
    void shouldOpenThePageWithoutTheTokenAndKeepTheApiClosed() {
        assertThat(get("/"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains(
                        "content-type: text/html; charset=utf-8\r\n",
                        "<title>Sidetone</title>",
                        "X-Content-Type-Options: nosniff");
        assertThat(get("/api/calls")).startsWith("HTTP/1.1 401");
    }

    @Test
    void shouldAllowNothingInlineAndNothingOfOthers() {
        String answer = get("/");
        Matcher policy = Pattern.compile("Content-Security-Policy: ([^\r]+)").matcher(answer);
        assertThat(policy.find()).isTrue();
        assertThat(policy.group(1))
                .startsWith("default-src 'none'; script-src 'self'; style-src 'self';")
                .contains("frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'")
                .doesNotContain("unsafe", "*", "http:", "data:");
        assertThat(answer).contains("Referrer-Policy: no-referrer", "Permissions-Policy: microphone=(self)");
    }

    @Test
    void shouldAnswerNotModifiedWhenTheReaderHasTheFile() {
        Matcher etag = ETAG.matcher(get("/console/main.js"));
        assertThat(etag.find()).isTrue();
        assertThat(get("/console/main.js", "If-None-Match: " + etag.group(1)))
                .startsWith("HTTP/1.1 304 Not Modified\r\n")
                .contains("ETag: " + etag.group(1))
                .doesNotContain("content-length", "import");
        assertThat(get("/console/main.js", "If-None-Match: \"old\"")).startsWith("HTTP/1.1 200 OK");
    }

    @Test
    void shouldServeFilesOfItsFolders() {
        assertThat(get("/console/style/tokens.css"))
                .startsWith("HTTP/1.1 200")
                .contains("content-type: text/css; charset=utf-8", "--paper");
        assertThat(get("/console/audio/ring.js"))
                .contains("content-type: text/javascript; charset=utf-8", "Cache-Control: no-cache");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/console/../pom.xml",
                "/console/..%2f..%2fpom.xml",
                "/console/style/..%2f..%2f..%2fHttpServer.class",
                "/console//etc/passwd",
                "/console/%2e%2e/%2e%2e/passwd",
                "/console/contents.txt",
                "/console/package.json",
                "/console/style/",
                "/console/style%00/tokens.css"
            })
    void shouldServeNothingElse(String target) {
        assertThat(get(target))
                .satisfiesAnyOf(
                        answer -> assertThat(answer).startsWith("HTTP/1.1 404"),
                        answer -> assertThat(answer).startsWith("HTTP/1.1 401"),
                        answer -> assertThat(answer).startsWith("HTTP/1.1 400"));
    }

    @Test
    void shouldListEndedCallsWithTheirEnds() {
        String answer = get("/api/calls?state=ended", "Authorization: Bearer secret");
        assertThat(answer)
                .contains(
                        "\"endedAt\":\"2026-04-01T10:01:01Z\"", "\"cause\":\"CALLER_HUNG_UP\"", "\"durationMs\":61000");
        assertThat(get("/api/calls?state=ringing", "Authorization: Bearer secret"))
                .startsWith("HTTP/1.1 400");
    }

    @Test
    void shouldTellLevelsAndCaptionOfACall() {
        assertThat(get("/api/calls/" + FakeCalls.LIVING, "Authorization: Bearer secret"))
                .contains(
                        "\"levels\":{\"stepMs\":100,\"fromMs\":1000,\"caller\":\"0z\",\"agent\":\"n0\"}",
                        "\"caption\":{\"text\":\"good morning\",\"heardChars\":4}",
                        "\"usage\":[{\"engine\":\"llm\",\"role\":\"dialogue\",\"requests\":0",
                        "\"inputTokens\":1234",
                        "\"cost\":{\"EUR\":0.0125}",
                        "\"lastResponseMs\":420");
    }
}
