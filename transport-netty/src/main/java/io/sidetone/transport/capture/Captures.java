package io.sidetone.transport.capture;

import io.sidetone.core.call.CallSetup;
import io.sidetone.core.metrics.SharedCounters;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the packets of single calls into packet files, for as long as somebody asked: of a call that lives, of the next one, of the
 * next INVITE that is refused. Each begins with the SIP messages of the last minute. What is asked and stopped, and {@link #all}, on any thread; the
 * rest on the tap's.
 */
public final class Captures implements WireListener {
    /** A capture may wait as long as this, in ns. */
    static final long MOST_WAIT_NS = 86_400_000_000_000L;

    /** The ACK to a refusal may come as late as this, in ns. */
    static final long LINGER_NS = 5_000_000_000L;

    private static final Logger LOG = LoggerFactory.getLogger(Captures.class);
    private static final long OFF = 0;
    private static final long NS_PER_MS = 1_000_000L;
    private static final int FIRST_REFUSAL = 300;
    private static final int REMEMBERED = 256;

    /** A challenge asks for another INVITE, and 487 answers one that the caller took back. */
    private static final Set<Integer> NO_REFUSALS = Set.of(401, 407, 487);

    /** Opens the files. */
    interface Files {
        /** A new file. */
        record Opened(Path file, WritableByteChannel channel) {}

        /** Opens a file for a call, or for the capture of that id. */
        Opened open(String id) throws IOException;
    }

    private final CaptureSettings settings;
    private final Files files;
    private final SharedCounters<CaptureCounter> counters;
    private final Supplier<String> ids;
    private final List<Capture> running = new ArrayList<>();
    private final List<CaptureStatus> waiting = new ArrayList<>();
    private final Map<String, CaptureStatus> known = new LinkedHashMap<>();
    private final RecentSip recent = new RecentSip();
    private WireTap tap;
    private long numbers;

    /** A capture that takes packets; an INVITE that was refused has a call of its own. */
    private record Capture(
            CaptureStatus asked,
            CallTap call,
            long number,
            Path file,
            PcapFile pcap,
            long startNs,
            Set<String> dialogs) {
        private boolean ofRefusal() {
            return asked.wish() != null && asked.wish().next() == CaptureWish.Next.REFUSED;
        }

        private boolean takes(WirePacket packet) {
            return packet.kind() == WireKind.SIP
                    ? dialogs.contains(packet.sipCallId())
                    : packet.kind() == WireKind.MEDIA && packet.capture() == number;
        }
    }

    /**
     * Creates captures that begin when somebody asks.
     *
     * @param ids makes ids of captures, 26-character ULIDs; the tap's thread
     */
    public Captures(CaptureSettings settings, SharedCounters<CaptureCounter> counters, Supplier<String> ids) {
        this(settings, new CaptureFolder(settings.folder(), settings.maxBytes(), settings.maxFiles()), counters, ids);
    }

    Captures(CaptureSettings settings, Files files, SharedCounters<CaptureCounter> counters, Supplier<String> ids) {
        this.settings = settings;
        this.files = files;
        this.counters = counters;
        this.ids = ids;
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
        return CompletableFuture.supplyAsync(
                () -> {
                    if (running.stream().anyMatch(each -> each.call == call)) {
                        throw new CaptureRefusedException(
                                false, "this call is being captured; DELETE ends that capture");
                    }
                    return begin(asked(null), call);
                },
                tap::execute);
    }

    /**
     * Waits for what {@code wish} says, and captures it.
     *
     * @return completes with what waits, or with {@link CaptureRefusedException}, on the tap's thread
     */
    public CompletionStage<CaptureStatus> start(CaptureWish wish) {
        return CompletableFuture.supplyAsync(
                () -> {
                    CaptureStatus entry = asked(wish);
                    waiting.add(entry);
                    return publish(entry);
                },
                tap::execute);
    }

    private CaptureStatus asked(CaptureWish wish) {
        int all = running.size() + waiting.size();
        if (all >= settings.maxCalls()) {
            throw new CaptureRefusedException(
                    false,
                    all + " captures run or wait, as many as capture.max-calls allows; end one of"
                            + " GET /api/captures, or raise it");
        }
        Instant now = Instant.ofEpochMilli(tap.wallNs() / NS_PER_MS);
        return new CaptureStatus(ids.get(), "", wish, now, CaptureStatus.State.WAITING, "", null, 0, 0, "");
    }

    private CaptureStatus begin(CaptureStatus asked, CallTap call) {
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
            capture = new Capture(asked, call, number, opened.file(), header(opened), tap.wallNs(), new HashSet<>());
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
        LOG.info("Capturing {} in {}", call.callId(), capture.file);
        running.add(capture);
        follow(capture);
        flush(capture);
        return find(asked.captureId()).orElseThrow();
    }

    private static PcapFile header(Files.Opened opened) throws IOException {
        try {
            return new PcapFile(opened.channel());
        } catch (IOException e) {
            opened.channel().close();
            throw e;
        }
    }

    /** Begins a capture that waited; one that cannot be written has failed. */
    private void beginWaiting(CaptureStatus asked, CallTap call) {
        try {
            begin(asked, call);
            waiting.remove(asked);
        } catch (CaptureRefusedException refused) {
            if (refused.disk()) {
                waiting.remove(asked);
                publish(asked.unwritten(CaptureStatus.State.FAILED, refused.getMessage()));
            }
        }
    }

    /** Ends a capture; completes with what it has become, or with nothing where there is none. */
    public CompletionStage<Optional<CaptureStatus>> stop(String captureId) {
        return CompletableFuture.supplyAsync(
                () -> {
                    running.stream()
                            .filter(each -> each.asked.captureId().equals(captureId))
                            .findFirst()
                            .ifPresent(capture -> end(capture, CaptureStatus.State.ENDED, ""));
                    find(captureId)
                            .filter(waiting::remove)
                            .ifPresent(entry -> publish(entry.unwritten(CaptureStatus.State.CANCELLED, "")));
                    return find(captureId);
                },
                tap::execute);
    }

    private Optional<CaptureStatus> find(String captureId) {
        return all().stream().filter(each -> each.captureId().equals(captureId)).findFirst();
    }

    /** Returns those that wait or run and the latest that are over, the newest first. Any thread. */
    public List<CaptureStatus> all() {
        synchronized (known) {
            List<CaptureStatus> all = new ArrayList<>(known.values());
            Collections.reverse(all);
            return all;
        }
    }

    private CaptureStatus publish(CaptureStatus status) {
        synchronized (known) {
            known.put(status.captureId(), status);
            if (known.size() > REMEMBERED) {
                known.values().stream()
                        .filter(CaptureStatus::over)
                        .findFirst()
                        .ifPresent(oldest -> known.remove(oldest.captureId()));
            }
        }
        return status;
    }

    private CaptureStatus publish(Capture capture, CaptureStatus.State state, String problem) {
        return publish(new CaptureStatus(
                capture.asked.captureId(),
                capture.ofRefusal() ? "" : capture.call.callId(),
                capture.asked.wish(),
                capture.asked.askedAt(),
                state,
                capture.file.toString(),
                Instant.ofEpochMilli(capture.startNs / NS_PER_MS),
                capture.pcap.packets(),
                capture.pcap.bytes(),
                problem));
    }

    @Override
    public boolean takesSip() {
        return true;
    }

    @Override
    public boolean takesReports() {
        return false;
    }

    @Override
    public void onCallBegan(CallTap call, CallSetup.Identity who) {
        waiting.stream()
                .filter(each -> each.wish().wants(who))
                .findFirst()
                .ifPresent(asked -> beginWaiting(asked, call));
    }

    @Override
    public void onPacket(WirePacket packet) {
        boolean sip = packet.kind() == WireKind.SIP;
        if (sip && !waiting.isEmpty() && refuses(packet)) {
            waiting.stream()
                    .filter(each -> each.wish().next() == CaptureWish.Next.REFUSED)
                    .findFirst()
                    .ifPresent(asked -> {
                        CallTap refused = tap.call(asked.captureId());
                        refused.carriedBy(packet.sipCallId());
                        beginWaiting(asked, refused);
                    });
        }
        for (int i = running.size() - 1; i >= 0; i--) {
            Capture capture = running.get(i);
            follow(capture);
            if (capture.takes(packet)) {
                write(capture, packet);
                if (sip && capture.ofRefusal() && SipHead.isRequest(packet.payload(), "ACK")) {
                    end(capture, CaptureStatus.State.ENDED, "");
                }
            }
        }
        if (sip && !recent.add(packet)) {
            counters.increment(CaptureCounter.NOT_KEPT);
        }
    }

    /** Returns whether it is the first refusal of an INVITE that would have begun a call. */
    private boolean refuses(WirePacket packet) {
        int status = SipHead.status(packet.payload());
        String cseq = SipHead.header(packet.payload(), "cseq", "");
        if (!packet.sent() || status < FIRST_REFUSAL || NO_REFUSALS.contains(status) || !cseq.endsWith("INVITE")) {
            return false;
        }
        return recent.of(packet.sipCallId()).stream()
                .filter(before -> SipHead.header(before.payload(), "cseq", "").equals(cseq))
                .noneMatch(before -> before.sent()
                        ? SipHead.status(before.payload()) == status
                        : SipHead.header(before.payload(), "to", "t").contains(";tag="));
    }

    /** Writes what is known of the dialog that carries the call now. */
    private void follow(Capture capture) {
        String dialog = capture.call.sipCallId();
        if (!dialog.isEmpty() && capture.dialogs.add(dialog)) {
            recent.of(dialog).forEach(message -> write(capture, message));
        }
    }

    private void write(Capture capture, WirePacket packet) {
        if (!running.contains(capture)) {
            return;
        }
        long after = capture.pcap.bytes() + PcapFile.RECORD_BYTES + IpPacket.MAX_HEADERS + packet.payload().length;
        if (after > settings.maxBytes() || packet.wallNs() - capture.startNs > settings.maxNs()) {
            limited(capture);
            return;
        }
        try {
            capture.pcap.write(packet.wallNs(), packet.from(), packet.to(), packet.payload());
        } catch (IOException e) {
            failed(capture, e);
        }
    }

    @Override
    public void onCallEnded(CallTap call) {
        running.stream()
                .filter(each -> each.call == call)
                .findFirst()
                .ifPresent(capture -> end(capture, CaptureStatus.State.ENDED, ""));
    }

    @Override
    public void onIdle(long wallNs) {
        recent.expire(wallNs);
        for (CaptureStatus asked : List.copyOf(waiting)) {
            if (wallNs - asked.askedAt().toEpochMilli() * NS_PER_MS > MOST_WAIT_NS) {
                waiting.remove(asked);
                publish(asked.unwritten(CaptureStatus.State.EXPIRED, ""));
            }
        }
        for (Capture capture : List.copyOf(running)) {
            follow(capture);
            if (wallNs - capture.startNs > settings.maxNs()) {
                limited(capture);
            } else if (capture.ofRefusal() && wallNs - capture.startNs > LINGER_NS) {
                end(capture, CaptureStatus.State.ENDED, "");
            } else {
                flush(capture);
            }
        }
    }

    private void flush(Capture capture) {
        if (!running.contains(capture)) {
            return;
        }
        try {
            capture.pcap.flush();
            publish(capture, CaptureStatus.State.RUNNING, "");
        } catch (IOException e) {
            failed(capture, e);
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
        if (!running.remove(capture)) {
            return;
        }
        capture.call.capture(OFF);
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
                "Capture in {} is {}: {} packets, {} bytes {}",
                capture.file,
                last,
                status.packets(),
                status.bytes(),
                why);
    }

    @Override
    public void onClose() {
        List.copyOf(running).forEach(capture -> end(capture, CaptureStatus.State.ENDED, ""));
    }
}
