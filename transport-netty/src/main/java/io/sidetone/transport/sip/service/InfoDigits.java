package io.sidetone.transport.sip.service;

import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.transaction.ClientTransaction;
import io.sidetone.transport.sip.transaction.ClientTransactionListener;
import io.sidetone.transport.sip.transaction.SipScheduler;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Digits sent by INFO, for a peer that takes no telephone events: one after another, the next when the one before has
 * been answered and its tone would be over (RFC 6086, {@code application/dtmf-relay}). SIP event loop only.
 */
public final class InfoDigits {
    /** Requests that may wait. */
    static final int MAX_WAITING = 16;

    private static final int OK = 200;
    private static final int NO_ANSWER = 408;
    private static final int GAP_MS = 40;

    private final DialogSender dialog;
    private final Listener listener;
    private final Queue<Batch> waiting = new ArrayDeque<>();
    private int next;
    private boolean sending;
    private SipScheduler.Timer gap;

    private record Batch(String digits, int toneMs) {}

    /** Hears what became of digits, in the order in which they were asked for. */
    public interface Listener {
        /** All digits of a request were taken ({@code status} 200), or the rest was given up. */
        void onDigitsSent(int status);

        /** The INFO showed that the peer no longer knows the dialog (481), or no longer answers (408). */
        void onGone(int status);
    }

    /** Creates the sender of one dialog. */
    public InfoDigits(DialogSender dialog, Listener listener) {
        this.dialog = dialog;
        this.listener = listener;
    }

    /**
     * Sends digits after those that wait; false when too many do.
     *
     * @param digits 0–9, *, #, A–D; not empty
     * @param toneMs how long each is pressed
     */
    public boolean send(String digits, int toneMs) {
        if (waiting.size() >= MAX_WAITING) {
            return false;
        }
        waiting.add(new Batch(digits, toneMs));
        if (!sending && gap == null) {
            sendNext();
        }
        return true;
    }

    /** The call is over: what waits is dropped. */
    public void stop() {
        waiting.clear();
        sending = false;
        if (gap != null) {
            gap.cancel();
            gap = null;
        }
    }

    private void sendNext() {
        Batch batch = waiting.peek();
        if (batch == null) {
            return;
        }
        sending = true;
        DtmfBody body =
                new DtmfBody(Character.toUpperCase(batch.digits().charAt(next)), batch.toneMs(), DtmfBody.Phase.WHOLE);
        SipRequest info = dialog.request(SipMethod.INFO)
                .body(DtmfBody.RELAY, body.encode())
                .build();
        dialog.send(info, new InfoOutcome());
    }

    private void taken() {
        Batch batch = waiting.peek();
        next++;
        boolean complete = next == batch.digits().length();
        pause(batch.toneMs() + GAP_MS);
        if (complete) {
            over(OK);
        }
    }

    private void over(int status) {
        waiting.poll();
        next = 0;
        listener.onDigitsSent(status);
    }

    private void pause(int ms) {
        sending = false;
        gap = dialog.scheduler().schedule(TimeUnit.MILLISECONDS.toNanos(ms), () -> {
            gap = null;
            sendNext();
        });
    }

    /** Outcome of one INFO. */
    private final class InfoOutcome implements ClientTransactionListener {
        @Override
        public void onResponse(ClientTransaction transaction, SipResponse response, long nowNs) {
            if (!sending || response.isProvisional()) {
                return;
            }
            if (response.isSuccess()) {
                taken();
            } else {
                failed(response.statusCode());
            }
        }

        @Override
        public void onTimeout(ClientTransaction transaction, long nowNs) {
            failed(NO_ANSWER);
        }

        @Override
        public void onUnsent(ClientTransaction transaction, long nowNs) {
            failed(NO_ANSWER);
        }

        private void failed(int status) {
            if (!sending) {
                return;
            }
            pause(0);
            over(status);
            if (status == NO_ANSWER || status == 481) {
                listener.onGone(status);
            }
        }
    }
}
