package io.sidetone.bench.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Answers that a JVM gives about itself when the JDK's {@code jcmd} asks. Blocks. */
public final class Jcmd {
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

    private final Path program;
    private final long pid;

    /** Asks the JVM with process id {@code pid}; the JVM of this process is of the same JDK. */
    public Jcmd(long pid) {
        this.program = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        this.pid = pid;
    }

    /** Returns the bytes of all objects that are alive; the JVM collects its whole heap first. */
    public long heapAliveBytes() throws IOException, InterruptedException {
        return total(ask("GC.class_histogram"));
    }

    /** Returns the bytes of all objects in a histogram of classes. */
    public static long total(String histogram) throws IOException {
        Matcher total = TOTAL.matcher(histogram);
        if (!total.find()) {
            throw new IOException("the histogram of classes has no total:\n"
                    + histogram.substring(0, Math.min(500, histogram.length())));
        }
        return Long.parseLong(total.group(1));
    }

    /** Runs one diagnostic command and returns its answer. */
    public String ask(String... command) throws IOException, InterruptedException {
        if (!Files.isExecutable(program)) {
            throw new IOException(program + " is not there: this Java is no whole JDK; name one with SIDETONE_JAVA");
        }
        List<String> line = new ArrayList<>(List.of(program.toString(), Long.toString(pid)));
        line.addAll(List.of(command));
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("jcmd " + String.join(" ", command) + " failed:\n" + answer);
        }
        return answer;
    }
}
