package io.sidetone.server.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.LoadedConfig;
import io.sidetone.server.ExitCode;
import io.sidetone.server.Part;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In which order a server is closed: nothing before what uses it. */
class ClosingOrderTest {
    private static final String CONFIG =
            """
            engines: {mock: {type: mock}}
            agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock, journal: on}}
            sip: {bind: 127.0.0.1, port: 0}
            rtp: {bind: 127.0.0.1}
            http: {bind: 127.0.0.1, port: 0}
            store: {enabled: false}
            telemetry: {traces: {otlp: "http://127.0.0.1:9"}}
            journal: {dir: "%s"}
            """;

    @TempDir
    private Path folder;

    private static String name(Part part) {
        String name = part.getClass().getSimpleName();
        return name.equals("Closing") ? part.toString() : name;
    }

    @Test
    void shouldCloseWhatWasOpenedLastFirst() throws Exception {
        LoadedConfig loaded = new ConfigLoader(new ConfigEnvironment(variable -> null, 1, Path.of("/none")))
                .parse(CONFIG.formatted(folder), "test.yaml", folder, Optional.empty());
        StringWriter printed = new StringWriter();
        Serve server = new Serve(config -> List.of("first steps"));
        server.signal.received();
        try {
            assertThat(server.run(loaded, () -> loaded, new PrintWriter(printed)))
                    .isEqualTo(ExitCode.OK);
        } finally {
            server.parts.close();
        }
        List<String> closed = new ArrayList<>(server.parts.all(part -> List.of(name(part))));
        Collections.reverse(closed);
        assertThat(closed)
                .containsExactly(
                        "Reloads",
                        "VectorWarmup",
                        "HttpServer",
                        "ServerMetrics",
                        "StreamWiring",
                        "TrunkWiring",
                        "SipStack",
                        "EventLoops",
                        "EventLoops",
                        "EventLoops",
                        "Drain",
                        "Lanes",
                        "JournalWiring",
                        "AfterCall",
                        "WebhookTransport",
                        "Subscribers",
                        "History",
                        "RefusedCallMeter",
                        "EndedCallMeter",
                        "AnswerMetrics",
                        "ActionMetrics",
                        "Observing",
                        "ActiveConfiguration",
                        "Observing",
                        "FollowUpCalls",
                        "Traces",
                        "Plugins",
                        "Observing",
                        "StoreWiring",
                        "CallCaptures",
                        "WebhookTransport",
                        "ServerCertificates",
                        "ProcessMeters");
        assertThat(printed.toString().lines().map(line -> line.split(" ")[0]))
                .containsExactly("sip", "rtp", "http", "store", "ready", "first");
    }
}
