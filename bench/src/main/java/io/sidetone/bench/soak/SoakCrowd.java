package io.sidetone.bench.soak;

import io.sidetone.bench.calls.CrowdMedia;
import io.sidetone.bench.calls.CrowdPhone;
import io.sidetone.tools.softphone.signalling.PhoneCallLeg;
import io.sidetone.tools.softphone.signalling.SipTarget;
import io.sidetone.transport.sip.sdp.LocalMedia;
import io.sidetone.transport.sip.sdp.MediaAgreement;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import io.sidetone.transport.sip.ua.SipEndCause;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** All lines of callers, one telephone that signals for them, and their media. Its counters may be read by any thread. */
final class SoakCrowd implements AutoCloseable {
    private static final int STEP_MS = 20;

    /** One new line after the other, at first: no sooner than this. */
    private static final long LEAST_APART_NS = 25_000_000L;

    private final CrowdPhone phone;
    private final SipTarget target;
    private final List<SoakCaller> callers = new ArrayList<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "soak-callers");
        thread.setDaemon(true);
        return thread;
    });
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong holds = new AtomicLong();
    private final Map<String, Integer> failures = new ConcurrentHashMap<>();
    private final AtomicReference<Throwable> defect = new AtomicReference<>();

    private SoakCrowd(CrowdPhone phone, SipTarget target) {
        this.phone = phone;
        this.target = target;
    }

    /**
     * Begins: {@code lines} lines call {@code address}, HOST:PORT; {@code lossShare} of their packets get lost.
     *
     * @param withinNs all lines have called once by then, where that leaves 25 ms between two
     */
    static SoakCrowd open(String address, int lines, double lossShare, long seed, long withinNs) throws IOException {
        CrowdPhone phone = CrowdPhone.open(lines);
        phone.media().lose(lossShare, seed);
        SoakCrowd crowd = new SoakCrowd(phone, SipTarget.resolve("sip:desk@" + address));
        long firstNs = System.nanoTime();
        long apartNs = Math.max(LEAST_APART_NS, withinNs / lines);
        for (int i = 0; i < lines; i++) {
            crowd.callers.add(
                    new SoakCaller(crowd.new Telephone(i), new CallerHabits(seed + i), firstNs + i * apartNs));
        }
        crowd.timer.scheduleAtFixedRate(crowd::step, STEP_MS, STEP_MS, TimeUnit.MILLISECONDS);
        return crowd;
    }

    private void step() {
        try {
            long nowNs = System.nanoTime();
            long answered = 0;
            long held = 0;
            for (SoakCaller caller : callers) {
                caller.step(nowNs);
                answered += caller.calls();
                held += caller.holds();
            }
            calls.set(answered);
            holds.set(held);
        } catch (RuntimeException e) {
            defect.compareAndSet(null, e);
        }
    }

    private CrowdMedia media() {
        return phone.media();
    }

    /** Calls that were answered so far. */
    long calls() {
        return calls.get();
    }

    /** Times that an agent was put on hold so far. */
    long holds() {
        return holds.get();
    }

    /** What went another way than it should, and how often. */
    Map<String, Integer> failures() {
        return Map.copyOf(failures);
    }

    /** Throws when the callers themselves broke down. */
    void check() throws IOException {
        media().check();
        if (defect.get() != null) {
            throw new IOException("the callers broke down: " + defect.get(), defect.get());
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        media().stop();
        phone.close();
    }

    /** One line's telephone. Timer thread; what its call says is handed over to it. */
    private final class Telephone implements SoakCaller.Line {
        private final int number;
        private PhoneCallLeg leg;

        Telephone(int number) {
            this.number = number;
        }

        @Override
        public void call() {
            try {
                leg = phone.sip()
                        .place(target, media().port(number), LocalMedia.NARROWBAND, SrtpPolicy.OFF, new Events(number));
            } catch (IOException gone) {
                failed("no media port: " + gone.getMessage());
            }
        }

        @Override
        public void talk(MediaAgreement agreed) {
            media().send(number, agreed.remoteRtp(), null, agreed.remoteRtp());
        }

        @Override
        public void hold(boolean on) {
            leg.hold(on);
        }

        @Override
        public void hangUp() {
            try {
                media().renew(number);
            } catch (IOException none) {
                failed("no media port: " + none.getMessage());
            }
            if (leg != null) {
                leg.hangUp();
            }
        }

        @Override
        public void failed(String why) {
            failures.merge(why, 1, Integer::sum);
        }
    }

    private final class Events implements PhoneCallLeg.Listener {
        private final int number;

        Events(int number) {
            this.number = number;
        }

        @Override
        public void onAnswered(MediaAgreement agreed, long nowNs) {
            timer.execute(() -> callers.get(number).answered(agreed, nowNs));
        }

        @Override
        public void onEnded(SipEndCause cause, String problem, long nowNs) {
            if (!timer.isShutdown()) {
                timer.execute(() -> callers.get(number).ended(cause + (problem == null ? "" : ", " + problem), nowNs));
            }
        }
    }
}
