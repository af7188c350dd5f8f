package io.sidetone.core.conversation;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.fence.Token;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Engines that do nothing by themselves: they note what is asked and the test answers, or does not. */
public final class ScriptedEngines {
    public final Ears stt = new Ears();
    public final Mind llm = new Mind();
    public final Voice voice = new Voice();
    public boolean readyAtOnce = true;

    /** Why a session dies. */
    public static final EngineFailure GONE = new EngineFailure("unavailable", "the connection is gone", true);

    /** A recognizer the test answers for. */
    public final class Ears implements Recognizer, RecognizerSession {
        public final List<String> asked = new ArrayList<>();
        public RecognizerEvents events;
        public long token;
        public long cancelled;
        public int frames;
        public boolean throwing;
        public boolean broken;
        public boolean holding;
        public int opened;
        public boolean givesEvidence;
        public int rateHz = 16_000;

        /** What it was told of pauses within utterances. */
        public final List<String> pauses = new ArrayList<>();

        public boolean full;
        public int heardFrames;
        public boolean replyExpected;
        public long heardMs;

        /** The frames of the present utterance. */
        public final List<short[]> fed = new ArrayList<>();

        @Override
        public RecognizerSession open(CallContext call, RecognizerEvents answers) {
            events = answers;
            opened++;
            if (broken) {
                answers.failed(Token.NONE, GONE);
            } else if (readyAtOnce) {
                answers.ready();
            }
            return this;
        }

        @Override
        public int sampleRateHz() {
            return rateHz;
        }

        @Override
        public EngineHealth health() {
            return EngineHealth.up("scripted");
        }

        @Override
        public Recognizer.Capabilities capabilities() {
            return new Recognizer.Capabilities(false, givesEvidence, true);
        }

        @Override
        public boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
            heardFrames++;
            heardMs = streamPosMs;
            return !full;
        }

        @Override
        public void start(long turn, ListenHint hint) {
            token = turn;
            frames = 0;
            fed.clear();
            asked.add("start");
        }

        @Override
        public boolean audio(short[] pcm, int offset, int samples) {
            frames++;
            fed.add(Arrays.copyOfRange(pcm, offset, offset + samples));
            return true;
        }

        @Override
        public void end(long turn, boolean requested) {
            replyExpected = requested;
            asked.add("end");
        }

        @Override
        public void pauses(long turn) {
            pauses.add("pauses " + turn);
        }

        @Override
        public void goesOn(long turn) {
            pauses.add("goes on " + turn);
        }

        @Override
        public void cancel(long turn) {
            cancelled = turn;
            asked.add("cancel");
        }

        @Override
        public void close() {
            if (throwing) {
                throw new IllegalStateException("defect");
            }
            asked.add("close");
            if (!holding) {
                events.closed();
            }
        }
    }

    /** A model the test answers for. */
    public final class Mind implements DialogueModel, DialogueSession {
        public final List<String> asked = new ArrayList<>();
        public final List<String> views = new ArrayList<>();
        public DialogueEvents events;
        public long token;
        public History.Snapshot history;
        public ActionResult lastResult;
        public boolean broken;
        public boolean preemptible;
        public long heardMs;

        /** How much was heard of each turn that was cancelled, in ms. */
        public final Map<Long, Long> heardOf = new HashMap<>();

        public int opened;

        /** What was asked ahead and is not wanted, or not yet. */
        public final Set<Long> unwanted = new HashSet<>();

        /** Of these, what was given up. */
        public final Set<Long> discarded = new HashSet<>();

        @Override
        public DialogueModel.Capabilities capabilities() {
            return new DialogueModel.Capabilities("scripted", preemptible);
        }

        @Override
        public void prepare(long turn, UserInput input, History.Snapshot said) {
            token = turn;
            history = said;
            unwanted.add(turn);
            asked.add("prepare " + input.text());
        }

        @Override
        public void adopted(long turn) {
            unwanted.remove(turn);
            asked.add("adopted");
        }

        @Override
        public void discarded(long turn) {
            discarded.add(turn);
            asked.add("discarded");
        }

        @Override
        public DialogueSession open(CallContext call, DialogueEvents answers) {
            events = answers;
            opened++;
            if (broken) {
                answers.failed(Token.NONE, GONE);
            } else if (readyAtOnce) {
                answers.ready();
            }
            return this;
        }

        @Override
        public EngineHealth health() {
            return EngineHealth.up("scripted");
        }

        @Override
        public void respond(long turn, UserInput input, History.Snapshot said) {
            token = turn;
            history = said;
            asked.add("respond " + input.kind() + " " + input.text());
        }

        @Override
        public void announce(long turn, PromptReason occasion) {
            token = turn;
            asked.add("announce " + occasion);
        }

        @Override
        public void actionResult(long turn, ActionResult result) {
            lastResult = result;
            asked.add("result " + result.code());
        }

        @Override
        public void lateResult(long turn, ActionResult result) {
            token = turn;
            lastResult = result;
            asked.add("late " + result.code());
        }

        @Override
        public void narratedState(String text) {
            views.add(text);
        }

        @Override
        public void cancelled(long turn, String heardText, long ms) {
            heardMs = ms;
            heardOf.put(turn, ms);
            asked.add("cancelled '" + heardText + "'");
        }

        @Override
        public void briefing(Instructions briefing) {
            asked.add("briefing " + briefing.instructions());
        }

        @Override
        public void spoken(long turn) {
            asked.add("spoken");
        }

        @Override
        public void close() {
            asked.add("close");
            events.closed();
        }

        public void say(String text) {
            events.text(token, text);
            events.done(token, null);
        }
    }

    /** A synthesizer the test answers for. */
    public final class Voice implements Synthesizer, SynthesisSession {
        public final List<String> asked = new ArrayList<>();
        public SynthesisEvents events;
        public long token;
        public long cancelledThrough;
        public int creditMs;
        public boolean broken;
        public boolean continues;

        /** How long each word of a turn is, where the test knows. */
        public final Map<Long, Integer> wordMs = new HashMap<>();

        public int opened;

        @Override
        public SynthesisSession open(CallContext call, SynthesisEvents answers) {
            events = answers;
            opened++;
            if (broken) {
                answers.failed(Token.NONE, 0, GONE);
            } else if (readyAtOnce) {
                answers.ready();
            }
            return this;
        }

        @Override
        public Capabilities capabilities() {
            return continues ? Capabilities.CONTINUES : Capabilities.CLAUSES;
        }

        @Override
        public EngineHealth health() {
            return EngineHealth.up("scripted");
        }

        @Override
        public void speak(long turn, int clause, String text) {
            token = turn;
            asked.add(clause + " " + text);
        }

        @Override
        public void credit(long turn, int ms) {
            creditMs += ms;
        }

        @Override
        public void cancel(long throughToken) {
            asked.add("cancel");
            cancelledThrough = throughToken;
        }

        @Override
        public void close() {
            asked.add("close");
            events.closed();
        }
    }
}
