package io.sidetone.bench.calls;

import io.sidetone.tools.softphone.signalling.PhoneCallLeg;
import io.sidetone.tools.softphone.signalling.SipTarget;
import io.sidetone.transport.sip.sdp.LocalMedia;
import io.sidetone.transport.sip.sdp.MediaAgreement;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import io.sidetone.transport.sip.ua.SipEndCause;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Many calls at once, encrypted or not, in this process: one telephone signals for all, one thread sends for all. sipp
 * cannot stand in: Debian's has no SRTP.
 */
public final class CallCrowd implements AutoCloseable {
    private static final int ANSWER_LIMIT_S = 20;

    private final CrowdPhone phone;
    private final List<PhoneCallLeg> legs = new ArrayList<>();
    private volatile boolean running = true;
    private volatile String failure;

    private CallCrowd(CrowdPhone phone) {
        this.phone = phone;
    }

    /** Places {@code count} calls to {@code target}, HOST:PORT, and waits until all are answered and talk. */
    public static CallCrowd open(String target, int count, SrtpPolicy srtp) throws IOException, InterruptedException {
        CallCrowd crowd = new CallCrowd(CrowdPhone.open(count));
        try {
            crowd.place(SipTarget.resolve("sip:desk@" + target), count, srtp);
            return crowd;
        } catch (IOException | InterruptedException | RuntimeException e) {
            crowd.close();
            throw e;
        }
    }

    private void place(SipTarget target, int count, SrtpPolicy srtp) throws IOException, InterruptedException {
        CountDownLatch answered = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            Listener listener = new Listener(i, srtp, answered);
            legs.add(phone.sip().place(target, phone.media().port(i), LocalMedia.NARROWBAND, srtp, listener));
            // No crowd comes in one moment.
            TimeUnit.MILLISECONDS.sleep(5);
        }
        if (!answered.await(ANSWER_LIMIT_S, TimeUnit.SECONDS) || failure != null) {
            throw new IOException(answered.getCount() + " of " + count + " calls were not answered in " + ANSWER_LIMIT_S
                    + " s; " + failure);
        }
    }

    /** Returns the media of the calls; it ends with this. */
    public CrowdMedia media() {
        return phone.media();
    }

    /** Throws when a call has failed. */
    public void check() throws IOException {
        if (failure != null) {
            throw new IOException("a call failed: " + failure);
        }
        media().check();
    }

    @Override
    public void close() {
        running = false;
        media().stop();
        legs.forEach(PhoneCallLeg::hangUp);
        phone.close();
    }

    private final class Listener implements PhoneCallLeg.Listener {
        private final int call;
        private final SrtpPolicy srtp;
        private final CountDownLatch answered;

        Listener(int call, SrtpPolicy srtp, CountDownLatch answered) {
            this.call = call;
            this.srtp = srtp;
            this.answered = answered;
        }

        @Override
        public void onAnswered(MediaAgreement agreed, long nowNs) {
            if ((agreed.keys() == null) != (srtp == SrtpPolicy.OFF)) {
                failure = "the call has keys " + agreed.keys() + ", and " + srtp + " was offered";
            }
            media().send(call, agreed.remoteRtp(), agreed.keys(), agreed.remoteRtp());
            answered.countDown();
        }

        @Override
        public void onEnded(SipEndCause cause, String problem, long nowNs) {
            if (running) {
                failure = cause + (problem == null ? "" : ", " + problem);
                answered.countDown();
            }
        }
    }
}
