package io.sidetone.speech.deepgram;

import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.Peer;
import io.sidetone.speech.loopback.Refusal;
import io.sidetone.speech.loopback.Seen;
import io.sidetone.speech.loopback.SocketScript;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Deepgram's listen v2 (Flux), strictly: understands {@link CodedSpeech}. */
public final class FluxService {
    private static final Set<String> KNOWN = Set.of(
            "model",
            "encoding",
            "sample_rate",
            "eot_threshold",
            "eager_eot_threshold",
            "eot_timeout_ms",
            "keyterm",
            "language_hint",
            "mip_opt_out");
    private static final int UPDATE_MS = 240;

    private final String key;
    public final List<Stream> streams = new CopyOnWriteArrayList<>();

    /** Never says that it is connected. */
    public volatile boolean noGreeting;

    /** Words come without their times. */
    public volatile boolean untimed;

    /** Takes audio and says nothing of it. */
    public volatile boolean mute;

    /** Numbers of messages are left out. */
    public volatile boolean gaps;

    /** How long every answer takes. */
    public volatile int delayMs;

    /** What is understood, stretch by stretch, whatever the sound, in place of {@link CodedSpeech}; null for that. */
    public volatile Queue<String> script;

    /** Silence after which it is sure that a turn is over. */
    public volatile int pauseMs = 800;

    /** Silence after which it thinks so, where early ends were asked for. */
    public volatile int eagerMs = 240;

    public volatile int refuses;

    /** What it does in place of ending a turn; null for that. */
    public volatile Consumer<Stream> instead;

    /** Every end of a turn comes twice. */
    public volatile boolean repeats;

    /** Was not enabled to end turns on demand: whoever asks is told so, and the stream ends. */
    public volatile boolean noForcedEnds;

    /** Behind every end of a turn comes an update of the time before it. */
    public volatile boolean stale;

    public FluxService(String key) {
        this.key = key;
    }

    public SocketScript accept(Seen seen) {
        if (refuses != 0 || !seen.header("authorization").equals("Token " + key)) {
            throw new Refusal(
                    refuses == 0 ? 401 : refuses,
                    Map.of("dg-error", "no", "retry-after", "3"),
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
        public final List<String> said = new CopyOnWriteArrayList<>();
        public final List<String> events = new CopyOnWriteArrayList<>();
        public volatile Peer peer;
        public volatile int positionMs;
        public volatile boolean ended;
        private final Seen seen;
        private final Hearing ear;
        private final boolean eagerAsked;
        private int sequence;
        private int turn;
        private boolean open;
        private boolean awaiting;
        private boolean dripping;
        private int turnFromMs;
        private int toldMs;

        Stream(Seen seen) {
            this.seen = seen;
            this.eagerAsked = !seen.parameter("eager_eot_threshold").isEmpty();
            int rateHz = Integer.parseInt(seen.parameter("sample_rate"));
            boolean mulaw = seen.parameter("encoding").equals("mulaw");
            this.ear = script == null ? new CodedSpeech.Ear(rateHz, mulaw) : new ScriptedEar(rateHz, mulaw, script, 0);
        }

        @Override
        public void opened(Peer opened) {
            peer = opened;
            if (!seen.parameter("model").startsWith("flux-")) {
                opened.violation("listen v2 has no model " + seen.parameter("model"));
            }
            for (String name : seen.query().keySet()) {
                if (!KNOWN.contains(name)) {
                    opened.violation("listen v2 knows no parameter " + name);
                }
            }
            if (!noGreeting) {
                send("\"type\":\"Connected\"");
            }
        }

        private void send(String fields) {
            String message = "{" + fields + ",\"request_id\":\"r\",\"sequence_id\":" + sequence + "}";
            say(message);
            sequence += gaps ? 3 : 1;
        }

        private void say(String message) {
            said.add(message);
            if (dripping) {
                peer.drip(message, 1);
            } else if (delayMs == 0) {
                peer.text(message);
            } else {
                peer.later(delayMs, () -> peer.text(message));
            }
        }

        @Override
        public void text(Peer from, String message) {
            commands.add(message);
            switch (message) {
                case "{\"type\":\"ForceEndTurn\"}" -> {
                    if (noForcedEnds) {
                        send("\"type\":\"Error\",\"code\":\"UNPARSABLE_CLIENT_MESSAGE\","
                                + "\"description\":\"unknown variant ForceEndTurn\"");
                        from.close(1008, "UNPARSABLE_CLIENT_MESSAGE");
                    } else if (open && !mute) {
                        endTurn("manual");
                    }
                }
                case "{\"type\":\"CloseStream\"}" -> {
                    ended = true;
                    from.close(1000, "");
                }
                default -> from.violation("listen v2 knows no message " + message);
            }
        }

        @Override
        public void binary(Peer from, byte[] message) {
            if (message.length == 0 || ended) {
                from.violation("an empty binary message, or audio after the end");
            }
            if (sequence == 0 && !noGreeting) {
                from.violation("audio before Connected");
            }
            ear.take(message, this::heard);
            positionMs = ear.positionMs();
        }

        private void heard() {
            if (mute) {
                return;
            }
            if (!open && ear.loud()) {
                open = true;
                awaiting = false;
                turnFromMs = ear.positionMs() - 20;
                tell("StartOfTurn", "");
            } else if (open && awaiting && ear.loud()) {
                awaiting = false;
                tell("TurnResumed", "");
            } else if (open && ear.quietMs() >= pauseMs) {
                endTurn("model");
            } else if (open && eagerAsked && !awaiting && ear.quietMs() >= eagerMs) {
                awaiting = true;
                tell("EagerEndOfTurn", "");
            } else if (ear.positionMs() - toldMs >= UPDATE_MS) {
                tell("Update", "");
            }
        }

        private void endTurn(String trigger) {
            Consumer<Stream> wrong = instead;
            if (wrong != null) {
                wrong.accept(this);
                return;
            }
            open = false;
            tell("EndOfTurn", ",\"trigger\":\"" + trigger + "\"");
            String end = said.get(said.size() - 1);
            if (repeats) {
                say(end);
            }
            if (stale) {
                say(end.replace("EndOfTurn", "Update").replaceFirst("\"sequence_id\":\\d+", "\"sequence_id\":1"));
            }
            turn++;
            turnFromMs = ear.positionMs();
        }

        /** The end of a turn, a character at a time. */
        public void drip() {
            instead = null;
            dripping = true;
            endTurn("manual");
            dripping = false;
            mute = true;
        }

        private void tell(String event, String more) {
            events.add(event);
            List<CodedSpeech.Heard> words = open || event.equals("EndOfTurn") ? ear.since(turnFromMs) : List.of();
            toldMs = ear.positionMs();
            send(String.format(
                    Locale.ROOT,
                    "\"type\":\"TurnInfo\",\"event\":\"%s\",\"turn_index\":%d,\"audio_window_start\":%.3f,"
                            + "\"audio_window_end\":%.3f,\"transcript\":\"%s\",\"words\":%s,"
                            + "\"end_of_turn_confidence\":0.5%s",
                    event,
                    turn,
                    turnFromMs / 1_000.0,
                    ear.positionMs() / 1_000.0,
                    CodedSpeech.text(words),
                    untimed ? "[]" : CodedSpeech.json(words).replaceAll(",\"punctuated_word\":\"\\w+\"", ""),
                    more));
        }
    }
}
