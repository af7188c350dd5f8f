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
import java.util.concurrent.TimeUnit;

/**
 * The beginning of a file as a body, as fast as its reader takes it: one piece is under way at a time. A file that is gone or too short
 * ends the connection without a last chunk.
 *
 * @param bytes of the file that are sent
 * @param disk whose threads may wait for a disk
 */
public record FileBody(Path file, long bytes, Executor disk) implements StreamBody {
    private static final int PIECE_BYTES = 64 << 10;
    private static final int STALLED_S = 30;

    @Override
    public void start(Channel connection) {
        send(connection, 0);
    }

    private void send(Channel connection, long at) {
        disk.execute(() -> piece(connection, at));
    }

    private void piece(Channel connection, long at) {
        if (at >= bytes) {
            connection.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT).addListener(ChannelFutureListener.CLOSE);
            return;
        }
        ByteBuf piece = connection.alloc().buffer(PIECE_BYTES);
        int read = 0;
        try (FileChannel open = FileChannel.open(file)) {
            read = piece.writeBytes(open, at, (int) Math.min(PIECE_BYTES, bytes - at));
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
