package io.sidetone.bench.callers;

import io.sidetone.tools.softphone.signalling.PhoneCallLeg;
import io.sidetone.tools.softphone.signalling.SipPhone;
import io.sidetone.tools.softphone.signalling.SipTarget;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.sip.sdp.LocalMedia;
import io.sidetone.transport.sip.sdp.MediaAgreement;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import io.sidetone.transport.sip.ua.SipEndCause;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Callers of the agent {@code desk} by SIP, encrypted or not: one telephone signals for all lines, one thread sends for all. sipp
 * cannot stand in: Debian's has no SRTP. Its counters may be read by any thread.
 */
public final class SipCallers implements Callers {
    private static final int STEP_MS = 5;
    private static final int ANSWER_LIMIT_S = 20;
    private static final long STAYING_APART_NS = 5_000_000L;

    private final SipPhone sip;
    private final RtpCallers media;
    private final SipTarget target;
    private final SrtpPolicy srtp;
    private final List<Line> lines = new ArrayList<>();
    private final Map<String, Integer> failures = new ConcurrentHashMap<>();
    private final AtomicReference<Throwable> defect = new AtomicReference<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "callers");
        thread.setDaemon(true);
        return thread;
    });
    private volatile long calls;
    private volatile long holds;

    /**
     * Begins: one line for each of {@code habits} calls {@code address}, HOST:PORT, each {@code apartNs} after the one before.
     *
     * @throws IOException when ports or the address cannot be had
     */
    public SipCallers(String address, SrtpPolicy srtp, List<CallerHabits> habits, long apartNs) throws IOException {
        InetAddress local = InetAddress.getLoopbackAddress();
        this.target = SipTarget.resolve("sip:desk@" + address);
        this.srtp = srtp;
        this.media = new RtpCallers(local, habits.size(), false);
        try {
            sip = SipPhone.open(local, Optional.empty(), System::nanoTime);
        } catch (BindFailedException taken) {
            media.close();
            throw new IOException(taken.getMessage(), taken);
        }
        long firstNs = System.nanoTime();
        for (int i = 0; i < habits.size(); i++) {
            lines.add(new Line(i, habits.get(i), firstNs + i * apartNs));
        }
        timer.scheduleAtFixedRate(this::step, 0, STEP_MS, TimeUnit.MILLISECONDS);
    }

    /** Returns {@code count} callers who stay; waits until all are answered and talk. */
    public static SipCallers talking(String address, int count, SrtpPolicy srtp)
            throws IOException, InterruptedException {
        // No crowd comes in one moment.
        SipCallers callers =
                new SipCallers(address, srtp, Collections.nCopies(count, CallerHabits.staying()), STAYING_APART_NS);
        try {
            long giveUpNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWER_LIMIT_S) + count * STAYING_APART_NS;
            while (callers.calls < count) {
                callers.check();
                if (System.nanoTime() - giveUpNs > 0) {
                    throw new IOException(count - callers.calls + " of " + count + " calls were not answered in "
                            + ANSWER_LIMIT_S + " s");
                }
                TimeUnit.MILLISECONDS.sleep(STEP_MS);
            }
            return callers;
        } catch (IOException | InterruptedException | RuntimeException e) {
            callers.close();
            throw e;
        }
    }

    private void step() {
        try {
            long nowNs = System.nanoTime();
            long answered = 0;
            long held = 0;
            for (Line line : lines) {
                line.caller.step(nowNs);
                answered += line.caller.calls();
                held += line.caller.holds();
            }
            calls = answered;
            holds = held;
        } catch (RuntimeException e) {
            defect.compareAndSet(null, e);
        }
    }

    /** From now on {@code share} of the packets, 0 to 1, get lost on their way; the same {@code seed} loses the same ones. */
    public void lose(double share, long seed) {
        media.lose(share, seed);
    }

    /** Returns how many calls were answered so far. */
    public long calls() {
        return calls;
    }

    /** Returns how often an agent was put on hold so far. */
    public long holds() {
        return holds;
    }

    /** Returns what went another way than it should, and how often. */
    public Map<String, Integer> failures() {
        return Map.copyOf(failures);
    }

    /** Throws when the callers themselves broke down, whatever became of their calls. */
    public void requireWell() throws IOException {
        media.check();
        if (defect.get() != null) {
            throw new IOException("the callers broke down: " + defect.get(), defect.get());
        }
    }

    @Override
    public void check() throws IOException {
        requireWell();
        if (!failures.isEmpty()) {
            throw new IOException("calls failed: " + failures);
        }
    }

    @Override
    public long sent() {
        return media.sent();
    }

    @Override
    public long received() {
        return media.received();
    }

    @Override
    public void hush() {
        media.hush();
    }

    /** Hangs up, closes the telephone, which waits for its last answers, and then the media ports. */
    @Override
    public void close() {
        timer.shutdownNow();
        media.stop();
        lines.forEach(Line::goodbye);
        sip.close();
        media.close();
    }

    /** One line's telephone. Timer thread; what its call says is handed over to it. */
    private final class Line implements Caller.Telephone, PhoneCallLeg.Listener {
        private final int number;
        private final Caller caller;
        private volatile PhoneCallLeg leg;

        Line(int number, CallerHabits habits, long firstNs) {
            this.number = number;
            this.caller = new Caller(this, habits, firstNs);
        }

        @Override
        public void call() {
            try {
                leg = sip.place(target, media.port(number), LocalMedia.NARROWBAND, srtp, this);
            } catch (IOException gone) {
                failed("no media port: " + gone.getMessage());
            }
        }

        @Override
        public void talk(MediaAgreement agreed) {
            media.send(number, agreed.remoteRtp(), agreed.keys(), agreed.remoteRtp());
        }

        @Override
        public void hold(boolean on) {
            leg.hold(on);
        }

        @Override
        public void hangUp() {
            try {
                media.renew(number);
            } catch (IOException none) {
                failed("no media port: " + none.getMessage());
            }
            goodbye();
        }

        void goodbye() {
            if (leg != null) {
                leg.hangUp();
            }
        }

        @Override
        public void failed(String why) {
            failures.merge(why, 1, Integer::sum);
        }

        @Override
        public void onAnswered(MediaAgreement agreed, long nowNs) {
            if ((agreed.keys() == null) != (srtp == SrtpPolicy.OFF)) {
                failed("the call has keys " + agreed.keys() + ", and " + srtp + " was offered");
            }
            hand(() -> caller.answered(agreed, nowNs));
        }

        @Override
        public void onEnded(SipEndCause cause, String problem, long nowNs) {
            hand(() -> caller.ended(cause + (problem == null ? "" : ", " + problem), nowNs));
        }

        private void hand(Runnable news) {
            if (!timer.isShutdown()) {
                timer.execute(news);
            }
        }
    }
}
