package io.sidetone.bench.response;

import io.sidetone.bench.harness.ControlTimer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** How many fresh servers are measured, and how they are started. */
final class FirstCallsOptions {
    @Option(
            names = "--first",
            defaultValue = "5",
            description = "Fresh servers of each kind; 0: none. Default: ${DEFAULT-VALUE}")
    private int servers;

    @Option(
            names = "--crowds",
            defaultValue = "2",
            description = "Fresh servers of each kind that a crowd calls. Default: ${DEFAULT-VALUE}")
    private int crowds;

    @Option(names = "--crowd", defaultValue = "200", description = "Calls of a crowd. Default: ${DEFAULT-VALUE}")
    private int crowd;

    @Option(
            names = "--launches",
            split = ",",
            description = "How fresh servers are started: launcher, bare. Default: both")
    private List<String> launches = List.of("launcher", "bare");

    @Option(names = "--bare", description = "A Java 17 that starts fresh servers without any flag.")
    private Path bare;

    /** Measures and prints a table; returns whether no frame of a crowd was refused. */
    boolean run(Path jar) throws Exception {
        FirstCalls calls = new FirstCalls(jar, chosen());
        double controlMs;
        try (ControlTimer control = new ControlTimer()) {
            calls.run(servers, crowds, crowd);
            controlMs = control.stop().p99();
        }
        System.out.println(
                "\ncontrol beside all starts: a bare timer late p99 " + Math.round(controlMs * 10) / 10.0 + " ms\n");
        calls.table().forEach(System.out::println);
        return calls.tookAll();
    }

    private List<Launch> chosen() {
        List<Launch> chosen = new ArrayList<>();
        if (launches.contains("launcher")) {
            chosen.add(Launch.launcher());
        }
        if (launches.contains("bare") && bare == null) {
            System.out.println("\nno column of a bare Java 17: none was found");
        } else if (launches.contains("bare")) {
            chosen.add(Launch.bare(bare));
        }
        return chosen;
    }
}
