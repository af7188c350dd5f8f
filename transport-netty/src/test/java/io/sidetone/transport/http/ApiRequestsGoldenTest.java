package io.sidetone.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.capture.CaptureRefusedException;
import io.sidetone.transport.capture.CaptureStatus;
import io.sidetone.transport.capture.CaptureWish;
import io.sidetone.transport.http.control.CallCommand;
import io.sidetone.transport.http.control.CaptureRoutes;
import io.sidetone.transport.http.control.CommandHandler;
import io.sidetone.transport.http.control.CommandOutcome;
import io.sidetone.transport.http.control.CommandRoutes;
import io.sidetone.transport.http.control.WaitingCaptureRoutes;
import io.sidetone.transport.http.events.EventHub;
import io.sidetone.transport.vip.token.EphemeralKeys;
import io.sidetone.transport.vip.token.TokenRoutes;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/**
 * Requests to the routes of the server with their answers, byte for byte. The golden file has a line {@code METHOD TARGET |
 * Content-Type | body} for each request, the type and body only where there is one, and below it, indented, the answer to hold. A change here is a change of the interface.
 */
class ApiRequestsGoldenTest {
    private static final String ANSWER = "    ";
    private static final String CAPTURE = "01J00000000000000000000CAP";
    private static final Instant AT = Instant.parse("2026-04-01T10:00:00Z");

    private final EventHub hub = new EventHub(() -> 0, 1_000);
    private int readinessChecks;

    /** Takes commands to the living call of {@link FakeCalls}; the policies it knows have names that need escapes. */
    private static final class Commands implements CommandHandler {
        @Override
        public CompletionStage<CommandOutcome> command(String callId, CallCommand command) {
            return CompletableFuture.completedFuture(outcome(callId, command));
        }

        private static CommandOutcome outcome(String callId, CallCommand command) {
            if (callId.equals(FakeCalls.ENDED)) {
                return CommandOutcome.conflict("ENDED", "the call has ended; it takes no commands any more");
            }
            if (!callId.equals(FakeCalls.LIVING)) {
                return CommandOutcome.unknown();
            }
            if (command instanceof CallCommand.Policy policy && policy.name() == null) {
                return CommandOutcome.invalid("fields: " + policy.fields());
            }
            return command instanceof CallCommand.Transfer transfer
                            && transfer.to().startsWith("tel:")
                    ? CommandOutcome.forbidden("SPEAKING", "the \"dial\" rules do not allow " + transfer.to())
                    : CommandOutcome.accepted("SPEAKING");
        }

        @Override
        public Map<String, String> policies() {
            return new TreeMap<>(Map.of("default", "default", "grün \"und\" \\", "assertive"));
        }

        @Override
        public CommandOutcome subscribable(String callId) {
            return outcome(callId, new CallCommand.Hold(true));
        }
    }

    /** Captures the living call, once. */
    private static final class Captor implements CaptureRoutes.Captor {
        private CaptureStatus entry;

        @Override
        public boolean allowed() {
            return true;
        }

        @Override
        public boolean live(String callId) {
            return callId.equals(FakeCalls.LIVING) || callId.equals("stream");
        }

        @Override
        public boolean seen(String callId) {
            return callId.equals(FakeCalls.LIVING);
        }

        private static CaptureStatus entry(CaptureWish wish, CaptureStatus.State state, String file, String problem) {
            boolean waits = file.isEmpty();
            return new CaptureStatus(
                    CAPTURE,
                    waits ? "" : FakeCalls.LIVING,
                    wish,
                    AT,
                    state,
                    file,
                    waits ? null : AT,
                    problem.isEmpty() ? 0 : 7,
                    waits ? 0 : 24,
                    problem);
        }

        @Override
        public CompletionStage<CaptureStatus> start(String callId) {
            if (entry != null) {
                return CompletableFuture.failedFuture(CaptureRefusedException.over());
            }
            entry = entry(null, CaptureStatus.State.RUNNING, "/var/\"a\".pcap", "");
            return CompletableFuture.completedFuture(entry);
        }

        @Override
        public CompletionStage<CaptureStatus> start(CaptureWish wish) {
            entry = entry(wish, CaptureStatus.State.WAITING, "", "");
            return CompletableFuture.completedFuture(entry);
        }

        @Override
        public List<CaptureStatus> all() {
            return entry == null ? List.of() : List.of(entry);
        }

        @Override
        public CompletionStage<Optional<CaptureStatus>> stop(String captureId) {
            return CompletableFuture.completedFuture(all().stream()
                    .filter(each -> each.captureId().equals(captureId))
                    .map(each -> each.wish() == null
                            ? entry(null, CaptureStatus.State.FAILED, each.file(), "No space left on device")
                            : entry(each.wish(), CaptureStatus.State.CANCELLED, "", ""))
                    .findFirst());
        }

        @Override
        public Executor disk() {
            return Runnable::run;
        }
    }

    private Router router() {
        List<Route> more = new ArrayList<>(CommandRoutes.of(new Commands(), hub));
        Captor captor = new Captor();
        more.addAll(CaptureRoutes.of(captor));
        more.addAll(WaitingCaptureRoutes.of(captor));
        more.addAll(TokenRoutes.of(new EphemeralKeys(new Random(1), () -> 1_775_037_600_120L), "desk"::equals));
        return new Router(Routes.all(
                () -> readinessChecks++ == 0 ? List.of() : List.of("draining", "no \"place\" für Anrufe"),
                List::of,
                () -> "a 1\n",
                new FakeCalls().routes(more)));
    }

    private static String answer(Router router, String line) {
        String[] parts = line.split(" \\| ", 3);
        String[] start = parts[0].split(" ", 2);
        String[] target = start[1].split("\\?", 2);
        Map<String, List<String>> query = target.length == 1
                ? Map.of()
                : Map.of(target[1].split("=")[0], List.of(target[1].split("=")[1].split(",")));
        Router.Found found = router.find(start[0], target[0], target[0].split("/", -1));
        if (found.route() == null) {
            return text(found.refusal());
        }
        String type = parts.length == 1 ? "" : parts[1];
        String body = parts.length == 1
                ? ""
                : parts[2].replace("<4001>", "x".repeat(4_001)).replace("<9000>", "x".repeat(9_000));
        Request request = new Request(
                start[0], target[0], found.parameters(), query, type, body.getBytes(StandardCharsets.UTF_8), true);
        return text(found.route().handler().apply(request).toCompletableFuture().join());
    }

    private static String text(Answer answer) {
        return answer.status() + " " + answer.contentType() + " "
                + new String(answer.body(), StandardCharsets.UTF_8).strip();
    }

    @Test
    void shouldAnswerEveryRequestByteForByte() throws Exception {
        try (InputStream file = ApiRequestsGoldenTest.class.getResourceAsStream("golden/requests.txt")) {
            String golden = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            Router router = router();
            StringBuilder actual = new StringBuilder();
            golden.lines().filter(line -> !line.startsWith(ANSWER)).forEach(line -> {
                actual.append(line).append('\n');
                if (!line.isEmpty() && !line.startsWith("#")) {
                    actual.append(ANSWER).append(answer(router, line)).append('\n');
                }
            });
            assertThat(actual.toString()).isEqualTo(golden);
        }
    }
}
