package io.sidetone.server.actions.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.background.Background;
import io.sidetone.core.disk.OwnerOnly;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process of this machine that reads a message from each line of its input and writes one to each line of its output
 * (MCP 2025-11-25, stdio). Three threads of its own read, write and log what it complains of. Thread-safe.
 */
final class StdioLink implements McpLink {
    private static final Logger LOG = LoggerFactory.getLogger(StdioLink.class);
    private static final int WAITING = 512;
    private static final int BUFFER_BYTES = 8_192;
    /** More than is logged, so that no half of a secret stands at the end of what is. */
    private static final int LOGGED_LINE_BYTES = 4_096;

    private static final int LOGGED_LINES = 100;
    private static final long END_LIMIT_MS = 1_000;
    private static final byte[] STOP = {};

    private static final Pattern SCRIPT =
            Pattern.compile("(?i).*\\.(?:js|mjs|cjs|ts|py|rb|pl|php|lua|sh|bash|jar|pyz|exe)");

    private final String name;
    private final ProcessBuilder builder;
    private final List<String> secrets;
    private final BlockingQueue<byte[]> outgoing = new ArrayBlockingQueue<>(WAITING);
    private final AtomicBoolean over = new AtomicBoolean();
    private Process process;
    private Listener listener;

    /**
     * Creates the link.
     *
     * @param name of the server, for logs
     * @param command program and arguments
     * @param environment all of it
     * @param secrets texts that never reach the log
     */
    StdioLink(String name, List<String> command, Map<String, String> environment, List<String> secrets) {
        this.name = name;
        this.secrets = List.copyOf(secrets);
        this.builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(environment);
    }

    @Override
    public void open(Listener given) throws McpUnreachableException {
        listener = given;
        for (Path file : programs()) {
            Optional<String> problem = OwnerOnly.replaceable(file);
            if (problem.isPresent()) {
                throw new McpUnreachableException("its command is not run, because " + problem.get());
            }
        }
        try {
            process = builder.start();
        } catch (IOException impossible) {
            throw new McpUnreachableException(
                    "'" + builder.command().get(0) + "' cannot be started: " + impossible.getMessage());
        }
        thread("in", this::read);
        thread("out", this::write);
        thread("log", this::log);
    }

    /** The program and the scripts among its arguments. */
    private List<Path> programs() {
        List<Path> programs = new ArrayList<>();
        String program = builder.command().get(0);
        if (program.indexOf('/') >= 0) {
            programs.add(Path.of(program));
        } else {
            String path = builder.environment().getOrDefault("PATH", "");
            Stream.of(path.split(File.pathSeparator))
                    .map(folder -> Path.of(folder).resolve(program))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .ifPresent(programs::add);
        }
        builder.command().stream()
                .skip(1)
                .filter(argument -> argument.indexOf('\0') < 0)
                .map(Path::of)
                .filter(file -> Files.isRegularFile(file)
                        && (Files.isExecutable(file)
                                || SCRIPT.matcher(file.toString()).matches()))
                .forEach(programs::add);
        return programs;
    }

    private void thread(String what, Runnable task) {
        Background.start("mcp-" + name + "-" + what, task);
    }

    private void read() {
        try (InputStream in = process.getInputStream()) {
            lines(in, Rpc.MAX_MESSAGE_BYTES, this::received);
        } catch (IOException broken) {
            LOG.debug("MCP server {}: {}", name, broken.toString());
        }
        lost();
    }

    private void received(byte[] line, boolean whole) {
        if (!whole) {
            LOG.warn("MCP server {}: a message of more than {} bytes is dropped", name, Rpc.MAX_MESSAGE_BYTES);
            return;
        }
        try {
            JsonNode message = Rpc.parse(line);
            if (message.isArray()) {
                message.forEach(listener::message);
            } else {
                listener.message(message);
            }
        } catch (IOException noJson) {
            // Programs that print other things to their output are common; the lines are of no use here.
            listener.message(Rpc.object());
        }
    }

    private interface Line {
        void take(byte[] line, boolean whole);
    }

    /** Hands each line on, at most the first {@code limit} bytes of it. */
    private static void lines(InputStream in, int limit, Line to) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        byte[] buffer = new byte[BUFFER_BYTES];
        boolean whole = true;
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            int from = 0;
            for (int i = 0; i < read; i++) {
                if (buffer[i] == '\n') {
                    whole &= keep(line, buffer, from, i, limit);
                    if (line.size() > 0) {
                        to.take(line.toByteArray(), whole);
                    }
                    line.reset();
                    whole = true;
                    from = i + 1;
                }
            }
            whole &= keep(line, buffer, from, read, limit);
        }
    }

    private static boolean keep(ByteArrayOutputStream line, byte[] buffer, int from, int to, int limit) {
        int fits = Math.min(to - from, limit - line.size());
        line.write(buffer, from, fits);
        return fits == to - from;
    }

    private void write() {
        try (OutputStream out = process.getOutputStream()) {
            for (byte[] message = outgoing.take(); message != STOP; message = outgoing.take()) {
                out.write(message);
                out.write('\n');
                out.flush();
            }
        } catch (IOException broken) {
            lost();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Its first lines only: a process may complain without end. */
    private void log() {
        int[] logged = {0};
        try (InputStream errors = process.getErrorStream()) {
            lines(errors, LOGGED_LINE_BYTES, (line, whole) -> {
                if (logged[0] < LOGGED_LINES) {
                    String said = new String(line, StandardCharsets.UTF_8);
                    LOG.info("MCP server {} says: {}", name, McpFailure.cut(masked(said)));
                } else if (logged[0] == LOGGED_LINES) {
                    LOG.info("MCP server {} says more, which is not logged", name);
                }
                logged[0]++;
            });
        } catch (IOException closed) {
            LOG.debug("MCP server {}: {}", name, closed.toString());
        }
    }

    private String masked(String text) {
        String shown = text;
        for (String secret : secrets) {
            shown = shown.replace(secret, "********");
        }
        return shown;
    }

    private void lost() {
        if (over.compareAndSet(false, true)) {
            outgoing.offer(STOP);
            boolean ended = false;
            try {
                ended = process.waitFor(END_LIMIT_MS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            String why =
                    ended ? "its process ended with the code " + process.exitValue() : "its process closed its output";
            end();
            listener.lost(why);
        }
    }

    @Override
    public void initialized(String protocolVersion) {
        // The version is not repeated in what follows.
    }

    @Override
    public void listen() {
        // Whatever it says comes by its output.
    }

    @Override
    public void send(long id, byte[] message, Map<String, String> headers) {
        if (over.get() || !outgoing.offer(message)) {
            listener.refused(id, over.get() ? "its process is gone" : "it does not read its input");
        }
    }

    @Override
    public void abandon(long id) {
        // An answer that still comes is dropped.
    }

    @Override
    public void close() {
        if (process != null && over.compareAndSet(false, true)) {
            outgoing.clear();
            outgoing.offer(STOP);
            thread("end", this::end);
        }
    }

    @Override
    public void awaitEnd(long limitMs) throws InterruptedException {
        if (process != null) {
            process.waitFor(limitMs, TimeUnit.MILLISECONDS);
        }
    }

    /** Its closed input asks it to end; a process that stays is ended with what it started. */
    private void end() {
        List<ProcessHandle> children = process.descendants().toList();
        try {
            if (!process.waitFor(END_LIMIT_MS, TimeUnit.MILLISECONDS)) {
                process.destroy();
                if (!process.waitFor(END_LIMIT_MS, TimeUnit.MILLISECONDS)) {
                    process.destroyForcibly();
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
        children.forEach(ProcessHandle::destroy);
    }
}
