package io.sidetone.transport.http.history;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.StreamBody;
import java.io.ByteArrayOutputStream;
import java.util.Map;

/**
 * All calls of a query, one on each line: a portion is asked for when the one before is written, so that a slow reader holds
 * nothing but one portion. A history that fails in the middle closes the connection without the end of the body.
 */
final class EntryStream implements StreamBody {
    private static final int PORTION = 500;

    private final CallDirectory history;
    private final CallQuery query;
    private final EntryFormat format;
    private final boolean confidential;
    private CallCursor after;
    private int left;
    private Channel connection;

    private EntryStream(
            CallDirectory history,
            CallQuery query,
            CallCursor after,
            int limit,
            EntryFormat format,
            boolean confidential) {
        this.history = history;
        this.query = query;
        this.after = after;
        this.left = limit;
        this.format = format;
        this.confidential = confidential;
    }

    static Answer answer(
            CallDirectory history,
            CallQuery query,
            CallCursor after,
            int limit,
            EntryFormat format,
            boolean confidential) {
        return new Answer(
                200,
                format.contentType(),
                new byte[0],
                Map.of("Content-Disposition", "attachment; filename=" + format.fileName()),
                new EntryStream(history, query, after, limit, format, confidential));
    }

    @Override
    public void start(Channel channel) {
        connection = channel;
        write(Unpooled.wrappedBuffer(format.head()), true);
    }

    /**
     * Lines of a portion.
     *
     * @param behind where the next one begins; null at the end
     */
    private record Portion(byte[] lines, int calls, CallCursor behind) {}

    private void next() {
        try {
            history.find(query, after, Math.min(left, PORTION))
                    .thenApply(this::portion)
                    .whenComplete((portion, failure) -> connection.eventLoop().execute(() -> take(portion, failure)));
        } catch (RuntimeException refused) {
            connection.close();
        }
    }

    private Portion portion(CallPage page) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (CallEntry entry : page.calls()) {
            lines.writeBytes(format.line(confidential ? entry : entry.withoutInterruptions()));
        }
        try {
            CallCursor behind = page.next() == null ? null : CallCursor.of(page.next(), query);
            return new Portion(lines.toByteArray(), page.calls().size(), behind);
        } catch (BadQueryException defect) {
            throw new IllegalStateException(defect);
        }
    }

    private void take(Portion portion, Throwable failure) {
        if (failure != null) {
            connection.close();
            return;
        }
        left -= portion.calls();
        after = portion.behind();
        write(Unpooled.wrappedBuffer(portion.lines()), after != null && left > 0);
    }

    private void write(ByteBuf content, boolean more) {
        ChannelFuture written = connection.writeAndFlush(new DefaultHttpContent(content));
        if (more) {
            written.addListener(done -> {
                if (done.isSuccess()) {
                    next();
                }
            });
        } else {
            connection.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT).addListener(ChannelFutureListener.CLOSE);
        }
    }
}
