package io.sidetone.server.records.recording;

import io.sidetone.config.agent.RecordingConfig;
import io.sidetone.core.background.Background;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.server.records.delivery.SteadyClock;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes recordings that were kept long enough, and the oldest where a folder is too large. Only finished files that are
 * named after calls go; those of calls that go on, and those that are being sent, stay. On a thread of its own, once a
 * minute, at most {@value #MAX_AT_ONCE} recordings of a folder each time. Age counts only while the clock can be believed.
 */
public final class RecordingRetention implements AutoCloseable {
    static final int MAX_AT_ONCE = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(RecordingRetention.class);
    private static final long PERIOD_S = 60;
    private static final Pattern NAME = Pattern.compile("([0-9A-Z]{26})\\.(wav|json)");
    private static final Comparator<Kept> OLDEST_FIRST = Comparator.comparingLong(Kept::modifiedMs)
            .thenComparing(kept -> kept.file().toString());

    private final Supplier<List<RecordingConfig>> configured;
    private final Function<String, RecordedCall> calls;
    private final SharedCounters<RecordingCounter> counters;
    private final SteadyClock clock;
    private boolean warned;
    private boolean doubted;
    private final ScheduledExecutorService thread = Background.timer("recording-retention");

    /** A finished recording. */
    private record Kept(Path file, long modifiedMs, long bytes) {}

    /** Limits of a folder; zero for no limit. */
    private record Limits(Duration keep, long maxBytes) {
        boolean any() {
            return !keep.isZero() || maxBytes > 0;
        }
    }

    /**
     * Creates it; {@link #start} begins.
     *
     * @param configured how agents are recorded now
     * @param recordings know the calls of this process
     */
    public RecordingRetention(Supplier<List<RecordingConfig>> configured, Recordings recordings) {
        this(
                configured,
                recordings::find,
                recordings.counters(),
                new SteadyClock(System::currentTimeMillis, System::nanoTime));
    }

    RecordingRetention(
            Supplier<List<RecordingConfig>> configured,
            Function<String, RecordedCall> calls,
            SharedCounters<RecordingCounter> counters,
            SteadyClock clock) {
        this.configured = configured;
        this.calls = calls;
        this.counters = counters;
        this.clock = clock;
    }

    /** Looks at the folders now and then. */
    public RecordingRetention start() {
        thread.scheduleWithFixedDelay(this::pass, 0, PERIOD_S, TimeUnit.SECONDS);
        return this;
    }

    /** Looks at every folder once. */
    void pass() {
        try {
            Map<Path, Limits> folders = new LinkedHashMap<>();
            for (RecordingConfig each : configured.get()) {
                each.dir().ifPresent(folder -> folders.put(folder, new Limits(each.keep(), each.maxBytes())));
            }
            folders.forEach((folder, limits) -> {
                if (limits.any()) {
                    bound(folder, limits);
                }
            });
        } catch (RuntimeException defect) {
            LOG.error("Recordings could not be looked at for old ones", defect);
        }
    }

    private void bound(Path folder, Limits limits) {
        long oldestMs = limits.keep().isZero()
                ? Long.MIN_VALUE
                : clock.wallMs() - limits.keep().toMillis();
        PriorityQueue<Kept> oldest = new PriorityQueue<>(OLDEST_FIRST.reversed());
        long bytes = 0;
        long all = 0;
        long tooOld = 0;
        int removed = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                BasicFileAttributes about = about(file);
                if (about == null || !about.isRegularFile()) {
                    continue;
                }
                bytes += about.size();
                long modifiedMs = about.lastModifiedTime().toMillis();
                if (!removable(file, modifiedMs, oldestMs)) {
                    continue;
                }
                all++;
                tooOld += modifiedMs < oldestMs ? 1 : 0;
                oldest.add(new Kept(file, modifiedMs, about.size()));
                if (oldest.size() > MAX_AT_ONCE) {
                    oldest.poll();
                }
            }
        } catch (NoSuchFileException none) {
            return;
        } catch (IOException | DirectoryIteratorException e) {
            trouble(folder, e);
            return;
        }
        boolean believed = tooOld == 0 || clock.mayRemove(tooOld, all);
        doubt(folder, believed, tooOld, all);
        long freed = 0;
        for (Kept each : oldest.stream().sorted(OLDEST_FIRST).toList()) {
            boolean old = believed && each.modifiedMs() < oldestMs;
            boolean over = limits.maxBytes() > 0 && bytes - freed > limits.maxBytes();
            if (!old && !over) {
                break;
            }
            if (remove(each, old ? RecordingCounter.EXPIRED : RecordingCounter.EVICTED)) {
                freed += each.bytes();
                removed++;
            }
        }
        if (removed > 0) {
            LOG.info("{}: {} recordings were removed, {} bytes", folder, removed, freed);
        }
    }

    private void doubt(Path folder, boolean believed, long tooOld, long all) {
        if (!believed && !doubted) {
            LOG.warn(
                    "{}: {} of {} files are older than keep; nothing is removed in the first ten minutes of the server or"
                            + " after its clock jumped, nor more than half at once on the first day",
                    folder,
                    tooOld,
                    all);
        }
        doubted = !believed;
    }

    /** Returns whether a file is that of a call that is over and not on its way, or what is left of one that was removed. */
    private boolean removable(Path file, long modifiedMs, long oldestMs) {
        String name = file.getFileName().toString();
        if (!NAME.matcher(name).matches()) {
            return false;
        }
        if (name.endsWith(RecordingFolder.FACTS)) {
            Path recording = file.resolveSibling(name.substring(0, name.indexOf('.')) + RecordingFolder.SUFFIX);
            return modifiedMs < oldestMs && !Files.exists(recording) && !Files.exists(RecordingFolder.part(recording));
        }
        RecordedCall call = calls.apply(name.substring(0, name.indexOf('.')));
        return call == null || call.finished().isDone();
    }

    private static BasicFileAttributes about(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class);
        } catch (NoSuchFileException gone) {
            return null;
        }
    }

    /** The sound first: what is left when this process dies in between is found again. */
    private boolean remove(Kept recording, RecordingCounter why) {
        Path file = recording.file();
        String name = file.getFileName().toString();
        try {
            Files.deleteIfExists(file);
            if (name.endsWith(RecordingFolder.SUFFIX)) {
                Files.deleteIfExists(RecordingFolder.facts(file));
                counters.increment(why);
            }
            RecordedCall call = calls.apply(name.substring(0, name.indexOf('.')));
            if (call != null) {
                call.removed();
            }
            warned = false;
            return true;
        } catch (IOException e) {
            trouble(file, e);
            return false;
        }
    }

    /** Logged once until something is removed. */
    private void trouble(Path what, Exception why) {
        counters.increment(RecordingCounter.REMOVE_FAILURES);
        if (!warned) {
            warned = true;
            LOG.warn(
                    "{} cannot be looked at or removed though it was kept long enough: {}; further ones are only counted",
                    what,
                    why.toString());
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
