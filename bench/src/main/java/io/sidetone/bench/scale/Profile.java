package io.sidetone.bench.scale;

import io.sidetone.bench.harness.Jcmd;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Where a server's processor time goes, from samples of Java Flight Recorder: by group of threads, by room, which is the
 * package of the innermost method of ours, and by innermost method. From JDK 25 on samples are of processor time, native code
 * included; before, only of threads that run Java code. Threads of the JVM itself have no samples.
 */
final class Profile {
    private static final String NAME = "scale";
    private static final String OURS = "io.sidetone.";
    private static final int CPU_TIME_SINCE = 25;
    /** Of processor time; the tick of the kernel may be longer. */
    private static final String SAMPLE_EVERY = "2ms";

    private static final int METHODS = 10;
    private static final int ROOMS = 12;

    private final Map<String, Integer> groups = new TreeMap<>();
    private final Map<String, Integer> rooms = new TreeMap<>();
    private final Map<String, Integer> methods = new TreeMap<>();
    private int samples;

    /** Begins a recording in the JVM that {@code jcmd} asks. */
    static void start(Jcmd jcmd) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("JFR.start", "name=" + NAME, "settings=profile"));
        if (Runtime.version().feature() >= CPU_TIME_SINCE) {
            command.add("jdk.CPUTimeSample#enabled=true");
            command.add("jdk.CPUTimeSample#throttle=" + SAMPLE_EVERY);
        }
        jcmd.ask(command.toArray(String[]::new));
    }

    /** Ends the recording and writes it to {@code file}. */
    static void stop(Jcmd jcmd, Path file) throws IOException, InterruptedException {
        jcmd.ask("JFR.stop", "name=" + NAME, "filename=" + file.toAbsolutePath());
    }

    /** Returns what the samples in {@code file} come to. */
    static Profile read(Path file) throws IOException {
        Profile cpuTime = new Profile();
        Profile execution = new Profile();
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                switch (event.getEventType().getName()) {
                    case "jdk.CPUTimeSample" -> cpuTime.add(event, "eventThread");
                    case "jdk.ExecutionSample" -> execution.add(event, "sampledThread");
                    default -> {}
                }
            }
        }
        return cpuTime.samples > 0 ? cpuTime : execution;
    }

    private void add(RecordedEvent event, String threadField) {
        if (event.getStackTrace() == null || !(event.getValue(threadField) instanceof RecordedThread thread)) {
            return;
        }
        String name = thread.getJavaName() == null ? "" : thread.getJavaName();
        List<String> frames = new ArrayList<>();
        for (RecordedFrame frame : event.getStackTrace().getFrames()) {
            frames.add(frame.getMethod().getType().getName() + "."
                    + frame.getMethod().getName());
        }
        add(name, frames);
    }

    /** Adds a sample of the thread of that name; methods with their classes, the innermost first. */
    void add(String thread, List<String> frames) {
        samples++;
        groups.merge(ThreadGroups.of(thread.replaceAll("[-_ #0-9].*", "")), 1, Integer::sum);
        rooms.merge(room(frames), 1, Integer::sum);
        if (!frames.isEmpty()) {
            methods.merge(frames.get(0), 1, Integer::sum);
        }
    }

    private static String room(List<String> frames) {
        for (String frame : frames) {
            if (frame.startsWith(OURS)) {
                String type = frame.substring(0, frame.lastIndexOf('.'));
                return type.substring(OURS.length(), Math.max(OURS.length(), type.lastIndexOf('.')));
            }
        }
        return "none of ours";
    }

    /** Returns how many samples there are. */
    int samples() {
        return samples;
    }

    /** Returns Markdown: three tables. */
    List<String> markdown() {
        List<String> lines = new ArrayList<>();
        table(lines, "threads", groups, ThreadGroups.ALL.size());
        table(lines, "room", rooms, ROOMS);
        table(lines, "innermost method", methods, METHODS);
        return lines;
    }

    private void table(List<String> lines, String what, Map<String, Integer> counts, int limit) {
        lines.add("");
        lines.add("| " + what + " | share of " + samples + " samples |");
        lines.add("|---|---|");
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(limit)
                .forEach(entry -> lines.add(String.format(
                        Locale.ROOT, "| %s | %.1f %% |", entry.getKey(), 100.0 * entry.getValue() / samples)));
    }
}
