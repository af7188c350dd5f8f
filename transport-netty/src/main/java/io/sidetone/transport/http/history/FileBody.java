package io.sidetone.transport.http.history;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.Problem;
import io.sidetone.transport.http.StreamBody;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file, or one range of its bytes (RFC 9110 section 14): read in portions by threads that may wait for a disk, the next one
 * when the one before is written. A file that ends early closes the connection without the end of the body.
 */
final class FileBody implements StreamBody {
    private static final int PORTION = 1 << 18;
    private static final int WHOLE = 200;
    private static final int PART = 206;
    private static final int GONE = 404;
    private static final int BEYOND = 416;
    private static final Pattern RANGE = Pattern.compile("bytes=([0-9]{0,15})-([0-9]{0,15})");

    private final Path file;
    private final Executor reader;
    private long at;
    private final long end;
    private Channel connection;

    private FileBody(Path file, Executor reader, long from, long end) {
        this.file = file;
        this.reader = reader;
        this.at = from;
        this.end = end;
    }

    /**
     * Returns {@code file}, or the part that {@code range} asks for. A header that is no single range of bytes is ignored, as RFC 9110
     * section 14.2 wants it. Waits for the disk.
     */
    static Answer answer(Path file, String contentType, String range, Executor reader) {
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
                part ? PART : WHOLE, contentType, new byte[0], headers, new FileBody(file, reader, from, end));
    }

    @Override
    public void start(Channel channel) {
        connection = channel;
        next();
    }

    private void next() {
        if (at == end) {
            connection.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT).addListener(ChannelFutureListener.CLOSE);
            return;
        }
        try {
            reader.execute(this::read);
        } catch (RejectedExecutionException full) {
            connection.close();
        }
    }

    private void read() {
        ByteBuffer portion = ByteBuffer.allocate((int) Math.min(PORTION, end - at));
        try (FileChannel channel = FileChannel.open(file)) {
            channel.read(portion, at);
        } catch (IOException unreadable) {
            connection.close();
            return;
        }
        ByteBuf bytes = Unpooled.wrappedBuffer(portion.flip());
        if (!bytes.isReadable()) {
            connection.close();
            return;
        }
        at += bytes.readableBytes();
        connection.writeAndFlush(new DefaultHttpContent(bytes)).addListener(done -> {
            if (done.isSuccess()) {
                next();
            }
        });
    }
}
