package io.sidetone.transport.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Bytes of a file as a body, as fast as its reader takes it: one piece is under way at a time. A file that is gone or too short
 * ends the connection without a last chunk.
 *
 * @param from the first byte that is sent
 * @param end the first byte that is not
 * @param disk whose threads may wait for a disk
 */
public record FileBody(Path file, long from, long end, Executor disk) implements StreamBody {
    private static final int PIECE_BYTES = 64 << 10;
    private static final int STALLED_S = 30;

    @Override
    public void start(Channel connection) {
        send(connection, from);
    }

    private void send(Channel connection, long at) {
        try {
            disk.execute(() -> piece(connection, at));
        } catch (RejectedExecutionException full) {
            connection.close();
        }
    }

    private void piece(Channel connection, long at) {
        if (at >= end) {
            connection.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT).addListener(ChannelFutureListener.CLOSE);
            return;
        }
        ByteBuf piece = connection.alloc().buffer(PIECE_BYTES);
        int read = 0;
        try (FileChannel open = FileChannel.open(file)) {
            read = piece.writeBytes(open, at, (int) Math.min(PIECE_BYTES, end - at));
        } catch (IOException gone) {
            // The same as a file that is too short.
        }
        if (read <= 0) {
            piece.release();
            connection.close();
            return;
        }
        long next = at + read;
        Future<?> stalled = connection.eventLoop().schedule(() -> connection.close(), STALLED_S, TimeUnit.SECONDS);
        connection.writeAndFlush(new DefaultHttpContent(piece)).addListener(done -> {
            stalled.cancel(false);
            if (done.isSuccess()) {
                send(connection, next);
            } else {
                connection.close();
            }
        });
    }
}
