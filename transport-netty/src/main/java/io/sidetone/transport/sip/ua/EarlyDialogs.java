package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.dialog.Dialog;
import io.sidetone.transport.sip.dialog.DialogId;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import java.util.HashMap;
import java.util.Map;

/**
 * The phones that ring for an INVITE of ours and want to know that we heard of it: each reliable provisional response gets
 * its PRACK once (RFC 3262 section 4). SIP event loop only.
 */
final class EarlyDialogs {
    private static final int MAX_PHONES = 32;
    private static final int LONGEST_NUMBER = 10;

    private final CallLeg leg;
    private final CallContext context;
    private final NameAddress contact;
    private final Map<DialogId, Phone> phones = new HashMap<>();
    private final Map<DialogId, byte[]> descriptions = new HashMap<>();

    private static final class Phone {
        final Dialog dialog;
        long number;

        Phone(Dialog dialog) {
            this.dialog = dialog;
        }
    }

    EarlyDialogs(CallLeg leg, CallContext context, NameAddress contact) {
        this.leg = leg;
        this.context = context;
        this.contact = contact;
    }

    /** Another INVITE is sent, whose phones ring anew, or the call is over. */
    void clear() {
        phones.keySet().forEach(context::unregister);
        phones.clear();
        descriptions.clear();
    }

    /** A phone described its media before it picked up. */
    void described(DialogId id, byte[] sdp) {
        if (descriptions.size() < MAX_PHONES || descriptions.containsKey(id)) {
            descriptions.put(id, sdp);
        }
    }

    /** Returns what that phone said last before it picked up, or null. */
    byte[] description(DialogId id) {
        return descriptions.get(id);
    }

    /** One phone picked up: requests of the others no longer belong to the call. */
    void only(DialogId answered) {
        phones.keySet().stream().filter(id -> !id.equals(answered)).forEach(context::unregister);
    }

    /** Returns the early dialog of that id, or null. */
    Dialog dialog(DialogId id) {
        Phone phone = phones.get(id);
        return phone == null ? null : phone.dialog;
    }

    /**
     * Acknowledges a provisional response that asks for it.
     *
     * @param last the flow of the INVITE
     * @return false for a repetition, or one that came ahead of others: it counts when it comes again
     */
    boolean acknowledge(SipRequest invite, SipResponse response, SipFlow last) {
        long number = number(response);
        if (number < 0 || !response.lists("Require", RequestScreening.RELIABLE)) {
            return true;
        }
        DialogId id = DialogId.of(response);
        Phone phone = phones.get(id);
        if (phone == null) {
            if (id == null || phones.size() >= MAX_PHONES) {
                return id == null;
            }
            phone = new Phone(Dialog.ofClient(invite, response, contact));
            phones.put(id, phone);
            context.register(id, leg);
        } else if (number != phone.number + 1) {
            return false;
        }
        phone.number = number;
        SipFlow way = context.wayTo(phone.dialog, last);
        SipRequest prack = phone.dialog
                .request(SipMethod.PRACK, context.via(way))
                .header("RAck", number + " " + response.cseq())
                .header("User-Agent", context.settings().product())
                .build();
        leg.sender().sendEarly(prack, way);
        return true;
    }

    private static long number(SipResponse response) {
        String text = response.header("RSeq");
        boolean digits = text != null
                && !text.isEmpty()
                && text.length() <= LONGEST_NUMBER
                && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return digits ? Long.parseLong(text) : -1;
    }

    /** Returns the dialog of a 2xx, which goes on where the phone's early dialog is. */
    Dialog confirmed(SipRequest invite, SipResponse success) {
        Phone phone = phones.get(DialogId.of(success));
        return Dialog.ofClient(invite, success, contact, phone == null ? null : phone.dialog);
    }
}
