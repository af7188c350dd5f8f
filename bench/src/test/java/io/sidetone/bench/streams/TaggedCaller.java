package io.sidetone.bench.streams;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.audio.codec.G711;
import io.sidetone.bench.callers.TurnOrder;
import io.sidetone.bench.callers.TurnTags;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Base64;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;

/**
 * A client that interrupts each turn of the agent after a few of its frames, and reads of every frame which turn it belongs
 * to. It acts on what comes, never on a clock. The socket's thread; figures are read after {@link #interruptedOften}.
 */
abstract class TaggedCaller implements WebSocket.Listener {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MOST_FRAMES = 20;

    private final TurnOrder order = new TurnOrder();
    private final CountDownLatch left;
    private final Random random;
    private final StringBuilder text = new StringBuilder();
    private CompletableFuture<?> written = CompletableFuture.completedFuture(null);
    private WebSocket socket;
    private int framesLeft;

    /** A client that interrupts {@code times} times. */
    TaggedCaller(int times, long seed) {
        left = new CountDownLatch(times);
        random = new Random(seed);
    }

    /** Connects; the session begins. */
    final void connect(HttpClient client, int port) {
        client.newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + port + path()), this)
                .join();
    }

    /** Counted down to 0 when it has interrupted often enough. */
    final CountDownLatch interruptedOften() {
        return left;
    }

    final TurnOrder order() {
        return order;
    }

    /** Where the protocol is spoken. */
    abstract String path();

    /** The socket is open. */
    abstract void begin();

    /** A message came. */
    abstract void message(JsonNode message);

    /** The caller takes the floor, says something, and waits for an answer. */
    abstract void interrupt();

    final void say(String message) {
        written = written.thenCompose(done -> socket.sendText(message, true));
    }

    final void clear() {
        order.clear();
    }

    /** 20 ms came, in mu-law. */
    final void muLaw(String base64) {
        heard(TurnTags.read(Base64.getDecoder().decode(base64)));
    }

    /** 20 ms came, in PCM16, low byte first. */
    final void pcm16(String base64) {
        byte[] bytes = Base64.getDecoder().decode(base64);
        short[] pcm = new short[bytes.length / 2];
        for (int i = 0; i < pcm.length; i++) {
            pcm[i] = (short) (bytes[2 * i] & 0xff | bytes[2 * i + 1] << 8);
        }
        byte[] codes = new byte[pcm.length];
        G711.PCMU.encode(pcm, 0, pcm.length, codes, 0);
        heard(TurnTags.read(codes));
    }

    private void heard(int tag) {
        if (order.frame(tag)) {
            framesLeft = 1 + random.nextInt(MOST_FRAMES);
        }
        if (framesLeft > 0 && --framesLeft == 0) {
            interrupt();
            left.countDown();
        }
    }

    @Override
    public final void onOpen(WebSocket opened) {
        socket = opened;
        begin();
        opened.request(Long.MAX_VALUE);
    }

    @Override
    public final CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        text.append(data);
        if (last) {
            try {
                message(JSON.readTree(text.toString()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            text.setLength(0);
        }
        return null;
    }
}
