package io.sidetone.speech.elevenlabs;

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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** ElevenLabs' multi-context WebSocket on this machine; what the service would not take is a violation. */
public final class ElevenLabsService extends FakeVoice {
    public static final String VOICE = "JBFqnCBsd6RMkjVDRZzb";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_CONTEXTS = 5;
    private static final Set<String> FIELDS =
            Set.of("text", "context_id", "voice_settings", "flush", "close_context", "generation_config");

    /** The end is named as in the specification's example, not as on the wire. */
    public volatile boolean finalAsInExample;

    /** A context that was closed is gone so long after. */
    public volatile int letGoMs;

    /** Not letting go of cancelled contexts is no violation of this side. */
    public volatile boolean neverLetGo;

    /** In place of the seconds that are asked for; 0 for those. */
    public volatile int inactivityMs;

    public final AtomicInteger keepAlives = new AtomicInteger();
    public final AtomicInteger mostContexts = new AtomicInteger();
    private volatile Peer last;

    /** Serves voice {@link #VOICE}. */
    public ElevenLabsService(LoopbackServer server) {
        server.socket("/v1/text-to-speech/" + VOICE + "/multi-stream-input", seen -> {
            admit(seen, seen.header("xi-api-key"));
            check(server, seen);
            return new Connection(seen);
        });
    }

    private static void check(LoopbackServer server, Seen seen) {
        Set<String> known = Set.of(
                "model_id", "output_format", "inactivity_timeout", "sync_alignment", "auto_mode", "language_code");
        if (!known.containsAll(seen.query().keySet())) {
            server.violation("query " + seen.query().keySet());
        }
        if (!seen.parameter("output_format").matches("ulaw_8000|pcm_(8000|16000|22050|24000|44100)")) {
            server.violation("output_format " + seen.parameter("output_format"));
        }
        if (Integer.parseInt(seen.parameter("inactivity_timeout")) > 180) {
            server.violation("inactivity_timeout " + seen.parameter("inactivity_timeout"));
        }
    }

    public void closeIdle() {
        Eventually.get("a connection", () -> last).close(1_008, "inactive");
    }

    private static final class Context {
        final String id;
        String text = "";
        boolean closing;
        boolean cancelled;
        boolean flushed;
        final Deque<Runnable> steps = new ArrayDeque<>();
        boolean busy;

        Context(String id) {
            this.id = id;
        }
    }

    private final class Connection implements SocketScript {
        private final Map<String, Context> open = new LinkedHashMap<>();
        private final Set<String> used = new java.util.HashSet<>();
        private final boolean mulaw;
        private final int rateHz;
        private ScheduledFuture<?> inactive;

        Connection(Seen seen) {
            String format = seen.parameter("output_format");
            mulaw = format.equals("ulaw_8000");
            rateHz = Integer.parseInt(format.substring(format.indexOf('_') + 1));
        }

        @Override
        public void opened(Peer peer) {
            last = peer;
            rewind(peer);
        }

        private void rewind(Peer peer) {
            if (inactive != null) {
                inactive.cancel(false);
            }
            if (inactivityMs > 0) {
                inactive = peer.later(inactivityMs, () -> peer.close(1_008, "inactive"));
            }
        }

        @Override
        public void text(Peer peer, String message) {
            rewind(peer);
            JsonNode json;
            try {
                json = JSON.readTree(message);
            } catch (IOException e) {
                peer.violation("no JSON: " + message);
                return;
            }
            json.fieldNames().forEachRemaining(name -> {
                if (!FIELDS.contains(name)) {
                    peer.violation("unknown field " + name);
                }
            });
            String id = json.path("context_id").asText();
            if (id.isEmpty()) {
                if (!json.path("text").isTextual()
                        || !json.path("text").asText().isEmpty()
                        || json.size() != 1) {
                    peer.violation("without a context only a keep-alive is due: " + json);
                }
                keepAlives.incrementAndGet();
                return;
            }
            Context context = open.get(id);
            if (context == null) {
                begin(peer, id, json);
            } else if (json.path("close_context").asBoolean()) {
                close(peer, context);
            } else if (context.closing) {
                peer.violation("input for a closed context: " + json);
            } else if (json.path("flush").asBoolean()) {
                flush(peer, context);
            } else if (json.has("voice_settings")) {
                peer.violation("settings after the first message: " + json);
            } else if (json.path("text").asText().isEmpty()) {
                keepAlives.incrementAndGet();
            } else {
                if (!json.path("text").asText().endsWith(" ")) {
                    peer.violation("text does not end with a space: " + json);
                }
                context.text += json.path("text").asText();
            }
        }

        private void begin(Peer peer, String id, JsonNode json) {
            if (!used.add(id)) {
                if (!json.path("close_context").asBoolean()) {
                    peer.violation("context used again: " + json);
                }
                return;
            }
            if (!json.path("text").asText().equals(" ")
                    || !json.path("voice_settings").has("stability")
                    || json.size() != 3) {
                peer.violation("a context begins with one space and the settings: " + json);
            }
            if (open.size() >= MAX_CONTEXTS) {
                peer.violation("more than " + MAX_CONTEXTS + " contexts");
                peer.text(error("max_active_conversations", "Maximum simultaneous contexts exceeded (5)", 1_008)
                        .toString());
                peer.close(1_008, "max_active_conversations");
                return;
            }
            open.put(id, new Context(id));
            mostContexts.accumulateAndGet(open.size(), Math::max);
        }

        private void close(Peer peer, Context context) {
            context.closing = true;
            boolean unfinished = context.busy || !context.steps.isEmpty() || fault == Fault.LATE_AFTER_CANCEL;
            if (unfinished) {
                context.cancelled = true;
                cancels.incrementAndGet();
                context.steps.clear();
                // What was on its way still comes.
                for (int i = 0; i < 5; i++) {
                    peer.text(audio(context, new byte[320], null));
                }
            }
            if (!neverLetGo || !context.cancelled) {
                peer.later(letGoMs, () -> gone(peer, context));
            }
        }

        private void gone(Peer peer, Context context) {
            open.remove(context.id);
            ObjectNode end = JSON.createObjectNode().put(finalAsInExample ? "is_final" : "isFinal", true);
            end.put("contextId", context.id);
            peer.text(end.toString());
            if (fault == Fault.DUPLICATE_END) {
                peer.text(end.toString());
            }
        }

        private void flush(Peer peer, Context context) {
            if (context.flushed || context.text.isBlank()) {
                peer.violation("flush without text in " + context.id);
            }
            context.flushed = true;
            String text = context.text.strip();
            asked.add(text);
            Fault wrong = faultNow();
            if (wrong == Fault.LIMITED_ONCE) {
                fault = Fault.NONE;
            }
            if (begin(peer, context, wrong)) {
                speak(peer, context, text, wrong);
            }
            run(peer, context);
        }

        private boolean begin(Peer peer, Context context, Fault wrong) {
            switch (wrong) {
                case HANG_FIRST -> {
                    return false;
                }
                case DRIP -> {
                    context.steps.add(() -> drip(peer, context));
                    return false;
                }
                case GARBAGE -> {
                    for (int i = 0; i < 3; i++) {
                        context.steps.add(() -> peer.text("<html>audio"));
                    }
                    return false;
                }
                case WRONG_KIND -> {
                    for (int i = 0; i < 3; i++) {
                        context.steps.add(() -> peer.binary(new byte[640]));
                    }
                    return false;
                }
                case HUGE -> {
                    context.steps.add(() -> peer.text(audio(context, new byte[10 << 20], null)));
                    return false;
                }
                case EMPTY -> {
                    context.steps.add(() -> {
                        peer.text("{\"audio\":null,\"contextId\":\"" + context.id + "\"}");
                        gone(peer, context);
                    });
                    return false;
                }
                case ERROR -> {
                    context.steps.add(() -> {
                        ObjectNode error = error("voice_id_does_not_exist", "key " + KEY + " has no such voice", 404);
                        peer.text(error.put("contextId", context.id).toString());
                        open.remove(context.id);
                        peer.text("{\"isFinal\":true,\"contextId\":\"" + context.id + "\"}");
                    });
                    return false;
                }
                case LIMITED_ONCE -> {
                    context.steps.add(() -> {
                        peer.text(error("max_active_conversations", "too many", 1_008)
                                .toString());
                        peer.close(1_008, "max_active_conversations");
                    });
                    return false;
                }
                default -> {
                    return true;
                }
            }
        }

        private void drip(Peer peer, Context context) {
            peer.text(audio(context, new byte[1], null));
            if (peer.connected()) {
                peer.later(20, () -> drip(peer, context));
            }
        }

        private void speak(Peer peer, Context context, String text, Fault wrong) {
            byte[] bytes = mulaw ? mulaw(text) : s16le(text, rateHz);
            int charsPerPiece = Math.max(1, pieceMs / msPerChar);
            int perChar = msPerChar * rateHz / 1_000 * (mulaw ? 1 : 2);
            int length = wrong == Fault.HALF_SAMPLE ? bytes.length - 1 : bytes.length;
            int odd = wrong == Fault.ODD_BYTES ? 1 : 0;
            for (int at = 0; at < text.length(); at += charsPerPiece) {
                int end = Math.min(text.length(), at + charsPerPiece);
                boolean tail = end == text.length();
                byte[] part = Arrays.copyOfRange(
                        bytes, at == 0 ? 0 : at * perChar + odd, tail ? length : end * perChar + odd);
                ObjectNode alignment = alignment(text, at, end, wrong);
                if (wrong == Fault.STRANGE) {
                    context.steps.add(() -> peer.text("{\"weather\":\"fine\",\"contextId\":\"" + context.id + "\"}"));
                }
                context.steps.add(() -> peer.text(audio(context, part, alignment)));
                if (wrong == Fault.HANG_MIDDLE || wrong == Fault.LATE_AFTER_CANCEL) {
                    return;
                }
                if (wrong == Fault.DROP_MIDDLE) {
                    context.steps.add(peer::drop);
                    return;
                }
            }
        }

        /** Times count from the start of the piece. */
        private ObjectNode alignment(String text, int from, int to, Fault wrong) {
            if (wrong == Fault.NO_TIMES) {
                return null;
            }
            ObjectNode alignment = JSON.createObjectNode();
            for (int i = from; i < to; i++) {
                alignment.withArray("chars").add(text.substring(i, i + 1));
                alignment
                        .withArray("charStartTimesMs")
                        .add((i - from) * msPerChar - (wrong == Fault.TIMES_BACK ? 500 : 0));
                alignment.withArray("charsDurationsMs").add(msPerChar);
            }
            return alignment;
        }

        private String audio(Context context, byte[] bytes, ObjectNode alignment) {
            ObjectNode message = JSON.createObjectNode();
            message.put("audio", Base64.getEncoder().encodeToString(bytes));
            message.putNull("isFinal");
            message.set("alignment", alignment);
            message.set("normalizedAlignment", alignment);
            message.put("contextId", context.id);
            return message.toString();
        }

        private ObjectNode error(String kind, String words, int code) {
            return JSON.createObjectNode()
                    .put("message", words)
                    .put("error", kind)
                    .put("code", code);
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
                    if (!context.cancelled) {
                        step.run();
                        run(peer, context);
                    }
                });
            }
        }
    }
}
