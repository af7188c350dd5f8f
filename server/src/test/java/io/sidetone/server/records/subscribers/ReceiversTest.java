package io.sidetone.server.records.subscribers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.turn.event.TurnEventType;
import io.sidetone.server.actions.webhook.WebhookSignature;
import io.sidetone.transport.turn.TurnJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The receivers that docs/events.md shows, run as they stand there. */
@Tag("ITE-PAT-001")
@Tag("ITE-SEC-001")
@Tag("real-time")
class ReceiversTest {
    private static final String ONE = SubscribersTest.ONE;

    @TempDir
    private Path folder;

    /** The file that the page shows under {@code name}. */
    private Path shown(String name) throws IOException {
        String page = Files.readString(Path.of(System.getProperty("sidetone.root"), "docs", "events.md"));
        Matcher block = Pattern.compile("(?s)```[a-z]+\\n(?://|#) " + Pattern.quote(name) + "\\n(.*?)```")
                .matcher(page);
        assertThat(block.find()).as("%s in docs/events.md", name).isTrue();
        return Files.writeString(folder.resolve(name), block.group(1));
    }

    private static boolean installed(String program) throws InterruptedException {
        try {
            return new ProcessBuilder(program, "--version")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(20, TimeUnit.SECONDS);
        } catch (IOException missing) {
            return false;
        }
    }

    private static int post(URI url, String signature, byte[] body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(url).POST(HttpRequest.BodyPublishers.ofByteArray(body));
        if (signature != null) {
            request.header(WebhookSignature.HEADER, signature);
        }
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @ParameterizedTest
    @CsvSource({"node, receiver.mjs", "python3, receiver.py", "java, Receiver.java"})
    void shouldTakeWhatIsGenuineOnceAndNothingElse(String program, String file) throws Exception {
        String command = program.equals("java")
                ? Path.of(System.getProperty("java.home"), "bin", "java").toString()
                : program;
        Assumptions.assumeTrue(installed(command), program + " is not installed on this machine");
        ProcessBuilder builder = new ProcessBuilder(command, shown(file).toString(), "0");
        builder.environment().put("SECRET", EventReceiver.SECRET);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        Process receiver =
                builder.redirectError(folder.resolve("errors").toFile()).start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(receiver.getInputStream(), StandardCharsets.UTF_8))) {
            String first = out.readLine();
            assertThat(first)
                    .as(Files.readString(folder.resolve("errors")))
                    .isNotNull()
                    .startsWith("listening ");
            URI url = URI.create("http://127.0.0.1:" + first.substring("listening ".length()) + "/voice/events");
            forged(url);
            List<String> lines = new ArrayList<>();
            try (Subscribers subscribers = Subscribers.open(
                    List.of(SubscribersTest.config("crm", url, EnumSet.allOf(TurnEventType.class), Set.of(), folder)),
                    SubscribersTest.transport())) {
                for (int i = 1; i <= 5; i++) {
                    subscribers.on(
                            SubscribersTest.call(ONE, "desk"), SubscribersTest.event(TurnEventType.TURN_ENDED, i));
                }
                for (int i = 1; i <= 5; i++) {
                    lines.add(out.readLine());
                }
            }
            assertThat(lines)
                    .containsExactly(
                            ONE + "/1 turn-ended listening",
                            ONE + "/2 turn-ended listening",
                            ONE + "/3 turn-ended listening",
                            ONE + "/4 turn-ended listening",
                            ONE + "/5 turn-ended listening");
        } finally {
            receiver.destroy();
            receiver.waitFor(10, TimeUnit.SECONDS);
        }
    }

    /** Unsigned, signed with another key, signed for another body, signed long ago: refused; signed twice: told once. */
    private static void forged(URI url) throws Exception {
        byte[] body = TurnJson.message(ONE, SubscribersTest.event(TurnEventType.TURN_STARTED, 99), true);
        long nowS = System.currentTimeMillis() / 1_000;
        assertThat(post(url, null, body)).isEqualTo(401);
        assertThat(post(url, "t=1,v1=zz", body)).isEqualTo(401);
        assertThat(post(url, WebhookSignature.of("another-secret-of-another", nowS, body), body))
                .isEqualTo(401);
        assertThat(post(url, WebhookSignature.of(EventReceiver.SECRET, nowS, "{}".getBytes()), body))
                .isEqualTo(401);
        assertThat(post(url, WebhookSignature.of(EventReceiver.SECRET, nowS - 400, body), body))
                .isEqualTo(401);
        byte[] again = TurnJson.message(ONE, SubscribersTest.event(TurnEventType.TURN_ENDED, 1), true);
        assertThat(post(url, WebhookSignature.of(EventReceiver.SECRET, nowS, again), again))
                .isEqualTo(204);
    }
}
