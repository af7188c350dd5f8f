package io.sidetone.bench.engines;

import io.sidetone.bench.harness.Jcmd;
import io.sidetone.bench.harness.Target;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;

/**
 * The resources of the server at one moment.
 *
 * @param threads by the first word of their names
 * @param descriptors files and sockets
 * @param providers connections, by service
 * @param heapBytes live heap after a full collection
 * @param residentBytes of the process
 */
record Usage(
        Map<String, Integer> threads,
        long descriptors,
        Map<String, Integer> providers,
        double heapBytes,
        long residentBytes) {
    static Usage of(Target server, Providers providers) throws IOException, InterruptedException {
        Map<String, Integer> connections = providers.connections();
        Map<String, Integer> threads = server.threads();
        long descriptors = server.descriptors();
        long residentBytes = server.residentBytes();
        new Jcmd(server.pid()).ask("GC.run");
        double heapBytes = server.scrape().sum("sidetone_jvm_heap_used_bytes");
        return new Usage(threads, descriptors, connections, heapBytes, residentBytes);
    }

    private int allThreads() {
        return threads.values().stream().mapToInt(Integer::intValue).sum();
    }

    private int allConnections() {
        return providers.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Prints the usage with {@code calls} calls; {@code none} is the server without calls. */
    void report(PrintStream out, Usage none, int calls, double cpu) {
        line(out, "threads", "%d, %d without calls: %s", allThreads(), none.allThreads(), threads);
        line(out, "connections to services", "%d: %s", allConnections(), providers);
        line(out, "descriptors", "%d, %d without calls", descriptors, none.descriptors);
        line(
                out,
                "live heap after a collection",
                "%.1f MB, %.1f without calls: %.0f KB a call",
                heapBytes / 1e6,
                none.heapBytes / 1e6,
                (heapBytes - none.heapBytes) / 1e3 / calls);
        line(out, "resident memory", "%.0f MB, %.0f without calls", residentBytes / 1e6, none.residentBytes / 1e6);
        line(out, "processor", "%.2f seconds a second: %.2f ms a call-second", cpu, 1e3 * cpu / calls);
    }

    /** Prints what is left after the last call; {@code none} is the server before the first. */
    void left(PrintStream out, Usage none) {
        line(out, "left: connections to services", "%s; before %s", providers, none.providers);
        line(out, "left: descriptors", "%d; before %d", descriptors, none.descriptors);
        line(out, "left: live heap", "%.1f MB; before %.1f", heapBytes / 1e6, none.heapBytes / 1e6);
        line(out, "left: threads", "%d; before %d", allThreads(), none.allThreads());
    }

    private static void line(PrintStream out, String what, String format, Object... values) {
        out.println(String.format(Locale.ROOT, "%-30s ", what) + String.format(Locale.ROOT, format, values));
    }
}
