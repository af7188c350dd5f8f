package io.sidetone.transport.sip.service;

import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.transaction.ClientTransactionListener;
import io.sidetone.transport.sip.transaction.SipScheduler;

/** The dialog of a call, as far as its services send requests in it. SIP event loop only. */
public interface DialogSender {
    /** Begins a request in the dialog, with the next sequence number. */
    SipRequest.Builder request(SipMethod method);

    /** Sends it, or reports to {@code outcome} that it cannot be sent. */
    void send(SipRequest request, ClientTransactionListener outcome);

    /** Returns who we are in this dialog, with our tag. */
    NameAddress local();

    /** Returns our Contact in this dialog. */
    NameAddress contact();

    /** Returns the time and timers of the loop. */
    SipScheduler scheduler();
}
