package io.sidetone.speech.cartesia;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.Peer;
import io.sidetone.speech.loopback.Seen;
import io.sidetone.speech.loopback.SocketScript;
import io.sidetone.speech.voice.FakeVoice;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Cartesia's WebSocket on this machine; every request that the service would not take is a violation. */
public final class CartesiaService extends FakeVoice {
    /** Ids of the voices that were asked for. */
    public final Set<String> voices = ConcurrentHashMap.newKeySet();

    public static final String PATH = "/tts/websocket";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> FIELDS = Set.of(
            "model_id",
            "transcript",
            "voice",
            "language",
            "context_id",
            "output_format",
            "add_timestamps",
            "continue",
            "max_buffer_delay_ms",
            "flush",
            "generation_config");

    /** Errors of versions before structured ones. */
    public volatile boolean plainErrors;

    public volatile boolean errorsWithoutContext;

    /** Flushes are answered as soon as they come. */
    public volatile boolean earlyFlushes;

    /** Contexts are over so long after their last audio; 0 for never. */
    public volatile int expireMs;

    /** Rates of the contexts that were asked for. */
    public final List<Integer> rates = new CopyOnWriteArrayList<>();

    public final AtomicInteger contexts = new AtomicInteger();
    public final AtomicInteger ended = new AtomicInteger();
    private volatile Peer last;

    /** Serves at {@link #PATH}. */
    public CartesiaService(LoopbackServer server) {
        server.socket(PATH, seen -> {
            String sent = seen.header("authorization");
            admit(seen, sent.startsWith("Bearer ") ? sent.substring(7) : sent);
            check(server, seen);
            return new Connection(seen.header("cartesia-version").compareTo("2026-08-14") < 0);
        });
    }

    private static void check(LoopbackServer server, Seen seen) {
        if (!seen.header("cartesia-version").matches("\\d{4}-\\d\\d-\\d\\d")) {
            server.violation("no version pinned");
        }
        if (!seen.query().isEmpty()) {
            server.violation("query " + seen.query() + ": keys belong into headers");
        }
    }

    /** Closes the connection in good manners, as after five minutes without a generation. */
    public void closeIdle() {
        Eventually.get("a connection", () -> last).close(1_000, "idle");
    }

    private static final class Context {
        final String id;
        JsonNode fixed;
        String text = "";
        int flushes;
        boolean ended;
        boolean cancelled;
        boolean over;
        long emittedMs;
        boolean busy;
        boolean stuck;
        final Deque<Runnable> steps = new ArrayDeque<>();

        Context(String id) {
            this.id = id;
        }
    }

    private final class Connection implements SocketScript {
        private final Map<String, Context> known = new HashMap<>();
        private final boolean namesVoiceMode;

        Connection(boolean namesVoiceMode) {
            this.namesVoiceMode = namesVoiceMode;
        }

        @Override
        public void opened(Peer peer) {
            last = peer;
        }

        @Override
        public void text(Peer peer, String message) {
            JsonNode json;
            try {
                json = JSON.readTree(message);
            } catch (IOException e) {
                peer.violation("no JSON: " + message);
                return;
            }
            Context context = known.get(json.path("context_id").asText());
            if (json.has("cancel")) {
                cancel(peer, json, context);
            } else {
                generation(peer, json, context);
            }
        }

        private void cancel(Peer peer, JsonNode json, Context context) {
            cancels.incrementAndGet();
            if (json.size() != 2 || !json.path("cancel").asBoolean()) {
                peer.violation("cancel with other fields: " + json);
            }
            if (context == null) {
                peer.violation("cancel of unknown context " + json);
                return;
            }
            context.cancelled = true;
            if (fault == Fault.LATE_AFTER_CANCEL || context.busy) {
                // What is being generated goes on.
                for (int i = 0; i < 50; i++) {
                    peer.text(chunk(context, new byte[320], 1));
                }
                peer.text(done(context));
            }
            context.steps.clear();
        }

        private void generation(Peer peer, JsonNode json, Context before) {
            json.fieldNames().forEachRemaining(name -> {
                if (!FIELDS.contains(name)) {
                    peer.violation("unknown field " + name);
                }
            });
            boolean goesOn = json.path("continue").asBoolean(false);
            boolean flush = json.path("flush").asBoolean(false);
            String text = json.path("transcript").asText();
            voices.add(json.path("voice").path("id").asText());
            if (json.path("voice").has("mode") != namesVoiceMode
                    || namesVoiceMode
                            && !json.path("voice").path("mode").asText().equals("id")
                    || json.path("voice").path("id").asText().isEmpty()
                    || json.path("model_id").asText().isEmpty()
                    || !json.path("transcript").isTextual()
                    || !json.path("output_format").path("container").asText().equals("raw")
                    || json.path("context_id").asText().isEmpty()) {
                peer.violation("incomplete: " + json);
                return;
            }
            if (flush && (!text.isEmpty() || !goesOn)) {
                peer.violation("a flush is a request of its own: " + json);
            }
            ObjectNode fixed = json.deepCopy();
            fixed.remove(List.of("transcript", "continue", "flush"));
            Context context = before;
            if (context == null) {
                context = new Context(json.path("context_id").asText());
                context.fixed = fixed;
                known.put(context.id, context);
                contexts.incrementAndGet();
                rates.add(json.path("output_format").path("sample_rate").asInt());
                if (text.isEmpty()) {
                    peer.violation("a context begins without text: " + json);
                }
            } else if (context.cancelled || context.ended) {
                peer.violation("input for a context that is over: " + json);
                return;
            } else if (!context.fixed.equals(fixed)) {
                peer.violation("fields changed within a context: " + json);
            }
            if (context.over) {
                peer.text(error(context, 400, "Context expired", "the context has expired"));
                return;
            }
            if (!context.text.isEmpty() && !text.isEmpty() && !context.text.endsWith(" ") && !text.startsWith(" ")) {
                peer.violation("transcripts run together: '" + context.text + "' '" + text + "'");
            }
            context.text += text;
            context.ended = !goesOn;
            if (flush || !goesOn) {
                speak(peer, context, flush);
            }
        }

        private void speak(Peer peer, Context context, boolean flush) {
            String text = context.text.strip();
            context.text = "";
            int flushId = ++context.flushes;
            if (!text.isEmpty()) {
                asked.add(text);
                Fault wrong = faultNow();
                if (wrong == Fault.LIMITED_ONCE) {
                    fault = Fault.NONE;
                }
                if (flush && earlyFlushes) {
                    peer.text(flushDone(context, flushId));
                }
                new Speaking(peer, context, flushId, text, wrong, flush && !earlyFlushes).queue();
            }
            if (!flush) {
                ended.incrementAndGet();
                context.steps.add(() -> peer.text(done(context)));
            }
            run(peer, context);
        }

        private void run(Peer peer, Context context) {
            if (context.busy) {
                return;
            }
            Runnable step = context.steps.poll();
            if (step != null) {
                context.busy = true;
                peer.later(paceMs, () -> {
                    context.busy = false;
                    if (!context.cancelled && !context.stuck) {
                        step.run();
                        run(peer, context);
                    }
                });
            }
        }

        /** One flush's worth of audio. */
        private final class Speaking {
            private final Peer peer;
            private final Context context;
            private final int flushId;
            private final String text;
            private final Fault wrong;
            private final boolean flush;

            Speaking(Peer peer, Context context, int flushId, String text, Fault wrong, boolean flush) {
                this.peer = peer;
                this.context = context;
                this.flushId = flushId;
                this.text = text;
                this.wrong = wrong;
                this.flush = flush;
            }

            private void step(Runnable step) {
                context.steps.add(step);
            }

            void queue() {
                int rate =
                        context.fixed.path("output_format").path("sample_rate").asInt();
                boolean mulaw = context.fixed
                        .path("output_format")
                        .path("encoding")
                        .asText()
                        .equals("pcm_mulaw");
                byte[] audio = mulaw ? mulaw(text) : s16le(text, rate);
                int piece = pieceMs * rate / 1_000 * (mulaw ? 1 : 2) + (wrong == Fault.ODD_BYTES ? 1 : 0);
                long startMs = context.emittedMs;
                context.emittedMs += (long) text.length() * msPerChar;
                if (firstAudioMs > 0) {
                    step(() -> {
                        context.busy = true;
                        peer.later(firstAudioMs, () -> {
                            context.busy = false;
                            run(peer, context);
                        });
                    });
                }
                if (!begin()) {
                    return;
                }
                if (wrong != Fault.TIMES_LATE && wrong != Fault.NO_TIMES) {
                    step(() -> peer.text(times(startMs)));
                }
                int length = wrong == Fault.HALF_SAMPLE ? audio.length - 1 : audio.length;
                for (int at = 0; at < length; at += piece) {
                    byte[] part = Arrays.copyOfRange(audio, at, Math.min(length, at + piece));
                    if (wrong == Fault.STRANGE) {
                        step(() -> peer.text("{\"type\":\"weather\",\"context_id\":\"" + context.id + "\"}"));
                    }
                    step(() -> peer.text(chunk(context, part, flushId)));
                    if (wrong == Fault.HANG_MIDDLE || wrong == Fault.LATE_AFTER_CANCEL) {
                        step(() -> context.stuck = true);
                        return;
                    }
                    if (wrong == Fault.DROP_MIDDLE) {
                        step(peer::drop);
                        return;
                    }
                }
                end(startMs);
            }

            /** Whether any audio follows. */
            private boolean begin() {
                switch (wrong) {
                    case HANG_FIRST -> {
                        return false;
                    }
                    case DRIP -> {
                        step(this::drip);
                        return false;
                    }
                    case GARBAGE -> {
                        for (int i = 0; i < 3; i++) {
                            step(() -> peer.text("{\"type\":\"chunk\",,"));
                        }
                        return false;
                    }
                    case WRONG_KIND -> {
                        for (int i = 0; i < 3; i++) {
                            step(() -> peer.binary(new byte[640]));
                        }
                        return false;
                    }
                    case HUGE -> {
                        step(() -> peer.text(chunk(context, new byte[10 << 20], flushId)));
                        return false;
                    }
                    case EMPTY -> {
                        step(() -> peer.text(done(context)));
                        return false;
                    }
                    case ERROR, LIMITED_ONCE -> {
                        boolean limited = wrong == Fault.LIMITED_ONCE;
                        String title = limited ? "Too many concurrent requests" : "Invalid voice";
                        step(() -> peer.text(error(context, limited ? 429 : 400, title, "key " + KEY + " did it")));
                        return false;
                    }
                    default -> {
                        return true;
                    }
                }
            }

            private void drip() {
                peer.text(chunk(context, new byte[1], flushId));
                if (peer.connected()) {
                    peer.later(20, this::drip);
                }
            }

            private String times(long startMs) {
                ObjectNode message = answer(context, "timestamps", false);
                ObjectNode words = message.putObject("word_timestamps");
                long at = startMs;
                for (String word : text.split(" ")) {
                    long wordMs = (long) word.length() * msPerChar;
                    words.withArray("words").add(word);
                    words.withArray("start").add((wrong == Fault.TIMES_BACK ? startMs + 1_000 - at : at) / 1_000.0);
                    words.withArray("end").add((at + wordMs) / 1_000.0);
                    at += wordMs + msPerChar;
                }
                return message.toString();
            }

            private void end(long startMs) {
                if (wrong == Fault.TIMES_LATE) {
                    step(() -> peer.text(times(startMs)));
                }
                if (flush) {
                    for (int i = wrong == Fault.DUPLICATE_END ? 0 : 1; i < 2; i++) {
                        step(() -> peer.text(flushDone(context, flushId)));
                    }
                }
                if (expireMs > 0) {
                    step(() -> peer.later(expireMs, () -> context.over = true));
                }
            }
        }

        private ObjectNode answer(Context context, String type, boolean done) {
            return JSON.createObjectNode()
                    .put("type", type)
                    .put("done", done)
                    .put("status_code", 206)
                    .put("context_id", context.id);
        }

        private String chunk(Context context, byte[] audio, int flushId) {
            return JSON.createObjectNode()
                    .put("type", "chunk")
                    .put("data", Base64.getEncoder().encodeToString(audio))
                    .put("done", false)
                    .put("status_code", 206)
                    .put("step_time", 12.5)
                    .put("context_id", context.id)
                    .put("flush_id", flushId)
                    .toString();
        }

        private String flushDone(Context context, int flushId) {
            return answer(context, "flush_done", false)
                    .put("flush_done", true)
                    .put("flush_id", flushId)
                    .toString();
        }

        private String done(Context context) {
            return answer(context, "done", true).toString();
        }

        private String error(Context context, int status, String title, String words) {
            if (plainErrors) {
                return title + ": " + words;
            }
            ObjectNode message = answer(context, "error", true)
                    .put("status_code", status)
                    .put("error_code", status == 429 ? "concurrency_limited" : "invalid_request")
                    .put("title", title)
                    .put("message", words);
            if (errorsWithoutContext) {
                message.putNull("context_id");
            }
            return message.toString();
        }
    }
}
