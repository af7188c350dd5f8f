package io.sidetone.transport.sip.dialog;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Compares session descriptions without understanding them. */
final class SdpText {
    private static final int ORIGIN_VERSION = 2;

    private SdpText() {}

    /** Returns whether two descriptions say the same; line ends and the version of {@code o=} do not count. */
    static boolean sameSession(byte[] one, byte[] other) {
        return lines(one).equals(lines(other));
    }

    private static List<String> lines(byte[] sdp) {
        List<String> lines = new ArrayList<>();
        for (String line : new String(sdp, StandardCharsets.ISO_8859_1).split("[\r\n]+")) {
            if (line.startsWith("o=")) {
                String[] fields = line.split(" ");
                if (fields.length > ORIGIN_VERSION) {
                    fields[ORIGIN_VERSION] = "";
                }
                lines.add(String.join(" ", fields));
            } else if (!line.isBlank()) {
                lines.add(line.stripTrailing());
            }
        }
        return lines;
    }
}
