package io.sidetone.transport.sip.message;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/** Known header names: canonical spelling, compact forms, and which of them hold comma-separated lists. */
final class HeaderNames {
    static final String VIA = "Via";
    static final String FROM = "From";
    static final String TO = "To";
    static final String CALL_ID = "Call-ID";
    static final String CSEQ = "CSeq";
    static final String CONTACT = "Contact";
    static final String ROUTE = "Route";
    static final String RECORD_ROUTE = "Record-Route";
    static final String MAX_FORWARDS = "Max-Forwards";
    static final String CONTENT_TYPE = "Content-Type";
    static final String CONTENT_LENGTH = "Content-Length";
    static final String TIMESTAMP = "Timestamp";

    private static final String[] SINGLE = {
        FROM,
        TO,
        CALL_ID,
        CSEQ,
        MAX_FORWARDS,
        CONTENT_TYPE,
        CONTENT_LENGTH,
        TIMESTAMP,
        "Authorization",
        "Proxy-Authorization",
        "WWW-Authenticate",
        "Proxy-Authenticate",
        "Authentication-Info",
        "Content-Disposition",
        "Content-ID",
        "Date",
        "Event",
        "Expires",
        "Identity",
        "Join",
        "MIME-Version",
        "Min-Expires",
        "Min-SE",
        "Organization",
        "P-Access-Network-Info",
        "P-Charging-Vector",
        "Priority",
        "Privacy",
        "RAck",
        "Refer-To",
        "Referred-By",
        "Remote-Party-ID",
        "Replaces",
        "Reply-To",
        "Retry-After",
        "RSeq",
        "Server",
        "Session-Expires",
        "Session-ID",
        "SIP-ETag",
        "SIP-If-Match",
        "Subject",
        "Subscription-State",
        "Target-Dialog",
        "User-Agent",
        "User-to-User",
    };

    private static final String[] LIST = {
        VIA,
        CONTACT,
        ROUTE,
        RECORD_ROUTE,
        "Accept",
        "Accept-Contact",
        "Accept-Encoding",
        "Accept-Language",
        "Alert-Info",
        "Allow",
        "Allow-Events",
        "Call-Info",
        "Content-Encoding",
        "Content-Language",
        "Diversion",
        "Error-Info",
        "Geolocation",
        "History-Info",
        "In-Reply-To",
        "P-Asserted-Identity",
        "P-Associated-URI",
        "P-Preferred-Identity",
        "Path",
        "Proxy-Require",
        "Reason",
        "Reject-Contact",
        "Request-Disposition",
        "Require",
        "Service-Route",
        "Supported",
        "Unsupported",
        "Warning",
    };

    private static final String[] COMPACT = {
        "a", "Accept-Contact",
        "b", "Referred-By",
        "c", CONTENT_TYPE,
        "d", "Request-Disposition",
        "e", "Content-Encoding",
        "f", FROM,
        "i", CALL_ID,
        "j", "Reject-Contact",
        "k", "Supported",
        "l", CONTENT_LENGTH,
        "m", CONTACT,
        "o", "Event",
        "r", "Refer-To",
        "s", "Subject",
        "t", TO,
        "u", "Allow-Events",
        "v", VIA,
        "x", "Session-Expires",
        "y", "Identity",
    };

    private static final int SLOTS = 512;
    private static final String[] SPELLINGS = new String[SLOTS];
    private static final String[] CANONICAL = new String[SLOTS];
    private static final Set<String> LISTS = new HashSet<>();

    static {
        for (String name : SINGLE) {
            add(name, name);
        }
        for (String name : LIST) {
            add(name, name);
            LISTS.add(name);
        }
        for (int i = 0; i < COMPACT.length; i += 2) {
            add(COMPACT[i], COMPACT[i + 1]);
        }
    }

    private HeaderNames() {}

    private static void add(String spelling, String canonical) {
        int hash = 0;
        for (int i = 0; i < spelling.length(); i++) {
            hash = 31 * hash + (spelling.charAt(i) | 0x20);
        }
        int slot = slot(hash);
        while (SPELLINGS[slot] != null) {
            slot = (slot + 1) & (SLOTS - 1);
        }
        SPELLINGS[slot] = spelling;
        CANONICAL[slot] = canonical;
    }

    private static int slot(int hash) {
        return (hash ^ (hash >>> 9)) & (SLOTS - 1);
    }

    /** The canonical name for these bytes, without allocation where it is known. */
    static String canonical(byte[] bytes, int from, int to) {
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + (bytes[i] | 0x20);
        }
        for (int slot = slot(hash); SPELLINGS[slot] != null; slot = (slot + 1) & (SLOTS - 1)) {
            if (same(SPELLINGS[slot], bytes, from, to)) {
                return CANONICAL[slot];
            }
        }
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** The canonical name for this spelling; an unknown name is returned as it is. */
    static String canonical(String name) {
        int hash = 0;
        for (int i = 0; i < name.length(); i++) {
            hash = 31 * hash + (name.charAt(i) | 0x20);
        }
        for (int slot = slot(hash); SPELLINGS[slot] != null; slot = (slot + 1) & (SLOTS - 1)) {
            if (SPELLINGS[slot].equalsIgnoreCase(name)) {
                return CANONICAL[slot];
            }
        }
        return name;
    }

    private static boolean same(String spelling, byte[] bytes, int from, int to) {
        if (spelling.length() != to - from) {
            return false;
        }
        for (int i = 0; i < spelling.length(); i++) {
            int a = spelling.charAt(i);
            int b = bytes[from + i];
            if (a != b && (lower(a) != lower(b))) {
                return false;
            }
        }
        return true;
    }

    private static int lower(int c) {
        return c >= 'A' && c <= 'Z' ? c + 32 : c;
    }

    /** True when several values of this header may share one line, separated by commas (RFC 3261 section 7.3.1). */
    static boolean isList(String canonicalName) {
        return LISTS.contains(canonicalName);
    }
}
