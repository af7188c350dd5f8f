package io.sidetone.transport.capture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reads who called in a packet file of ours. Any thread that may wait for a disk. */
public final class CapturedCallers {
    /** The INVITE stands at the beginning, or not at all. */
    private static final int SEARCHED_BYTES = 1 << 20;

    private CapturedCallers() {}

    /** Returns the addresses by which the first INVITE in {@code file} names its caller; none where there is no INVITE. */
    public static List<String> of(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            String text = new String(in.readNBytes(SEARCHED_BYTES), StandardCharsets.ISO_8859_1);
            byte[] invite = text.substring(Math.max(0, text.indexOf("INVITE "))).getBytes(StandardCharsets.ISO_8859_1);
            return !SipHead.isRequest(invite, "INVITE")
                    ? List.of()
                    : Stream.of(SipHead.header(invite, "from", "f"), SipHead.header(invite, "p-asserted-identity", ""))
                            .filter(address -> !address.isEmpty())
                            .toList();
        }
    }
}
