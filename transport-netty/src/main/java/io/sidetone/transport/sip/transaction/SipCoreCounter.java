package io.sidetone.transport.sip.transaction;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counters of the SIP layer above the endpoint. Names are fit for a metric label once in lower case. */
public enum SipCoreCounter implements CounterName {
    /** Server transactions begun. */
    SERVER_TRANSACTIONS,
    /** Client transactions begun. */
    CLIENT_TRANSACTIONS,
    /** Requests that repeated one already known. */
    REQUESTS_RETRANSMITTED,
    /** Messages sent again by a timer. */
    RETRANSMISSIONS_SENT,
    /** Messages a flow refused because it was closed or full. */
    SENDS_REFUSED,
    /** Events a transaction machine does not allow in its state. */
    ILLEGAL_TRANSACTION_EVENTS,
    /** Events a call does not allow in its state. */
    ILLEGAL_CALL_EVENTS,
    /** Transactions whose other side stayed silent: timers B, F and H. */
    TRANSACTION_TIMEOUTS,
    /** Requests answered 503 without a transaction because the bound was reached. */
    REFUSED_TRANSACTIONS_FULL,
    /** INVITE requests answered 503 without a transaction because their source has too many unanswered ones. */
    REFUSED_HALF_OPEN,
    /** Requests that arrived twice by different paths, answered 482. */
    MERGED_REQUESTS,
    /** CANCEL requests that matched no INVITE, answered 481. */
    UNMATCHED_CANCELS,
    /** ACK requests that matched neither a transaction nor a dialog. */
    UNMATCHED_ACKS,
    /** Responses that matched no client transaction and no dialog. */
    UNMATCHED_RESPONSES,
    /** Responses whose top Via is not ours. */
    FOREIGN_RESPONSES,
    /** Requests refused before they reached a call: wrong method, scheme, extension, body. */
    REQUESTS_REFUSED,
    /** Requests for a dialog that does not exist, answered 481. */
    UNKNOWN_DIALOGS,
    /** Requests with a CSeq below the last one, answered 500. */
    OUT_OF_ORDER_REQUESTS,
    /** Offers that crossed another, answered 491 or 500. */
    OFFERS_REFUSED_BY_GLARE,
    /** Calls offered to the application. */
    CALLS_IN,
    /** Calls placed by the application. */
    CALLS_OUT,
    /** Calls refused because the application takes none. */
    CALLS_REFUSED_BUSY,
    /** Calls cancelled by the caller before the answer. */
    CALLS_CANCELLED,
    /** Calls ended because the ACK of a 2xx never came. */
    ACK_TIMEOUTS,
    /** Calls ended because the session timer ran out. */
    SESSION_TIMEOUTS,
    /** Exceptions thrown by the application's callbacks. */
    APPLICATION_FAILURES;

    @Override
    public CounterSeries series() {
        return CounterSeries.of(
                "sidetone_sip_core_events", "SIP transactions, dialogs and calls by kind", "event", this);
    }
}
