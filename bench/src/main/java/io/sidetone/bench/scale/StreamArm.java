package io.sidetone.bench.scale;

import io.sidetone.bench.callers.Callers;
import io.sidetone.bench.callers.StreamCallers;
import io.sidetone.bench.harness.Scrape;
import io.sidetone.bench.harness.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** A server that is called by Twilio's media streams: the shipped one, whose agent speaks as long as the bench, or an agent in Node. */
final class StreamArm extends ArmServer {
    private static final String MONOLOGUE =
            "This agent has a great deal to tell. ".repeat(40).strip();

    private final String path;
    private final boolean metrics;

    private StreamArm(Target server, String path, boolean metrics) {
        super(server);
        this.path = path;
        this.metrics = metrics;
    }

    /** Starts {@code jar} for up to {@code calls} calls at a time and {@code connections} connections. */
    static StreamArm start(Path folder, Path jar, int calls, int connections) throws IOException, InterruptedException {
        String configuration =
                """
                sip: {port: 0}
                http: {port: 0, max-connections: %d}
                rtp: {ports: 10000-%d}
                limits: {max-calls: %d}
                store: {enabled: false}
                engines: {mock: {type: mock, greeting: "%s"}}
                agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                """
                        .formatted(
                                connections + 100,
                                10_000 + 6 * calls + 400,
                                // Those of the last round may still be ending.
                                2 * calls + 20,
                                MONOLOGUE);
        return new StreamArm(Target.serve("sidetone", folder, jar, configuration), "/media/twilio", true);
    }

    /** Starts the agent at {@code script}; its packages must be installed beside it. */
    static StreamArm startNode(Path folder, Path script) throws IOException, InterruptedException {
        List<String> command = List.of("node", script.toString(), "0");
        return new StreamArm(
                Target.start("node ws", command, folder, Pattern.compile("http 127\\.0\\.0\\.1:[0-9]+")), "/", false);
    }

    /** Returns the path of its streams. */
    String path() {
        return path;
    }

    @Override
    Callers open(int calls) throws IOException {
        return StreamCallers.listening(target().http(), path, calls);
    }

    @Override
    Scrape counters() throws IOException, InterruptedException {
        return metrics ? target().scrape() : super.counters();
    }
}
