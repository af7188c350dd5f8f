package io.sidetone.bench.harness;

/** The configuration of a server whose agent {@code desk} has mock engines, as YAML. */
public final class MockDesk {
    private MockDesk() {}

    /**
     * Returns it; HTTP is on a free port.
     *
     * @param sip what stands in braces after {@code sip:}
     * @param firstPort of media
     * @param lastPort of media
     * @param maxCalls that are taken at the same time
     */
    public static String configuration(String sip, int firstPort, int lastPort, int maxCalls) {
        return """
                sip: {%s}
                http: {port: 0}
                rtp: {ports: %d-%d}
                limits: {max-calls: %d}
                engines: {mock: {type: mock}}
                agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                """
                .formatted(sip, firstPort, lastPort, maxCalls);
    }
}
