package io.sidetone.transport.sip.transaction;

import io.sidetone.transport.sip.message.CSeq;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.Via;
import java.util.Locale;

/**
 * Key that makes two messages belong to one transaction (RFC 3261 17.1.3, 17.2.3).
 *
 * @param branch the branch of the top Via; for peers of RFC 2543, which have no magic cookie there, the fields that
 *     section compares instead, joined by spaces so that no real branch can equal them
 * @param sentBy host and port of the top Via; empty for responses, whose branch is ours and random
 * @param method the method of the CSeq, with ACK standing for its INVITE
 */
record TransactionKey(String branch, String sentBy, SipMethod method) {
    /** Returns the key under which a request's own transaction is kept; an ACK finds its INVITE. */
    static TransactionKey ofRequest(SipRequest request) {
        SipMethod method = request.method();
        return ofRequest(request, method.equals(SipMethod.ACK) ? SipMethod.INVITE : method);
    }

    /** Returns the key of the INVITE that a CANCEL aims at. */
    static TransactionKey ofCancelled(SipRequest cancel) {
        return ofRequest(cancel, SipMethod.INVITE);
    }

    /** Returns the key of the client transaction a response answers. */
    static TransactionKey ofResponse(SipResponse response) {
        return new TransactionKey(
                response.topVia().branch(), "", response.cseq().method());
    }

    /** Returns the key under which our own request waits for responses. */
    static TransactionKey ofOwn(SipRequest request) {
        return new TransactionKey(request.topVia().branch(), "", request.method());
    }

    private static TransactionKey ofRequest(SipRequest request, SipMethod method) {
        Via via = request.topVia();
        String sentBy = via.host().toLowerCase(Locale.ROOT) + ':' + via.port();
        if (via.hasRfc3261Branch()) {
            return new TransactionKey(via.branch(), sentBy, method);
        }
        StringBuilder fields = new StringBuilder("2543 ")
                .append(request.requestUri())
                .append(' ')
                .append(request.from().tag())
                .append(' ')
                .append(request.callId())
                .append(' ')
                .append(request.cseq().number())
                .append(' ')
                .append(via.transport())
                .append(' ')
                .append(via.branch());
        if (!method.equals(SipMethod.INVITE)) {
            fields.append(' ').append(request.to().tag());
        }
        return new TransactionKey(fields.toString(), sentBy, method);
    }

    /** Fields that a request keeps when it reaches us twice by different paths (RFC 3261 8.2.2.2). */
    record Merge(String fromTag, String callId, CSeq cseq) {
        static Merge of(SipRequest request) {
            return new Merge(request.from().tag(), request.callId(), request.cseq());
        }
    }
}
