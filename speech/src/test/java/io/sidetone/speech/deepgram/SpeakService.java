package io.sidetone.speech.deepgram;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.audio.codec.G711;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.Peer;
import io.sidetone.speech.loopback.Refusal;
import io.sidetone.speech.loopback.Seen;
import io.sidetone.speech.loopback.SocketScript;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Deepgram's speak v1, strictly. A text sounds for {@link #MS_PER_CHAR} per character, all samples at a level that numbers
 * the text within its stream, so that a test can tell whose audio it has.
 */
public final class SpeakService {
    public static final int MS_PER_CHAR = 40;
    public static final int LEVEL = 500;
    private static final Set<String> KNOWN = Set.of("model", "encoding", "sample_rate", "mip_opt_out");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String key;
    public final List<Stream> streams = new CopyOnWriteArrayList<>();

    /** How long the first audio of a flush takes. */
    public volatile int delayMs;

    /** Audio of one message; odd for the sake of it. */
    public volatile int messageBytes = 641;

    /** Time between two messages of audio. */
    public volatile int paceMs;

    /** Messages of audio that still come after a Clear. */
    public volatile int lateMessages;

    /** Every Cleared comes twice. */
    public volatile boolean clearsTwice;

    /** The Flushed of what was cleared comes all the same, after Cleared. */
    public volatile boolean lateFlushed;

    /** Says nothing after these many messages of audio. */
    public volatile int hangsAfter = Integer.MAX_VALUE;

    /** Every Flushed comes twice. */
    public volatile boolean flushedTwice;

    /** Clear is not answered. */
    public volatile boolean clearHangs;

    /** A flush beyond this many gets a warning. */
    public volatile int flushes = 20;

    public volatile int refuses;

    /** What it does in place of speaking at a flush; null for that. */
    public volatile Consumer<Stream> instead;

    public SpeakService(String key) {
        this.key = key;
    }

    public SocketScript accept(Seen seen) {
        if (refuses != 0 || !seen.header("authorization").equals("Token " + key)) {
            throw new Refusal(
                    refuses == 0 ? 401 : refuses,
                    Map.of("retry-after", "2"),
                    "refused: " + seen.header("authorization"));
        }
        Stream stream = new Stream(seen);
        streams.add(stream);
        return stream;
    }

    public Stream last() {
        return Eventually.get(
                "a stream is open",
                () -> streams.isEmpty() || streams.get(streams.size() - 1).peer == null
                        ? null
                        : streams.get(streams.size() - 1));
    }

    /** One stream. */
    public final class Stream implements SocketScript {
        public final List<String> commands = new CopyOnWriteArrayList<>();
        public final List<String> raw = new CopyOnWriteArrayList<>();
        public final List<String> said = new CopyOnWriteArrayList<>();
        public volatile Peer peer;
        private final Seen seen;
        private final boolean mulaw;
        private final Deque<Object> queue = new ArrayDeque<>();
        private final List<String> buffered = new ArrayList<>();
        private int texts;
        private int flushed;
        private int sequence;
        private int sent;
        private boolean sending;
        private boolean unflushed;

        Stream(Seen seen) {
            this.seen = seen;
            this.mulaw = seen.parameter("encoding").equals("mulaw");
        }

        @Override
        public void opened(Peer opened) {
            peer = opened;
            for (String name : seen.query().keySet()) {
                if (!KNOWN.contains(name)) {
                    opened.violation("speak knows no parameter " + name);
                }
            }
            tell(
                    opened,
                    "{\"type\":\"Metadata\",\"request_id\":\"r\",\"model_name\":\"aura\",\"model_version\":\"v\","
                            + "\"model_uuid\":\"u\"}");
        }

        @Override
        public void binary(Peer from, byte[] message) {
            from.violation("speak takes no binary messages");
            from.close(1003, "MESSAGE-0000");
        }

        @Override
        public void text(Peer from, String message) {
            raw.add(message);
            JsonNode json;
            try {
                json = JSON.readTree(message);
            } catch (JsonProcessingException notJson) {
                from.violation("no JSON: " + message);
                return;
            }
            String type = json.path("type").asText();
            String text = json.path("text").asText();
            commands.add(type.equals("Speak") ? "Speak " + text : type);
            switch (type) {
                case "Speak" -> {
                    if (text.isBlank() || text.length() > 2_001) {
                        from.violation("text of " + text.length() + " characters");
                    }
                    buffered.add(text);
                    unflushed = true;
                    if (instead == null && text.strip().matches("(?s).*[.?!]")) {
                        // A whole sentence is spoken without a word.
                        speakBuffered();
                        go(delayMs);
                    }
                }
                case "Flush" -> flush(from);
                case "Clear" -> clear(from);
                case "Close" -> from.close(1000, "");
                default -> from.violation("speak knows no message " + type);
            }
        }

        private void tell(Peer to, String message) {
            said.add(message);
            to.text(message);
        }

        private void flush(Peer from) {
            if (!unflushed) {
                from.violation("Flush of nothing");
            }
            if (++flushed > flushes) {
                tell(from, "{\"type\":\"Warning\",\"description\":\"Too many Flush messages\",\"code\":\"FLUSH\"}");
                return;
            }
            Consumer<Stream> wrong = instead;
            if (wrong != null) {
                buffered.clear();
                unflushed = false;
                wrong.accept(this);
                return;
            }
            speakBuffered();
            unflushed = false;
            queue.add("{\"type\":\"Flushed\",\"sequence_id\":" + sequence++ + "}");
            go(delayMs);
        }

        private void speakBuffered() {
            for (String text : buffered) {
                audio(text.strip().length() * MS_PER_CHAR, ++texts * LEVEL);
            }
            buffered.clear();
        }

        private void audio(int ms, int level) {
            int rateHz = Integer.parseInt(seen.parameter("sample_rate"));
            int samples = rateHz / 1_000 * ms;
            byte[] bytes;
            if (mulaw) {
                bytes = new byte[samples];
                short[] pcm = new short[samples];
                Arrays.fill(pcm, (short) level);
                G711.PCMU.encode(pcm, 0, samples, bytes, 0);
            } else {
                bytes = new byte[2 * samples];
                for (int i = 0; i < samples; i++) {
                    bytes[2 * i] = (byte) level;
                    bytes[2 * i + 1] = (byte) (level >> 8);
                }
            }
            for (int at = 0; at < bytes.length; at += messageBytes) {
                queue.add(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + messageBytes)));
            }
        }

        private void go(int waitMs) {
            if (!sending) {
                sending = true;
                peer.later(waitMs, this::send);
            }
        }

        private void send() {
            sending = false;
            Object next = sent >= hangsAfter ? null : queue.poll();
            if (next instanceof byte[] audio) {
                sent++;
                peer.binary(audio);
                go(paceMs);
            } else if (next != null) {
                tell(peer, (String) next);
                if (flushedTwice) {
                    tell(peer, (String) next);
                }
                go(0);
            }
        }

        private void clear(Peer from) {
            for (int i = 0; i < lateMessages; i++) {
                from.binary(new byte[messageBytes]);
            }
            boolean owed = queue.stream().anyMatch(String.class::isInstance);
            queue.clear();
            buffered.clear();
            if (clearHangs) {
                return;
            }
            String cleared = "{\"type\":\"Cleared\",\"sequence_id\":" + sequence++ + "}";
            tell(from, cleared);
            if (clearsTwice) {
                tell(from, cleared);
            }
            if (lateFlushed && owed) {
                queue.add("{\"type\":\"Flushed\",\"sequence_id\":" + sequence++ + "}");
                go(0);
            }
        }
    }
}
