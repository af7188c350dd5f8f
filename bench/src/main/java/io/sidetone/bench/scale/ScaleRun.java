package io.sidetone.bench.scale;

import io.sidetone.bench.harness.Machine;
import io.sidetone.bench.harness.Turns;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Carries a plan out: a server for each arm, measured in turns at each number of calls. Main thread. */
final class ScaleRun implements AutoCloseable {
    private static final int FIRST_PORT = 10_000;

    /** Of the server whose calls share one: these, and some that it does not need. */
    private static final int SHARED_PORT = 9_900;

    private final ScalePlan plan;
    private final Map<Arm, ArmServer> servers = new EnumMap<>(Arm.class);
    private final Map<Arm, ArmBench> benches = new EnumMap<>(Arm.class);

    /** Destination of a measurement while others are still to come. */
    @FunctionalInterface
    interface Written {
        void write(ScaleResults soFar) throws IOException;
    }

    /**
     * Starts the servers.
     *
     * @param folder of their configurations and logs
     * @param jar the server
     * @param agent the Node agent; null where it is no arm
     */
    ScaleRun(ScalePlan plan, Path folder, Path jar, Path agent) throws IOException, InterruptedException {
        this.plan = plan;
        try {
            for (Arm arm : plan.arms()) {
                if (arm == Arm.AGAIN) {
                    benches.put(arm, benches.get(Arm.SIDETONE));
                } else {
                    servers.put(arm, start(arm, folder, jar, agent));
                    benches.put(arm, new ArmBench(servers.get(arm)));
                }
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private ArmServer start(Arm arm, Path folder, Path jar, Path agent) throws IOException, InterruptedException {
        if (arm == Arm.NODE && agent == null) {
            throw new IOException(
                    "--arms node: its agent is installed by scripts/bench streams alone; leave the arm out");
        }
        int most = plan.mostCalls();
        boolean srtp = plan.srtp();
        // As many as the server has.
        int loops = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        return switch (arm) {
            case SIDETONE, AGAIN -> SidetoneArm.start(folder, jar, most, FIRST_PORT, srtp);
            case ONEPORT -> SidetoneArm.startSharing(folder, jar, most, SHARED_PORT, FIRST_PORT - 1, srtp);
            case RTPENGINE -> RtpengineArm.start(folder, most, FIRST_PORT + SidetoneArm.ports(most), loops, srtp);
            case ECHO -> EchoArm.start(folder, System.getProperty("java.class.path"), most, loops, srtp);
            case STREAM -> StreamArm.start(folder, jar, most, most);
            case NODE -> StreamArm.startNode(folder, agent);
        };
    }

    /** Measures all that the plan wants; an arm that does not carry a number of calls is not tried with more. */
    ScaleResults measure(Written written) throws IOException, InterruptedException {
        ScaleResults measured = new ScaleResults(plan, machine());
        List<Arm> standing = new ArrayList<>(plan.arms());
        for (int number : plan.calls()) {
            System.out.println("\n" + number + " calls");
            round(standing, number, measured);
            standing.removeIf(arm -> measured.cell(arm, number)
                    .or(() -> measured.cell(Arm.SIDETONE, number))
                    .map(cell -> cell.limit() != null)
                    .orElse(true));
            if (!standing.contains(Arm.SIDETONE)) {
                standing.remove(Arm.AGAIN);
            }
            written.write(measured);
            if (standing.isEmpty()) {
                break;
            }
        }
        // At the end: what a JVM does after its start is over.
        TimeUnit.SECONDS.sleep(plan.seconds());
        for (Arm arm : servers.keySet()) {
            measured.addIdle(arm, benches.get(arm).idleMsPerS(plan.seconds()));
        }
        written.write(measured);
        return measured;
    }

    private void round(List<Arm> standing, int number, ScaleResults measured) throws IOException, InterruptedException {
        // The second turn of the same process finds it warm.
        Turns<Arm, Turn> turns =
                Turns.run(standing, plan.rounds(), plan.seconds(), plan.warmupS(), (arm, forS) -> benches.get(arm)
                        .turn(number, arm == Arm.AGAIN ? Math.min(forS, plan.seconds()) : forS));
        for (Arm arm : standing) {
            Cell cell = new Cell(arm, number, turns.rounds(arm), Memory.NONE);
            boolean weighed = (arm == Arm.SIDETONE || arm == Arm.RTPENGINE) && cell.limit() == null;
            measured.add(weighed ? cell.with(benches.get(arm).memory(number, plan.restS())) : cell);
        }
    }

    private static List<String> machine() {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        PrintStream lines = new PrintStream(text, true, StandardCharsets.UTF_8);
        lines.println("date " + LocalDate.now(ZoneOffset.UTC));
        Machine.print(lines);
        return text.toString(StandardCharsets.UTF_8)
                .lines()
                .map(line -> "- " + line.replaceAll(" +", " "))
                .toList();
    }

    @Override
    public void close() {
        servers.values().forEach(ArmServer::close);
    }
}
