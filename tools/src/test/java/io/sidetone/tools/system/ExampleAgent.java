package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/** One of {@code config/examples/agents}, running as its author would run it. */
final class ExampleAgent implements AutoCloseable {
    private static final int START_LIMIT_S = 30;
    private static final Pattern LISTENING = Pattern.compile("listening on (127\\.0\\.0\\.1:[0-9]+)");

    private final Process process;
    private final Path output;

    private ExampleAgent(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** Starts {@code script} on a free port; a test is skipped where its language or its library is missing. */
    static ExampleAgent start(String script, Path folder) throws IOException, InterruptedException {
        Path file = Path.of(System.getProperty("sidetone.root"))
                .resolve("config/examples/agents")
                .resolve(script);
        assertThat(file).isRegularFile();
        ProcessBuilder builder = command(script, file);
        Path output = folder.resolve(script + ".log");
        ExampleAgent agent = new ExampleAgent(
                builder.redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start(),
                output);
        ServerProcess.awaitOrFail(
                "the agent", START_LIMIT_S, () -> agent.said().contains("listening on ") || !agent.process.isAlive());
        if (agent.said().contains("No module named 'websockets'")) {
            String why = "skipped: " + script + " needs python3-websockets";
            System.out.println(why);
            Assumptions.abort(why);
        }
        return agent;
    }

    private static ProcessBuilder command(String script, Path file) throws IOException, InterruptedException {
        if (script.endsWith(".py")) {
            return new ProcessBuilder(python(), file.toString(), "0");
        }
        if (script.endsWith(".java")) {
            String java = ProcessHandle.current().info().command().orElse("java");
            return new ProcessBuilder(java, file.toString(), "0");
        }
        Path modules = NodeProject.installed("relay").modules();
        ProcessBuilder builder = new ProcessBuilder(
                "node", "--import", modules.resolve("tsx/dist/loader.mjs").toString(), file.toString(), "0");
        builder.environment().put("NODE_PATH", modules.toString());
        return builder;
    }

    /** Debian's, which has Debian's libraries. */
    private static String python() {
        return Files.isExecutable(Path.of("/usr/bin/python3")) ? "/usr/bin/python3" : "python3";
    }

    String url(String scheme) {
        Matcher address = LISTENING.matcher(said());
        assertThat(address.find()).as(said()).isTrue();
        return scheme + "://" + address.group(1);
    }

    /** What it has printed. */
    String said() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
