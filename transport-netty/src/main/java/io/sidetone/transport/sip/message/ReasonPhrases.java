package io.sidetone.transport.sip.message;

/** The usual reason phrases (RFC 3261 section 21 and its extensions). */
public final class ReasonPhrases {
    private ReasonPhrases() {}

    /** The usual phrase for a status code; for unknown codes the name of its class. */
    public static String of(int statusCode) {
        String phrase =
                statusCode < 300 ? below300(statusCode) : statusCode < 500 ? of4xx(statusCode) : from500(statusCode);
        if (phrase != null) {
            return phrase;
        }
        return switch (statusCode / 100) {
            case 1 -> "Session Progress";
            case 2 -> "OK";
            case 3 -> "Redirection";
            case 4 -> "Request Failure";
            case 5 -> "Server Failure";
            default -> "Global Failure";
        };
    }

    private static String below300(int statusCode) {
        return switch (statusCode) {
            case 100 -> "Trying";
            case 180 -> "Ringing";
            case 181 -> "Call Is Being Forwarded";
            case 182 -> "Queued";
            case 183 -> "Session Progress";
            case 200 -> "OK";
            case 202 -> "Accepted";
            case 204 -> "No Notification";
            default -> null;
        };
    }

    private static String of4xx(int statusCode) {
        return switch (statusCode) {
            case 300 -> "Multiple Choices";
            case 301 -> "Moved Permanently";
            case 302 -> "Moved Temporarily";
            case 305 -> "Use Proxy";
            case 380 -> "Alternative Service";
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 406 -> "Not Acceptable";
            case 407 -> "Proxy Authentication Required";
            case 408 -> "Request Timeout";
            case 410 -> "Gone";
            case 412 -> "Conditional Request Failed";
            case 413 -> "Request Entity Too Large";
            case 414 -> "Request-URI Too Long";
            case 415 -> "Unsupported Media Type";
            case 416 -> "Unsupported URI Scheme";
            case 420 -> "Bad Extension";
            case 421 -> "Extension Required";
            case 422 -> "Session Interval Too Small";
            case 423 -> "Interval Too Brief";
            case 480 -> "Temporarily Unavailable";
            case 481 -> "Call/Transaction Does Not Exist";
            case 482 -> "Loop Detected";
            case 483 -> "Too Many Hops";
            case 484 -> "Address Incomplete";
            case 485 -> "Ambiguous";
            case 486 -> "Busy Here";
            case 487 -> "Request Terminated";
            case 488 -> "Not Acceptable Here";
            case 489 -> "Bad Event";
            case 491 -> "Request Pending";
            case 493 -> "Undecipherable";
            default -> null;
        };
    }

    private static String from500(int statusCode) {
        return switch (statusCode) {
            case 500 -> "Server Internal Error";
            case 501 -> "Not Implemented";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            case 504 -> "Server Time-out";
            case 505 -> "Version Not Supported";
            case 513 -> "Message Too Large";
            case 580 -> "Precondition Failure";
            case 600 -> "Busy Everywhere";
            case 603 -> "Decline";
            case 604 -> "Does Not Exist Anywhere";
            case 606 -> "Not Acceptable";
            default -> null;
        };
    }
}
