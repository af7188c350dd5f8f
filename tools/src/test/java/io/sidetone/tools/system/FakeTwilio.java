package io.sidetone.tools.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.audio.codec.G711;
import io.sidetone.server.calls.voice.SyntheticVoice;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * The other end of a media stream: sends 50 frames a second, plays what it gets in real time, returns marks when they are
 * played, and at a clear throws everything away and returns the marks at once, as Twilio does. Counts in frames of its own.
 */
final class FakeTwilio implements WebSocket.Listener {
    static final int FRAME = 160;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final byte SILENCE = (byte) 0xff;
    private static final long FRAME_NS = 20_000_000L;

    private final Queue<String> inbox = new ConcurrentLinkedQueue<>();
    private final StringBuilder partial = new StringBuilder();
    private final Deque<Object> playing = new ArrayDeque<>();
    private final SyntheticVoice voice = new SyntheticVoice(8_000, 3, -20);
    private final WebSocket socket;
    private final byte[] frame = new byte[FRAME];
    private final short[] pcm = new short[FRAME];
    private int queuedBytes;
    private int chunk;
    private boolean cleared;

    /** Names of marks, in the order they came. */
    final List<String> marks = new ArrayList<>();
    /** The same, of those that came after the first clear. */
    final List<String> marksAfterClear = new ArrayList<>();
    /** Frames of sound that were played. */
    int voicedFrames;
    /** Frames of sound that were played after the first clear. */
    int voicedAfterClear;
    /** Most audio that waited to be played, in ms. */
    int mostQueuedMs;
    /** Clears that came. */
    int clears;
    /** Marks that were returned because of a clear. */
    int marksThrownAway;
    /** Media messages since the last clear. */
    int mediaSinceClear;
    /** Status the server closed with, or 0. */
    volatile int closed;

    FakeTwilio(String address, String path, String signature) {
        this(HttpClient.newHttpClient(), "ws://" + address + path, signature);
    }

    FakeTwilio(HttpClient client, String url, String signature) {
        WebSocket.Builder builder = client.newWebSocketBuilder();
        if (signature != null) {
            builder.header("X-Twilio-Signature", signature);
        }
        socket = builder.buildAsync(URI.create(url), this).join();
    }

    /** Begins the stream. */
    void start(String from, String to) {
        say("{\"event\":\"connected\",\"protocol\":\"Call\",\"version\":\"1.0.0\"}");
        say(
                "{\"event\":\"start\",\"sequenceNumber\":\"1\",\"start\":{\"accountSid\":\"AC1\",\"streamSid\":\"MZ1\",\"callSid\":\"CA1\","
                        + "\"tracks\":[\"inbound\"],\"mediaFormat\":{\"encoding\":\"audio/x-mulaw\",\"sampleRate\":8000,\"channels\":1},"
                        + "\"customParameters\":{\"from\":\"" + from + "\",\"to\":\"" + to
                        + "\"}},\"streamSid\":\"MZ1\"}");
    }

    /** A message of any kind. */
    void say(String text) {
        socket.sendText(text, true).join();
    }

    /** Ends the stream. */
    void stop() {
        say(
                "{\"event\":\"stop\",\"sequenceNumber\":\"9\",\"stop\":{\"accountSid\":\"AC1\",\"callSid\":\"CA1\"},\"streamSid\":\"MZ1\"}");
    }

    /** Goes without a word. */
    void vanish() {
        socket.abort();
    }

    /** Lives {@code frames} frames, or until {@code enough}, the caller talking or silent; returns how many it lived. */
    int live(int frames, boolean talking, java.util.function.BooleanSupplier enough) throws IOException {
        long dueNs = System.nanoTime();
        for (int i = 0; i < frames; i++) {
            while (System.nanoTime() - dueNs < 0) {
                LockSupport.parkNanos(Math.max(100_000, dueNs - System.nanoTime()));
            }
            dueNs += FRAME_NS;
            read();
            play();
            speak(talking);
            if (enough.getAsBoolean()) {
                return i + 1;
            }
        }
        return frames;
    }

    private void read() throws IOException {
        for (String text = inbox.poll(); text != null; text = inbox.poll()) {
            JsonNode message = JSON.readTree(text);
            if (!message.path("streamSid").asText().equals("MZ1")) {
                throw new AssertionError("a message for another stream: " + text);
            }
            switch (message.path("event").asText()) {
                case "media" -> {
                    byte[] audio = Base64.getDecoder()
                            .decode(message.path("media").path("payload").asText());
                    playing.add(audio);
                    queuedBytes += audio.length;
                    mediaSinceClear++;
                    mostQueuedMs = Math.max(mostQueuedMs, queuedBytes / 8);
                }
                case "mark" -> {
                    String name = message.path("mark").path("name").asText();
                    marks.add(name);
                    if (cleared) {
                        marksAfterClear.add(name);
                    }
                    playing.add(name);
                }
                case "clear" -> clear();
                default -> throw new AssertionError("what is this: " + text);
            }
        }
    }

    private void clear() {
        cleared = true;
        clears++;
        mediaSinceClear = 0;
        queuedBytes = 0;
        for (Object each : playing) {
            if (each instanceof String name) {
                marksThrownAway++;
                returned(name);
            }
        }
        playing.clear();
    }

    private void returned(String name) {
        say("{\"event\":\"mark\",\"sequenceNumber\":\"4\",\"streamSid\":\"MZ1\",\"mark\":{\"name\":\"" + name + "\"}}");
    }

    private void play() {
        boolean voiced = false;
        int left = FRAME;
        while (!playing.isEmpty()) {
            Object head = playing.peek();
            if (head instanceof String name) {
                playing.poll();
                returned(name);
            } else if (left == 0) {
                break;
            } else {
                byte[] audio = (byte[]) playing.poll();
                int taken = Math.min(left, audio.length);
                for (int i = 0; i < taken; i++) {
                    voiced |= (audio[i] & 0x7f) < 0x60;
                }
                if (taken < audio.length) {
                    playing.addFirst(Arrays.copyOfRange(audio, taken, audio.length));
                }
                left -= taken;
                queuedBytes -= taken;
            }
        }
        voicedFrames += voiced ? 1 : 0;
        voicedAfterClear += voiced && cleared ? 1 : 0;
    }

    private void speak(boolean talking) {
        if (talking) {
            voice.fill(pcm, 0, FRAME);
            G711.PCMU.encode(pcm, 0, FRAME, frame, 0);
        } else {
            Arrays.fill(frame, SILENCE);
        }
        chunk++;
        say("{\"event\":\"media\",\"sequenceNumber\":\"" + (chunk + 1)
                + "\",\"media\":{\"track\":\"inbound\",\"chunk\":\"" + chunk
                + "\",\"timestamp\":\"" + chunk * 20 + "\",\"payload\":\""
                + Base64.getEncoder().encodeToString(frame) + "\"},\"streamSid\":\"MZ1\"}");
    }

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
        partial.append(data);
        if (last) {
            inbox.add(partial.toString());
            partial.setLength(0);
        }
        webSocket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket webSocket, int statusCode, String reason) {
        closed = statusCode;
        return null;
    }
}
