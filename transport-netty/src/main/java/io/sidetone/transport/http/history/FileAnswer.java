package io.sidetone.transport.http.history;

import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.FileBody;
import io.sidetone.transport.http.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file as an answer, or one range of its bytes (RFC 9110 section 14). Threads that may wait for a disk. */
final class FileAnswer {
    private static final int WHOLE = 200;
    private static final int PART = 206;
    private static final int GONE = 404;
    private static final int BEYOND = 416;
    private static final Pattern RANGE = Pattern.compile("bytes=([0-9]{0,15})-([0-9]{0,15})");

    private FileAnswer() {}

    /**
     * Returns {@code file}, or the part that {@code range} asks for. A header that is no single range of bytes is ignored, as RFC 9110
     * section 14.2 wants it. Waits for the disk.
     */
    static Answer of(Path file, String contentType, String range, Executor reader) {
        long size;
        try {
            size = Files.size(file);
        } catch (IOException gone) {
            return Problem.of(GONE, "the file " + file.getFileName() + " is gone");
        }
        Matcher wanted = RANGE.matcher(range.strip());
        boolean part = wanted.matches() && wanted.group().length() > "bytes=-".length();
        long from = 0;
        long end = size;
        if (part && wanted.group(1).isEmpty()) {
            from = Math.max(0, size - Long.parseLong(wanted.group(2)));
        } else if (part) {
            from = Long.parseLong(wanted.group(1));
            end = wanted.group(2).isEmpty() ? size : Math.min(size, Long.parseLong(wanted.group(2)) + 1);
        }
        if (part && from >= end) {
            return Problem.of(BEYOND, "Range: the file has " + size + " bytes; ask for some of them")
                    .with("Content-Range", "bytes */" + size);
        }
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Accept-Ranges", "bytes");
        headers.put("Content-Length", Long.toString(end - from));
        headers.put("Content-Disposition", "inline; filename=" + file.getFileName());
        if (part) {
            headers.put("Content-Range", "bytes " + from + "-" + (end - 1) + "/" + size);
        }
        return new Answer(
                part ? PART : WHOLE, contentType, new byte[0], headers, new FileBody(file, from, end, reader));
    }
}
