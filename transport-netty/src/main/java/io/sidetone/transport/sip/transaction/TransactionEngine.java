package io.sidetone.transport.sip.transaction;

import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.sip.transaction.TransitionTable.Step;

/**
 * Runs one transaction through its table: keeps the state, the remembered message and the two timers that can run at a
 * time, a retransmission and a wait. What differs between client and server is asked of the {@link Owner}.
 *
 * @param <S> the states of the table
 */
final class TransactionEngine<S extends Enum<S>> {
    private final TransitionTable<S, TransactionEvent, TransactionAction> table;
    private final S terminated;
    private final boolean reliable;
    private final Context context;
    private final Owner owner;
    private S state;
    private byte[] remembered;
    private byte[] offered;
    private SipScheduler.Timer retransmission;
    private SipTimer retransmitting;
    private long intervalNs;
    private SipScheduler.Timer wait;

    /** Parts that every transaction of one layer shares. */
    record Context(SipScheduler scheduler, SipTimers timers, SingleWriterCounters<SipCoreCounter> counters) {
        /** Runs a callback of the layer above: its mistake must not stop a machine in the middle of a step. */
        void shield(Runnable callback) {
            try {
                callback.run();
            } catch (RuntimeException failure) {
                counters.increment(SipCoreCounter.APPLICATION_FAILURES);
            }
        }

        /** Runs a callback at the next turn of the loop: the layer above never hears of a failure inside its own send. */
        void shieldLater(Runnable callback) {
            scheduler.schedule(0, () -> shield(callback));
        }

        long nowNs() {
            return scheduler.nowNs();
        }
    }

    /** Parts that the transaction itself contributes. */
    interface Owner {
        /** Puts bytes on the flow; false when it refused them. */
        boolean transmit(byte[] message);

        /** Sends the ACK of the final response in hand; false when the flow refused it. */
        boolean transmitAck();

        /** Hands the message in hand to the transaction user. */
        void deliver();

        /** Reports timer B, F or H. */
        void reportTimeout();

        /** Reports a refused message; the engine calls it from inside a send. */
        void reportUnsent();

        /** The machine reached its last state; nothing follows. */
        void onTerminated();
    }

    TransactionEngine(
            TransitionTable<S, TransactionEvent, TransactionAction> table,
            S first,
            S terminated,
            boolean reliable,
            Context context,
            Owner owner) {
        this.table = table;
        this.state = first;
        this.terminated = terminated;
        this.reliable = reliable;
        this.context = context;
        this.owner = owner;
    }

    S state() {
        return state;
    }

    boolean over() {
        return state == terminated;
    }

    /** Sends a request and starts its two timers: what a client machine does before its first event. */
    void begin(byte[] request, SipTimer retransmit, SipTimer timeout) {
        remembered = request;
        startTimer(retransmit, context.timers().firstNs(retransmit, reliable));
        startTimer(timeout, context.timers().firstNs(timeout, reliable));
        if (!owner.transmit(request)) {
            refused();
        }
    }

    void fire(TransactionEvent event) {
        fire(event, null);
    }

    /**
     * Takes one event.
     *
     * @param message what SEND sends, or null
     * @return whether the event was legal in this state
     */
    boolean fire(TransactionEvent event, byte[] message) {
        Step<S, TransactionAction> step = table.step(state, event);
        if (step == null) {
            context.counters().increment(SipCoreCounter.ILLEGAL_TRANSACTION_EVENTS);
            return false;
        }
        offered = message;
        state = step.next();
        for (TransactionAction action : step.actions()) {
            perform(action);
            if (over() && step.next() != terminated) {
                // A refused send ended the transaction from within: onTerminated has run.
                return true;
            }
        }
        if (over()) {
            end();
        }
        return true;
    }

    private void perform(TransactionAction action) {
        switch (action) {
            case SEND -> {
                remembered = offered;
                transmitRemembered();
            }
            case RESEND -> {
                if (remembered != null) {
                    context.counters().increment(SipCoreCounter.RETRANSMISSIONS_SENT);
                    transmitRemembered();
                }
            }
            case SEND_ACK -> {
                if (!owner.transmitAck()) {
                    refused();
                }
            }
            case DELIVER -> owner.deliver();
            case REPORT_TIMEOUT -> {
                context.counters().increment(SipCoreCounter.TRANSACTION_TIMEOUTS);
                owner.reportTimeout();
            }
            case REPORT_UNSENT -> owner.reportUnsent();
            case BACK_OFF -> startTimer(retransmitting, context.timers().nextNs(retransmitting, intervalNs));
            case HOLD_AT_T2 -> startTimer(retransmitting, context.timers().t2Ns());
            case STOP_RETRANSMITTING -> stopRetransmitting();
            case STOP_WAITING -> stopWaiting();
            default -> startTimer(action.timer(), context.timers().firstNs(action.timer(), reliable));
        }
    }

    private void transmitRemembered() {
        if (!owner.transmit(remembered)) {
            refused();
        }
    }

    private void refused() {
        context.counters().increment(SipCoreCounter.SENDS_REFUSED);
        fire(TransactionEvent.TRANSPORT_ERROR);
    }

    private void startTimer(SipTimer timer, long delayNs) {
        if (timer.retransmits()) {
            if (reliable) {
                return;
            }
            stopRetransmitting();
            retransmitting = timer;
            intervalNs = delayNs;
            retransmission = context.scheduler().schedule(delayNs, () -> fire(TransactionEvent.of(timer)));
            return;
        }
        stopWaiting();
        if (delayNs == 0) {
            fire(TransactionEvent.of(timer));
        } else {
            wait = context.scheduler().schedule(delayNs, () -> fire(TransactionEvent.of(timer)));
        }
    }

    private void stopRetransmitting() {
        if (retransmission != null) {
            retransmission.cancel();
            retransmission = null;
        }
    }

    private void stopWaiting() {
        if (wait != null) {
            wait.cancel();
            wait = null;
        }
    }

    private void end() {
        stopRetransmitting();
        stopWaiting();
        remembered = null;
        offered = null;
        owner.onTerminated();
    }
}
