package io.sidetone.transport.capture;

import io.sidetone.core.metrics.SharedCounters;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the packets of single calls into packet files, for as long as somebody asked. {@link #start}, {@link #stop} and {@link
 * #status} on any thread, the rest on the tap's.
 */
public final class Captures implements WireListener {
    private static final Logger LOG = LoggerFactory.getLogger(Captures.class);
    private static final int REMEMBERED = 256;
    private static final long OFF = 0;
    private static final long NS_PER_MS = 1_000_000L;

    /** Opens the files. */
    interface Files {
        /** A new file. */
        record Opened(Path file, WritableByteChannel channel) {}

        /** Opens a file for a call. */
        Opened open(String callId) throws IOException;
    }

    private final CaptureSettings settings;
    private final Files files;
    private final SharedCounters<CaptureCounter> counters;
    private final List<Capture> running = new ArrayList<>();
    private final Map<String, CaptureStatus> known = new LinkedHashMap<>();
    private volatile boolean awake;
    private WireTap tap;
    private long numbers;

    private static final class Capture {
        private final long number;
        private final CallTap call;
        private final Path file;
        private final PcapFile pcap;
        private final long startNs;
        private long packets;

        private Capture(long number, CallTap call, Path file, PcapFile pcap, long startNs) {
            this.number = number;
            this.call = call;
            this.file = file;
            this.pcap = pcap;
            this.startNs = startNs;
        }
    }

    /** Creates captures that begin when {@link #start} is called. */
    public Captures(CaptureSettings settings, SharedCounters<CaptureCounter> counters) {
        this(settings, new CaptureFolder(settings.folder(), settings.maxBytes(), settings.maxFiles()), counters);
    }

    Captures(CaptureSettings settings, Files files, SharedCounters<CaptureCounter> counters) {
        this.settings = settings;
        this.files = files;
        this.counters = counters;
    }

    /** Says whose packets come; before the first capture. */
    public void tap(WireTap newTap) {
        tap = newTap;
    }

    /**
     * Begins to capture a call.
     *
     * @return completes with what began, or with {@link CaptureRefusedException}, on the tap's thread
     */
    public CompletionStage<CaptureStatus> start(CallTap call) {
        CompletableFuture<CaptureStatus> result = new CompletableFuture<>();
        tap.execute(() -> {
            try {
                result.complete(begin(call));
            } catch (CaptureRefusedException refused) {
                result.completeExceptionally(refused);
            }
        });
        return result;
    }

    private CaptureStatus begin(CallTap call) throws CaptureRefusedException {
        if (running.stream().anyMatch(each -> each.call == call)) {
            throw new CaptureRefusedException(false, "this call is being captured; DELETE ends that capture");
        }
        if (running.size() >= settings.maxCalls()) {
            throw new CaptureRefusedException(
                    false,
                    running.size()
                            + " calls are being captured, as many as capture.max-calls allows; end one, or raise it");
        }
        // An end after the number is set reaches onCallEnded, one before it is seen here.
        long number = ++numbers;
        call.capture(number);
        if (call.isOver()) {
            call.capture(OFF);
            throw CaptureRefusedException.over();
        }
        Capture capture;
        try {
            Files.Opened opened = files.open(call.callId());
            capture = new Capture(number, call, opened.file(), header(opened), tap.wallNs());
        } catch (IOException e) {
            call.capture(OFF);
            counters.increment(CaptureCounter.WRITE_FAILED);
            LOG.warn("No capture of {}: {}", call.callId(), e.toString());
            throw new CaptureRefusedException(
                    true,
                    "the folder of captures cannot be written (" + e.getMessage()
                            + "); free space, or name another capture.dir");
        }
        counters.increment(CaptureCounter.STARTED);
        LOG.info("Capturing call {} in {}", call.callId(), capture.file);
        running.add(capture);
        awake = true;
        return publish(capture, CaptureStatus.State.RUNNING, "");
    }

    private static PcapFile header(Files.Opened opened) throws IOException {
        try {
            return new PcapFile(opened.channel());
        } catch (IOException e) {
            opened.channel().close();
            throw e;
        }
    }

    /** Ends the capture of a call; completes with what it has become, or with nothing where there is none. */
    public CompletionStage<Optional<CaptureStatus>> stop(String callId) {
        CompletableFuture<Optional<CaptureStatus>> result = new CompletableFuture<>();
        tap.execute(() -> {
            find(callId).ifPresent(capture -> end(capture, CaptureStatus.State.ENDED, ""));
            result.complete(status(callId));
        });
        return result;
    }

    /** Returns the last capture of a call. Any thread. */
    public Optional<CaptureStatus> status(String callId) {
        synchronized (known) {
            return Optional.ofNullable(known.get(callId));
        }
    }

    private Optional<Capture> find(String callId) {
        return running.stream()
                .filter(each -> each.call.callId().equals(callId))
                .findFirst();
    }

    @Override
    public boolean takesSip() {
        return awake;
    }

    @Override
    public boolean takesReports() {
        return false;
    }

    @Override
    public void onPacket(WirePacket packet) {
        for (int i = running.size() - 1; i >= 0; i--) {
            Capture capture = running.get(i);
            boolean its = packet.kind() == WireKind.SIP
                    ? packet.sipCallId().equals(capture.call.sipCallId())
                    : packet.kind() == WireKind.MEDIA && packet.capture() == capture.number;
            if (its) {
                write(capture, packet);
            }
        }
    }

    private void write(Capture capture, WirePacket packet) {
        long after = capture.pcap.bytes() + PcapFile.RECORD_BYTES + IpPacket.MAX_HEADERS + packet.payload().length;
        if (after > settings.maxBytes() || packet.wallNs() - capture.startNs > settings.maxNs()) {
            limited(capture);
            return;
        }
        try {
            capture.pcap.write(packet.wallNs(), packet.from(), packet.to(), packet.payload());
            capture.packets++;
        } catch (IOException e) {
            failed(capture, e);
        }
    }

    @Override
    public void onCallEnded(CallTap call) {
        find(call.callId()).ifPresent(capture -> end(capture, CaptureStatus.State.ENDED, ""));
    }

    @Override
    public void onIdle(long wallNs) {
        for (int i = running.size() - 1; i >= 0; i--) {
            Capture capture = running.get(i);
            if (wallNs - capture.startNs > settings.maxNs()) {
                limited(capture);
                continue;
            }
            try {
                capture.pcap.flush();
                publish(capture, CaptureStatus.State.RUNNING, "");
            } catch (IOException e) {
                failed(capture, e);
            }
        }
    }

    private void limited(Capture capture) {
        counters.increment(CaptureCounter.LIMITED);
        end(capture, CaptureStatus.State.LIMITED, "");
    }

    private void failed(Capture capture, IOException cause) {
        counters.increment(CaptureCounter.WRITE_FAILED);
        end(capture, CaptureStatus.State.FAILED, cause.getMessage() + "; free space, or name another capture.dir");
    }

    private void end(Capture capture, CaptureStatus.State state, String problem) {
        running.remove(capture);
        capture.call.capture(OFF);
        awake = !running.isEmpty();
        CaptureStatus.State last = state;
        String why = problem;
        try {
            capture.pcap.close();
        } catch (IOException e) {
            if (last != CaptureStatus.State.FAILED) {
                counters.increment(CaptureCounter.WRITE_FAILED);
                last = CaptureStatus.State.FAILED;
                why = e.getMessage() + "; free space, or name another capture.dir";
            }
        }
        CaptureStatus status = publish(capture, last, why);
        LOG.info(
                "Capture of call {} is {}: {} packets, {} bytes {}",
                capture.call.callId(),
                last,
                status.packets(),
                status.bytes(),
                why);
    }

    private CaptureStatus publish(Capture capture, CaptureStatus.State state, String problem) {
        CaptureStatus status = new CaptureStatus(
                state,
                capture.file.toString(),
                Instant.ofEpochMilli(capture.startNs / NS_PER_MS),
                capture.packets,
                capture.pcap.bytes(),
                problem);
        synchronized (known) {
            known.remove(capture.call.callId());
            known.put(capture.call.callId(), status);
            if (known.size() > REMEMBERED) {
                known.remove(known.keySet().iterator().next());
            }
        }
        return status;
    }

    @Override
    public void onClose() {
        for (Capture capture : List.copyOf(running)) {
            end(capture, CaptureStatus.State.ENDED, "");
        }
    }
}
