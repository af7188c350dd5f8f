package io.sidetone.core.control;

/** Hears how far a {@link ControlRequest} is. Any thread; never blocks. */
@FunctionalInterface
public interface ControlProgress {
    /** The status for what a transport cannot do. */
    int NOT_SUPPORTED = 501;

    /**
     * Takes one word about a request.
     *
     * @param request as it was asked for
     * @param status in the terms of SIP: 1xx under way, 2xx done or accepted, 400 and above failed
     * @param last whether nothing more will be said
     */
    void progress(ControlRequest request, int status, boolean last);
}
