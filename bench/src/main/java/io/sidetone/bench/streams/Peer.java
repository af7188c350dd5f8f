package io.sidetone.bench.streams;

import io.sidetone.bench.harness.TestedServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A server that accepts streams.
 *
 * @param server its process
 * @param path path of the streams
 */
record Peer(TestedServer server, String path) implements AutoCloseable {
    private static final String TWILIO = "/media/twilio";

    /**
     * The shipped server with mock engines: one greeting as long as the bench.
     *
     * @param name name in the report
     * @param calls limit of calls
     * @param connections limit of connections
     */
    static Peer sidetone(String name, Path folder, Path jar, int calls, int connections)
            throws IOException, InterruptedException {
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
                                "This agent has a great deal to tell. "
                                        .repeat(40)
                                        .strip());
        return new Peer(TestedServer.serve(name, folder, jar, configuration), TWILIO);
    }

    /** Starts {@link InterruptedServer} for {@code calls} calls, on a JVM like this one and with its class path. */
    static Peer interrupted(Path folder, int calls) throws IOException, InterruptedException {
        List<String> arguments =
                new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
        arguments.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                InterruptedServer.class.getName(),
                Integer.toString(calls)));
        return new Peer(TestedServer.start("sidetone", TestedServer.java(arguments), folder), TWILIO);
    }

    /** Starts the agent at {@code script}; its packages must be installed beside it. */
    static Peer node(Path folder, Path script) throws IOException, InterruptedException {
        return new Peer(
                TestedServer.start("node ws", List.of("node", script.toString(), "0"), folder, "http 127\\.0\\.0\\.1"),
                "/");
    }

    String name() {
        return server.name();
    }

    int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.close();
    }
}
