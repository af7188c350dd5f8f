package io.sidetone.bench.harness;

/** The configuration of a server whose agent {@code desk} has mock engines, as YAML. */
public final class MockDesk {
    private MockDesk() {}

    /**
     * Returns it; HTTP is on a free port.
     *
     * @param sip what stands in braces after {@code sip:}
     * @param rtp what stands in braces after {@code rtp:}
     * @param maxCalls that are taken at the same time
     */
    public static String configuration(String sip, String rtp, int maxCalls) {
        return """
                sip: {%s}
                http: {port: 0}
                rtp: {%s}
                limits: {max-calls: %d}
                engines: {mock: {type: mock}}
                agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                """
                .formatted(sip, rtp, maxCalls);
    }

    /** Returns the key of a range of ports. */
    public static String ports(int first, int last) {
        return "ports: " + first + "-" + last;
    }
}
