package io.sidetone.transport.sip.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The headers a SIP element acts on, parsed and checked in one walk over the header list. */
final class TypedHeaders {
    private static final Set<String> NEEDED_OF_A_RESPONSE = Set.of(
            HeaderNames.VIA,
            HeaderNames.FROM,
            HeaderNames.TO,
            HeaderNames.CALL_ID,
            HeaderNames.CSEQ,
            HeaderNames.CONTENT_LENGTH);
    private static final Set<String> OTHERS_READ = Set.of(
            HeaderNames.CONTACT,
            HeaderNames.RECORD_ROUTE,
            HeaderNames.ROUTE,
            HeaderNames.MAX_FORWARDS,
            HeaderNames.CONTENT_TYPE);

    private Via topVia;
    private int topViaChars;
    private int viaCount;
    private final List<NameAddress> contacts;
    private final List<NameAddress> recordRoutes;
    private final List<NameAddress> routes;
    private NameAddress from;
    private NameAddress to;
    private String callId;
    private CSeq cseq;
    private String contentType;
    private int maxForwards = -1;
    private long contentLength = -1;
    private boolean contactStar;

    private TypedHeaders() {
        contacts = new ArrayList<>(1);
        recordRoutes = new ArrayList<>(2);
        routes = new ArrayList<>(2);
    }

    private TypedHeaders(TypedHeaders other, Via topVia) {
        this.topVia = topVia;
        topViaChars = topVia.toString().length();
        viaCount = other.viaCount;
        contacts = other.contacts;
        recordRoutes = other.recordRoutes;
        routes = other.routes;
        from = other.from;
        to = other.to;
        callId = other.callId;
        cseq = other.cseq;
        contentType = other.contentType;
        maxForwards = other.maxForwards;
        contentLength = other.contentLength;
        contactStar = other.contactStar;
    }

    /** The same headers with another topmost Via. */
    TypedHeaders withTopVia(Via via) {
        return new TypedHeaders(this, via);
    }

    /**
     * Reads the headers. What routes is read strictly; of a response that is only what finds its transaction and dialog: a response ends
     * the request whatever else is wrong with it.
     *
     * @throws SipParseException when a header that has to be read cannot be
     */
    static TypedHeaders parse(List<SipHeader> headers, boolean response, ParseBudget budget) throws SipParseException {
        TypedHeaders typed = new TypedHeaders();
        for (int i = 0; i < headers.size(); i++) {
            SipHeader header = headers.get(i);
            try {
                typed.take(header.name(), header.value(), budget);
            } catch (SipParseException blemish) {
                boolean needed = !response || NEEDED_OF_A_RESPONSE.contains(header.name());
                if (needed || blemish.rule() == SipRule.TOO_COSTLY) {
                    throw blemish;
                }
            }
        }
        return typed;
    }

    private void take(String name, String value, ParseBudget budget) throws SipParseException {
        switch (name) {
            case HeaderNames.VIA -> takeVias(value, budget);
            case HeaderNames.FROM -> {
                once(from, name);
                from = NameAddress.shown(value, budget);
            }
            case HeaderNames.TO -> {
                once(to, name);
                to = NameAddress.shown(value, budget);
            }
            case HeaderNames.CALL_ID -> {
                once(callId, name);
                callId = callId(value, budget);
            }
            case HeaderNames.CSEQ -> {
                once(cseq, name);
                cseq = CSeq.parse(value, budget);
            }
            case HeaderNames.CONTACT -> takeContacts(value, budget);
            case HeaderNames.RECORD_ROUTE -> takeAddresses(value, recordRoutes, NameAddress.Uri.ROUTES_BY, budget);
            case HeaderNames.ROUTE -> takeAddresses(value, routes, NameAddress.Uri.ROUTES_BY, budget);
            case HeaderNames.MAX_FORWARDS -> {
                once(maxForwards < 0 ? null : name, name);
                maxForwards = (int) number(value, 255, SipRule.MAX_FORWARDS, budget);
            }
            case HeaderNames.CONTENT_TYPE -> {
                once(contentType, name);
                contentType = value;
            }
            case HeaderNames.CONTENT_LENGTH -> {
                once(contentLength < 0 ? null : name, name);
                contentLength = number(value, Integer.MAX_VALUE, SipRule.CONTENT_LENGTH, budget);
            }
            default -> {
                return;
            }
        }
    }

    /** Returns whether a header of this name is read here. */
    static boolean reads(String name) {
        return NEEDED_OF_A_RESPONSE.contains(name) || OTHERS_READ.contains(name);
    }

    private static void once(Object earlier, String name) throws SipParseException {
        if (earlier != null) {
            throw new SipParseException(SipRule.DUPLICATE_HEADER, name);
        }
    }

    private void takeVias(String value, ParseBudget budget) throws SipParseException {
        TextScanner scanner = new TextScanner(value, budget);
        List<String> others = new ArrayList<>(2);
        if (topVia == null) {
            topVia = Via.parse(scanner);
            topViaChars = scanner.pos();
            viaCount = 1;
            if (scanner.accept(',')) {
                scanner.skipSpace();
                scanner.requireToken(SipRule.VIA);
            }
        }
        // Those below the first are none of ours: they are sent back as they are (RFC 3261 sections 8.2.6.2 and
        // 18.2.1).
        SipMessage.splitList(value.substring(scanner.pos()), others);
        budget.spend(value.length());
        viaCount += others.size();
        if (viaCount > budget.limits().maxVias()) {
            throw scanner.fail(SipRule.TOO_MANY_VIAS);
        }
    }

    private void takeContacts(String value, ParseBudget budget) throws SipParseException {
        if (value.equals("*")) {
            contactStar = true;
        } else {
            takeAddresses(value, contacts, NameAddress.Uri.ROUTES, budget);
        }
        if (contactStar && !contacts.isEmpty()) {
            throw new SipParseException(SipRule.ADDRESS, "Contact * stands alone");
        }
    }

    private static void takeAddresses(String value, List<NameAddress> list, NameAddress.Uri kind, ParseBudget budget)
            throws SipParseException {
        TextScanner scanner = new TextScanner(value, budget);
        do {
            if (list.size() >= budget.limits().maxListValues()) {
                throw scanner.fail(SipRule.TOO_MANY_VALUES);
            }
            list.add(NameAddress.parse(scanner, kind));
        } while (scanner.accept(','));
    }

    private static String callId(String value, ParseBudget budget) throws SipParseException {
        budget.spend(value.length());
        for (int i = 0; i < value.length(); i++) {
            if (!CharClass.callId(value.charAt(i))) {
                throw new SipParseException(SipRule.CALL_ID, "\"" + Printable.of(value) + "\"");
            }
        }
        if (value.isEmpty()) {
            throw new SipParseException(SipRule.CALL_ID, "empty");
        }
        return value;
    }

    private static long number(String value, long max, SipRule rule, ParseBudget budget) throws SipParseException {
        TextScanner scanner = new TextScanner(value, budget);
        long number = scanner.number(max, rule, rule);
        if (!scanner.atEnd()) {
            throw scanner.fail(rule);
        }
        return number;
    }

    /** Demands what every request and response carries (RFC 3261 section 8.1.1; Max-Forwards is newer than RFC 2543 peers). */
    void requireMandatory() throws SipParseException {
        SipRule missing = topVia == null
                ? SipRule.MISSING_VIA
                : from == null
                        ? SipRule.MISSING_FROM
                        : to == null
                                ? SipRule.MISSING_TO
                                : callId == null ? SipRule.MISSING_CALL_ID : cseq == null ? SipRule.MISSING_CSEQ : null;
        if (missing != null) {
            throw new SipParseException(missing, "");
        }
    }

    Via topVia() {
        return topVia;
    }

    /** Length of the topmost Via in the text of its header, before the comma that may follow. */
    int topViaChars() {
        return topViaChars;
    }

    int viaCount() {
        return viaCount;
    }

    List<NameAddress> contacts() {
        return contacts;
    }

    List<NameAddress> recordRoutes() {
        return recordRoutes;
    }

    List<NameAddress> routes() {
        return routes;
    }

    NameAddress from() {
        return from;
    }

    NameAddress to() {
        return to;
    }

    String callId() {
        return callId;
    }

    CSeq cseq() {
        return cseq;
    }

    String contentType() {
        return contentType;
    }

    int maxForwards() {
        return maxForwards;
    }

    long contentLength() {
        return contentLength;
    }

    boolean contactStar() {
        return contactStar;
    }
}
