package io.sidetone.speech.realtime;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.facts.PromptFacts;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.playout.SpeechOutput;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionProgress;
import io.sidetone.core.secret.KeyVault;
import io.sidetone.core.turn.InterruptibleBy;
import io.sidetone.core.usage.CallUsage;
import io.sidetone.speech.embedded.EventLog;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.TestTime;
import io.sidetone.speech.net.EngineNet;
import java.lang.ref.WeakReference;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/** A call as far as a realtime model sees one: a lane with the real voice of a call, and a service to talk to. */
final class RealtimeRig implements AutoCloseable {
    static final int CREDIT_MS = 4_000;
    private static final long GIVE_UP_NS = 20_000_000_000L;

    final LoopbackServer server;
    final RealtimeService service;
    final TestTime time = new TestTime();
    final EngineNet net = time.net(1);
    final RealtimeMeters meters = RealtimeMeters.of("voice");
    final Fence fence = new Fence();
    final EventLog log = new EventLog();
    final List<ActionDefinition> tools = new ArrayList<>();
    private PromptFacts told = PromptFacts.NONE;
    private CallFacts facts = CallFacts.NONE;
    private String prompt = "You are the desk.";
    private String greeting = "Good day. How may I help?";
    final List<Short> played = new ArrayList<>();
    private final ExecutorService lane = Executors.newSingleThreadExecutor();
    private final List<History.Entry> history = new ArrayList<>();
    SpeechOutput speaking;

    /** How much of the turn that was interrupted last was heard. */
    long heardMs;

    WeakReference<CallContext> call;
    RealtimeModel model;
    RecognizerSession stt;
    DialogueSession llm;
    SynthesisSession voice;
    private long streamMs;
    private long token = 10;

    /** Turns up to here were cancelled, and the sessions' loop knows it. */
    private volatile long cancelled;

    RealtimeRig() {
        this(LoopbackServer.open());
    }

    RealtimeRig(LoopbackServer server) {
        this.server = server;
        this.service = new RealtimeService(server);
    }

    /** Opens the three sessions and waits for them. */
    RealtimeRig open(RealtimeSettings settings) {
        begin(settings);
        log.await("stt ready");
        log.await("llm ready");
        log.await("voice ready");
        return this;
    }

    /** It has other instructions and another greeting; before it is opened. */
    RealtimeRig speaking(String instructions, String first) {
        prompt = instructions;
        greeting = first;
        return this;
    }

    /** Its model is told {@code names} of a call that is {@code known}; before it is opened. */
    RealtimeRig telling(PromptFacts names, CallFacts known) {
        told = names;
        facts = known;
        return this;
    }

    RealtimeRig begin(RealtimeSettings settings) {
        SessionInstructions instructions = new SessionInstructions(
                prompt,
                Map.of(PromptReason.GREETING, greeting),
                () -> tools,
                new CallTexts(told, Map.of(), ZoneOffset.UTC));
        model = new RealtimeModel(net, settings, instructions, meters, time::nanoTime, System::currentTimeMillis);
        sessions();
        return this;
    }

    void sessions() {
        onLane(() -> {
            CallContext context = new CallContext(
                    "01JCALL0000000000000000000",
                    "desk",
                    "100",
                    "200",
                    1,
                    fence,
                    new CallUsage(),
                    facts,
                    0,
                    ActionProgress.NONE,
                    false,
                    new KeyVault());
            call = new WeakReference<>(context);
            stt = model.recognizer().open(context, new Ears());
            llm = model.dialogue().open(context, new Mind());
            voice = model.synthesizer().open(context, new Voice());
            speaking = new SpeechOutput(model.recognizer().sampleRateHz());
            speaking.session(voice);
            return null;
        });
    }

    <T> T onLane(Callable<T> step) {
        try {
            return lane.submit(step).get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    void lane(Runnable step) {
        onLane(Executors.callable(step));
    }

    long nextToken() {
        return token += 16;
    }

    // ---- the caller -------------------------------------------------------------------------------------------------

    /** So many frames of an utterance; heard throughout as well where the service detects speech. */
    void talk(int frames) {
        lane(() -> {
            int samples = model.recognizer().sampleRateHz() / 50;
            short[] frame = new short[samples];
            for (int i = 0; i < frames; i++) {
                streamMs += 20;
                for (int j = 0; j < samples; j++) {
                    frame[j] = (short) (i * 100 + j);
                }
                if (model.recognizer().capabilities().givesEvidence()) {
                    stt.hear(frame, 0, samples, streamMs);
                }
                stt.audio(frame, 0, samples);
            }
        });
    }

    long start() {
        long utterance = nextToken();
        lane(() -> stt.start(utterance, ListenHint.OPEN));
        return utterance;
    }

    void end(long utterance) {
        end(utterance, true);
    }

    void end(long utterance, boolean replyExpected) {
        lane(() -> stt.end(utterance, replyExpected));
    }

    /** An utterance by hand and its transcript. */
    String utter(long[] utterance) {
        utterance[0] = start();
        talk(20);
        end(utterance[0]);
        return log.await("final " + utterance[0]);
    }

    // ---- the agent --------------------------------------------------------------------------------------------------

    long beginTurn() {
        long turn = nextToken();
        lane(() -> speaking.begin(turn, false, CREDIT_MS));
        return turn;
    }

    long respond(UserInput.Kind kind, String text) {
        long turn = beginTurn();
        history.add(new History.Entry(History.Role.USER, turn - 16, text, false, ""));
        History.Snapshot snapshot = new History.Snapshot(List.copyOf(history));
        lane(() -> llm.respond(turn, new UserInput(kind, text), snapshot));
        return turn;
    }

    /** Asks for an answer before the caller's turn is over. */
    long prepare(String text) {
        long turn = beginTurn();
        History.Snapshot snapshot = new History.Snapshot(List.copyOf(history));
        lane(() -> llm.prepare(turn, new UserInput(UserInput.Kind.SPEECH, text), snapshot));
        return turn;
    }

    void remember(History.Role role, long of, String text) {
        history.add(new History.Entry(role, of, text, false, ""));
    }

    /** Says a sentence of the call's own. */
    long say(String text) {
        long turn = beginTurn();
        lane(() -> {
            speaking.text(text);
            speaking.textComplete();
        });
        return turn;
    }

    /** Plays up to {@code ms}, as fast as there is something; returns what was played. */
    int play(int ms) {
        int frames = 0;
        long begin = TestTime.runNs();
        while (frames < ms / 20 && TestTime.runNs() - begin < GIVE_UP_NS) {
            int got = onLane(() -> {
                short[] frame = new short[960];
                int samples = speaking.fill(frame, System.nanoTime());
                for (int i = 0; i < samples; i++) {
                    played.add(frame[i]);
                }
                return samples;
            });
            frames += got > 0 ? 1 : 0;
            if (got == 0) {
                if (onLane(() -> speaking.complete())) {
                    break;
                }
                LockSupport.parkNanos(500_000);
            }
        }
        return frames * 20;
    }

    /** Plays the turn to its end. */
    void playOut(long turn) {
        play(600_000);
        Eventually.holds("turn played", () -> onLane(() -> speaking.complete()));
        lane(() -> {
            remember(History.Role.ASSISTANT, turn, speaking.playout().spokenText());
            speaking.finish();
            llm.spoken(turn);
        });
    }

    String text() {
        return onLane(() -> speaking.playout().text());
    }

    /** Interrupts at what was played; returns what was heard. */
    String interrupt(long turn) {
        return onLane(() -> {
            long mark = nextToken();
            fence.advance(mark);
            String heard = speaking.playout().heardText(System.nanoTime() + 1_000_000_000L, 0);
            heardMs = speaking.playout().heardMs(System.nanoTime() + 1_000_000_000L, 0);
            remember(History.Role.ASSISTANT, turn, heard);
            speaking.cancel(mark);
            llm.cancelled(turn, heard, heardMs);
            // What the loop had begun before it knew of the cancel may still come: the lane drops it by its token.
            net.next().submit(() -> {}).syncUninterruptibly();
            cancelled = mark;
            return heard;
        });
    }

    // ---- the end ----------------------------------------------------------------------------------------------------

    /** Closes the three sessions; each answers once. */
    void hangUp() {
        lane(() -> {
            stt.close();
            llm.close();
            voice.close();
        });
        log.await("stt closed");
        log.await("llm closed");
        log.await("voice closed");
        Eventually.holds("no connection is left", () -> net.openConnections() == 0);
    }

    @Override
    public void close() {
        lane.shutdown();
        net.close();
        server.close();
    }

    private void event(Runnable step) {
        lane.execute(step);
    }

    private void add(String line) {
        if (line.contains(RealtimeService.KEY)) {
            log.add("SECRET");
        }
        log.add(line);
    }

    private final class Ears implements RecognizerEvents {
        @Override
        public void ready() {
            add("stt ready");
        }

        @Override
        public void partial(long of, String text) {
            add("partial " + of + " " + text);
        }

        @Override
        public void judged(long token, String text, SentenceEnd end) {
            partial(token, text);
        }

        @Override
        public void covers(long token, int behindMs) {}

        @Override
        public void finalTranscript(long of, String text) {
            add("final " + of + " " + text);
        }

        @Override
        public void failed(long of, EngineFailure failure) {
            add("stt failed " + of + " " + failure.code() + " " + failure.message());
        }

        @Override
        public void speechStarted() {
            add("speech started");
        }

        @Override
        public void evidence(long streamPosMs, float score) {
            add("evidence " + (score > 0.7 ? "speech " : "silence ") + streamPosMs);
        }

        @Override
        public void closed() {
            add("stt closed");
        }
    }

    private final class Mind implements DialogueEvents {
        @Override
        public void ready() {
            add("llm ready");
        }

        @Override
        public void text(long of, String piece) {
            event(() -> {
                if (of == speaking.token()) {
                    speaking.text(piece);
                }
                add("text " + of + " " + piece);
            });
        }

        @Override
        public void filler(long token, String words) {
            add("filler " + token + " " + words);
        }

        @Override
        public void sound(long token, List<PcmChunk> sound) {}

        @Override
        public void interruptible(long token, InterruptibleBy by) {}

        @Override
        public void hasMore() {
            add("more");
        }

        @Override
        public void action(long of, ActionCall action) {
            add("action " + of + " " + action.invocationId() + " " + action.action() + " " + action.parameters());
        }

        @Override
        public void done(long of, ListenHint hint) {
            event(() -> {
                if (of == speaking.token()) {
                    speaking.textComplete();
                }
                add("done " + of);
            });
        }

        @Override
        public void failed(long of, EngineFailure failure) {
            event(() -> {
                if (of == speaking.token()) {
                    speaking.textComplete();
                }
                add("llm failed " + of + " " + failure.code() + " " + failure.message());
            });
        }

        @Override
        public void closed() {
            add("llm closed");
        }
    }

    private final class Voice implements SynthesisEvents {
        @Override
        public void ready() {
            add("voice ready");
        }

        @Override
        public void audio(long of, int clause, PcmChunk chunk) {
            boolean stale = of <= cancelled;
            event(() -> {
                if (stale) {
                    add("stale audio " + of);
                } else if (of == speaking.token() && !fence.isDead(of) && !speaking.audio(clause, chunk)) {
                    add("stray audio " + of + " clause " + clause);
                }
            });
        }

        @Override
        public void done(long of, int clause) {
            event(() -> {
                if (of == speaking.token()) {
                    speaking.clauseDone(clause);
                }
                add("clause " + clause + " done of " + of);
            });
        }

        @Override
        public void failed(long of, int clause, EngineFailure failure) {
            event(() -> {
                if (of == speaking.token()) {
                    speaking.clauseFailed(clause);
                }
                add("voice failed " + of + " " + clause + " " + failure.code() + " " + failure.message());
            });
        }

        @Override
        public void closed() {
            add("voice closed");
        }
    }
}
