package io.sidetone.bench.calls;

import io.sidetone.server.softphone.signalling.PhoneCallLeg;
import io.sidetone.server.softphone.signalling.SipPhone;
import io.sidetone.server.softphone.signalling.SipTarget;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.sip.sdp.LocalMedia;
import io.sidetone.transport.sip.sdp.MediaAgreement;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import io.sidetone.transport.sip.ua.SipEndCause;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Many calls at once, encrypted or not, in this process: one telephone signals for all, one thread sends for all. sipp
 * cannot stand in: Debian's has no SRTP.
 */
final class CallCrowd implements AutoCloseable {
    private static final int ANSWER_LIMIT_S = 20;
    private static final long FRAME_NS = 20_000_000L;

    /** The calls of a frame are sent in so many steps, so that the server does not get them in one burst. */
    private static final int STEPS = 10;

    private final SipPhone phone;
    private final List<CrowdCall> calls = new ArrayList<>();
    private final List<PhoneCallLeg> legs = new ArrayList<>();
    private final Thread sending = new Thread(this::send, "call-crowd");
    private volatile boolean running = true;
    private volatile String failure;

    private CallCrowd(SipPhone phone) {
        this.phone = phone;
    }

    /** Places {@code count} calls to {@code target}, HOST:PORT, and waits until all are answered and talk. */
    static CallCrowd open(String target, int count, SrtpPolicy srtp) throws IOException, InterruptedException {
        InetAddress local = InetAddress.getLoopbackAddress();
        CallCrowd crowd;
        try {
            crowd = new CallCrowd(SipPhone.open(local, Optional.empty(), System::nanoTime));
        } catch (BindFailedException taken) {
            throw new IOException(taken.getMessage(), taken);
        }
        try {
            crowd.place(SipTarget.resolve("sip:desk@" + target), local, count, srtp);
            crowd.sending.start();
            return crowd;
        } catch (IOException | InterruptedException | RuntimeException e) {
            crowd.close();
            throw e;
        }
    }

    private void place(SipTarget target, InetAddress local, int count, SrtpPolicy srtp)
            throws IOException, InterruptedException {
        byte[] sound = CallGenerator.caller();
        CountDownLatch answered = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            CrowdCall call = new CrowdCall(local, sound, i);
            calls.add(call);
            legs.add(phone.place(target, call.port(), LocalMedia.NARROWBAND, srtp, new Listener(call, srtp, answered)));
            // No crowd comes in one moment.
            TimeUnit.MILLISECONDS.sleep(5);
        }
        if (!answered.await(ANSWER_LIMIT_S, TimeUnit.SECONDS) || failure != null) {
            throw new IOException(answered.getCount() + " of " + count + " calls were not answered in " + ANSWER_LIMIT_S
                    + " s; " + failure);
        }
    }

    /** Throws when a call has failed. */
    void check() throws IOException {
        if (failure != null) {
            throw new IOException("a call failed: " + failure);
        }
    }

    private void send() {
        long deadlineNs = System.nanoTime();
        for (int step = 0; running; step = (step + 1) % STEPS) {
            for (int i = step; i < calls.size(); i += STEPS) {
                try {
                    calls.get(i).step();
                } catch (IOException e) {
                    failure = e.getMessage();
                    return;
                }
            }
            deadlineNs += FRAME_NS / STEPS;
            for (long waitNs = deadlineNs - System.nanoTime(); waitNs > 0; waitNs = deadlineNs - System.nanoTime()) {
                LockSupport.parkNanos(waitNs);
            }
        }
    }

    @Override
    public void close() {
        running = false;
        try {
            sending.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        legs.forEach(PhoneCallLeg::hangUp);
        phone.close();
        calls.forEach(CrowdCall::close);
    }

    private final class Listener implements PhoneCallLeg.Listener {
        private final CrowdCall call;
        private final SrtpPolicy srtp;
        private final CountDownLatch answered;

        Listener(CrowdCall call, SrtpPolicy srtp, CountDownLatch answered) {
            this.call = call;
            this.srtp = srtp;
            this.answered = answered;
        }

        @Override
        public void onAnswered(MediaAgreement media, long nowNs) {
            if ((media.keys() == null) != (srtp == SrtpPolicy.OFF)) {
                failure = "the call has keys " + media.keys() + ", and " + srtp + " was offered";
            }
            call.answered(media);
            answered.countDown();
        }

        @Override
        public void onEnded(SipEndCause cause, String media, long nowNs) {
            if (running) {
                failure = cause + (media == null ? "" : ", " + media);
                answered.countDown();
            }
        }
    }
}
