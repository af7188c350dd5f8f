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

/** Deepgram's listen v1, strictly: understands {@link CodedSpeech} and complains of whatever the real one would punish. */
public final class ListenService {
    private static final Set<String> KNOWN = Set.of(
            "model",
            "language",
            "encoding",
            "sample_rate",
            "channels",
            "interim_results",
            "endpointing",
            "utterance_end_ms",
            "vad_events",
            "smart_format",
            "numerals",
            "keyterm",
            "mip_opt_out");

    private final String key;
    public final List<Stream> streams = new CopyOnWriteArrayList<>();
    public final List<Seen> asked = new CopyOnWriteArrayList<>();

    /** How long every answer takes. */
    public volatile int delayMs;

    /** What is understood, stretch by stretch, whatever the sound, in place of {@link CodedSpeech}; null for that. */
    public volatile Queue<String> script;

    /** The silence after which the last word of a line is understood; 0: in the pace of the others. */
    public volatile int lastWordMs;

    /** How long a guess takes; negative: as long as every answer. */
    public volatile int guessDelayMs = -1;

    /** Audio between two guesses. */
    public volatile int guessMs = 200;

    /** The stream ends when nothing came for so long. */
    public volatile int lifeMs = 10_000;

    public volatile boolean answersFinalize = true;

    /** Finals come without their booleans beyond is_final. */
    public volatile boolean terse;

    /** Every final comes twice. */
    public volatile boolean repeats;

    /** Takes audio and says nothing. */
    public volatile boolean mute;

    /** Refuses the next streams with this status; 0 takes them. */
    public volatile int refuses;

    /** What it does in place of its answer to Finalize; null for that. */
    public volatile Consumer<Stream> instead;

    public ListenService(String key) {
        this.key = key;
    }

    public SocketScript accept(Seen seen) {
        asked.add(seen);
        if (refuses == 429) {
            throw new Refusal(429, Map.of("retry-after", "3"), "{\"err_code\":\"TOO_MANY_REQUESTS\"}");
        }
        if (refuses != 0) {
            throw new Refusal(refuses, Map.of("dg-error", "no"), "{\"err_msg\":\"refused\"}");
        }
        if (!seen.header("authorization").equals("Token " + key)) {
            throw new Refusal(
                    401,
                    Map.of("dg-error", "Invalid credentials."),
                    "{\"err_code\":\"INVALID_AUTH\",\"err_msg\":\"Invalid credentials. " + seen.header("authorization")
                            + "\"}");
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

    /** One stream; the test may speak through {@link #peer} itself. */
    public final class Stream implements SocketScript {
        public final List<String> commands = new CopyOnWriteArrayList<>();
        public final List<String> said = new CopyOnWriteArrayList<>();
        public volatile Peer peer;
        public volatile int audioMessages;
        public volatile int positionMs;
        public volatile boolean ended;
        private final Seen seen;
        private final Hearing ear;
        private int settledMs;
        private int guessedMs;
        private int spokenUntilMs;
        private boolean endTold = true;
        private boolean speaking;
        private long life;

        Stream(Seen seen) {
            this.seen = seen;
            int rateHz = Integer.parseInt(seen.parameter("sample_rate"));
            boolean mulaw = seen.parameter("encoding").equals("mulaw");
            this.ear = script == null
                    ? new CodedSpeech.Ear(rateHz, mulaw)
                    : new ScriptedEar(rateHz, mulaw, script, lastWordMs);
        }

        private int number(String name) {
            String value = seen.parameter(name);
            return value.isEmpty() || value.equals("false") ? 0 : Integer.parseInt(value);
        }

        @Override
        public void opened(Peer opened) {
            peer = opened;
            for (String name : seen.query().keySet()) {
                if (!KNOWN.contains(name)) {
                    opened.violation("listen knows no parameter " + name);
                }
            }
            if (number("utterance_end_ms") > 0
                    && !seen.parameter("interim_results").equals("true")) {
                opened.violation("utterance_end_ms without interim_results");
            }
            alive();
        }

        private void alive() {
            long now = ++life;
            peer.later(lifeMs, () -> {
                if (now == life && !ended && peer.connected()) {
                    peer.close(1011, "NET-0001");
                }
            });
        }

        @Override
        public void text(Peer from, String message) {
            commands.add(message);
            alive();
            if (ended) {
                from.violation(message + " after CloseStream");
            }
            switch (message) {
                case "{\"type\":\"KeepAlive\"}" -> {
                    if (audioMessages == 0) {
                        from.violation("KeepAlive before any audio");
                    }
                }
                case "{\"type\":\"Finalize\"}" -> {
                    Consumer<Stream> wrong = instead;
                    if (wrong != null) {
                        wrong.accept(this);
                    } else if (!mute && answersFinalize) {
                        results(true, false, !terse);
                    }
                }
                case "{\"type\":\"CloseStream\"}" -> {
                    ended = true;
                    if (!mute) {
                        results(true, false, false);
                        send(
                                "{\"type\":\"Metadata\",\"transaction_key\":\"deprecated\",\"request_id\":\"r\",\"sha256\":\"s\","
                                        + "\"created\":\"2026-01-01T00:00:00Z\",\"duration\":1.0,\"channels\":1}");
                        from.later(delayMs, () -> from.close(1000, ""));
                    }
                }
                default -> from.violation("listen knows no message " + message);
            }
        }

        @Override
        public void binary(Peer from, byte[] message) {
            alive();
            audioMessages++;
            if (message.length == 0) {
                from.violation("an empty binary message ends the stream");
                from.close(1000, "");
            }
            if (ended) {
                from.violation("audio after CloseStream");
            }
            ear.take(message, this::heard);
            positionMs = ear.positionMs();
        }

        private void heard() {
            if (mute) {
                return;
            }
            if (ear.loud() && !speaking) {
                speaking = true;
                send("{\"type\":\"SpeechStarted\",\"channel\":[0,1],\"timestamp\":" + ear.positionMs() / 1_000.0 + "}");
            }
            int pauseMs = number("endpointing");
            if (speaking && pauseMs > 0 && ear.quietMs() >= pauseMs) {
                speaking = false;
                spokenUntilMs = ear.positionMs() - ear.quietMs();
                endTold = false;
                results(true, true, false);
            } else if (ear.positionMs() - guessedMs >= guessMs) {
                results(false, false, false);
            }
            int endMs = number("utterance_end_ms");
            if (!endTold && endMs > 0 && ear.quietMs() >= endMs) {
                endTold = true;
                send("{\"type\":\"UtteranceEnd\",\"channel\":[0,1],\"last_word_end\":" + spokenUntilMs / 1_000.0 + "}");
            }
        }

        private void results(boolean last, boolean paused, boolean asked) {
            List<CodedSpeech.Heard> words = ear.since(settledMs);
            String flags = terse
                    ? ",\"is_final\":" + last
                    : ",\"is_final\":" + last + ",\"speech_final\":" + paused + ",\"from_finalize\":" + asked;
            String message = ListenService.results(settledMs, ear.positionMs(), words, flags);
            int afterMs = last || guessDelayMs < 0 ? delayMs : guessDelayMs;
            send(message, afterMs);
            guessedMs = ear.positionMs();
            if (last) {
                settledMs = ear.positionMs();
                if (repeats) {
                    send(message, afterMs);
                }
            }
        }

        /** The last words before those that they follow. */
        public void swapped() {
            List<CodedSpeech.Heard> words = ear.since(settledMs);
            int middle = words.size() / 2;
            int cutMs = words.get(middle).startMs() - 10;
            int nearlyMs = ear.positionMs() - 40;
            send(ListenService.results(cutMs, nearlyMs, words.subList(middle, words.size()), ",\"is_final\":true"));
            send(ListenService.results(settledMs, cutMs, words.subList(0, middle), ",\"is_final\":true"));
            settledMs = nearlyMs;
            results(true, false, true);
        }

        /** The last words, a character at a time. */
        public void drip() {
            peer.drip(
                    ListenService.results(settledMs, ear.positionMs(), ear.since(settledMs), ",\"is_final\":true"), 1);
            settledMs = ear.positionMs();
        }

        private void send(String message) {
            send(message, delayMs);
        }

        private void send(String message, int afterMs) {
            said.add(message);
            if (afterMs == 0) {
                peer.text(message);
            } else {
                peer.later(afterMs, () -> peer.text(message));
            }
        }
    }

    /** A message as the service writes it. */
    public static String results(int fromMs, int toMs, List<CodedSpeech.Heard> words, String flags) {
        return String.format(
                Locale.ROOT,
                "{\"type\":\"Results\",\"channel_index\":[0,1],\"duration\":%.3f,\"start\":%.3f%s,\"channel\":{\"alternatives\":"
                        + "[{\"transcript\":\"%s\",\"confidence\":0.98,\"words\":%s}]},\"metadata\":{\"request_id\":\"r\","
                        + "\"model_info\":{\"name\":\"general-nova-3\",\"version\":\"v\",\"arch\":\"nova-3\"},\"model_uuid\":\"m\"}}",
                (toMs - fromMs) / 1_000.0,
                fromMs / 1_000.0,
                flags,
                CodedSpeech.text(words),
                CodedSpeech.json(words));
    }
}
