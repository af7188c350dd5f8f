package io.sidetone.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileBodyTest {
    @TempDir
    private Path folder;

    private Path file(byte[] content) throws IOException {
        return Files.write(folder.resolve("file"), content);
    }

    private static byte[] received(EmbeddedChannel channel) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (HttpContent next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
            next.content().readBytes(all, next.content().readableBytes());
            next.release();
            if (next instanceof LastHttpContent) {
                return all.toByteArray();
            }
        }
        return null;
    }

    @Test
    void shouldSendTheBeginningOfAFileInPieces() throws Exception {
        byte[] content = new byte[300_000];
        new Random(1).nextBytes(content);
        EmbeddedChannel channel = new EmbeddedChannel();
        new FileBody(file(content), 0, 200_001, Runnable::run).start(channel);
        channel.runPendingTasks();
        assertThat(received(channel)).isEqualTo(Arrays.copyOf(content, 200_001));
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void shouldEndTheConnectionWithoutALastChunkWhenTheFileIsGoneOrTooShort() throws Exception {
        for (Path file : new Path[] {folder.resolve("gone"), file(new byte[100])}) {
            EmbeddedChannel channel = new EmbeddedChannel();
            new FileBody(file, 0, 200, Runnable::run).start(channel);
            channel.runPendingTasks();
            assertThat(received(channel)).isNull();
            assertThat(channel.isOpen()).isFalse();
        }
    }

    @Test
    void shouldLeaveAReaderThatTakesNothingForHalfAMinute() throws Exception {
        int[] written = {0};
        EmbeddedChannel channel = new EmbeddedChannel(new ChannelOutboundHandlerAdapter() {
            @Override
            public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
                written[0]++;
                ReferenceCountUtil.release(message);
            }
        });
        new FileBody(file(new byte[200_000]), 0, 200_000, Runnable::run).start(channel);
        channel.advanceTimeBy(29, TimeUnit.SECONDS);
        channel.runPendingTasks();
        assertThat(written[0]).as("one piece at a time").isEqualTo(1);
        assertThat(channel.isOpen()).isTrue();
        channel.advanceTimeBy(2, TimeUnit.SECONDS);
        channel.runPendingTasks();
        assertThat(channel.isOpen()).isFalse();
    }
}
