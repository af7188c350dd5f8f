package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What no server of any test may have done, whatever the test looks at: read from its metrics before it ends. Counters of
 * the laws stay at zero, and handlers do not hold a lane for more than 5 ms of processor time again and again (ITE-CON-001).
 */
final class ServerLaws {
    private static final List<String> ZERO = List.of(
            "sidetone_stale_frames_sent_total", "sidetone_turn_token_violations_total", "sidetone_call_faults_total");

    /** Handlers that computed on a lane for more than 5 ms. */
    private static final String SLOW = "sidetone_slow_handlers_total{thread=\"lane\"}";

    /** Events that lanes handled. */
    private static final String HANDLED = "sidetone_lane_cycle_seconds_count";

    /**
     * The first run of a path is interpreted and loads its classes, 5 to 12 ms of processor time where all cores are busy, so
     * that many are slow once.
     */
    private static final int SLOW_ONCE = 10;

    /**
     * A virtual machine that its host holds up counts that as its own processor time, about once a second on a busy host. A
     * lane with one call handles 300 events a second; what is slow by its nature is so at every frame, 50 times a second.
     */
    private static final int EVENTS_PER_SLOW = 300;

    private static final String ILLEGAL = "sidetone_illegal_transitions_total";
    private static final Pattern TOKEN = Pattern.compile("(?m)^http: *\\{[^}]*\\btoken: *\"?([^,}\"]+)");

    private final HttpClient client;
    private final String http;
    private final String token;
    private boolean refusalsExpected;
    private boolean read;

    /** The laws of the server at {@code http}, a URL without a path, that was configured with {@code yaml}. */
    ServerLaws(HttpClient client, String http, String yaml) {
        this.client = client;
        this.http = http;
        Matcher matcher = TOKEN.matcher(yaml);
        this.token = matcher.find() ? matcher.group(1).strip() : null;
    }

    /** The test asks for what a state does not allow. */
    void expectRefusals() {
        refusalsExpected = true;
    }

    /** Reads the counters, once; a server that does not answer any more has nothing to read. What it wrote explains them. */
    void hold(String output) {
        if (read) {
            return;
        }
        String metrics = metrics();
        if (metrics.isEmpty()) {
            return;
        }
        read = true;
        List<String> broken = metrics.lines()
                .filter(line ->
                        ZERO.stream().anyMatch(line::startsWith) || line.startsWith(ILLEGAL) && !refusalsExpected)
                .filter(line -> value(line) > 0)
                .collect(Collectors.toList());
        double handled = metrics.lines()
                .filter(line -> line.startsWith(HANDLED))
                .mapToDouble(ServerLaws::value)
                .sum();
        metrics.lines().filter(line -> line.startsWith(SLOW) && value(line) > 0).forEach(line -> {
            System.out.printf("%s, of %.0f events%n%s%n", line, handled, warnings(output));
            if (value(line) > SLOW_ONCE + handled / EVENTS_PER_SLOW) {
                broken.add(line);
            }
        });
        assertThat(broken)
                .as(() -> "what no run may show; the server wrote of it\n" + warnings(output))
                .isEmpty();
        assertThat(metrics.lines().filter(line -> ZERO.stream().anyMatch(line::startsWith)))
                .as("counters of %s", ZERO)
                .hasSizeGreaterThanOrEqualTo(ZERO.size());
        assertThat(metrics).contains(SLOW, HANDLED);
    }

    private static double value(String line) {
        return Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
    }

    private static String warnings(String output) {
        return output.lines()
                .filter(line -> line.contains(" WARN ") || line.contains(" ERROR "))
                .collect(Collectors.joining("\n"));
    }

    private String metrics() {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(http + "/metrics")).timeout(Duration.ofSeconds(5));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode())
                    .as("answer to a scrape: %s", answer.body())
                    .isEqualTo(200);
            return answer.body();
        } catch (IOException gone) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
