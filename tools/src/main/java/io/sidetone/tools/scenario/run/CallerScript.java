package io.sidetone.tools.scenario.run;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.tools.scenario.file.CallerStep;
import io.sidetone.tools.scenario.file.Persona;
import io.sidetone.tools.scenario.persona.PersonaException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The caller of one scenario: waits until it is his turn, or until the moment of an interruption, and does what the next step says. At
 * the end he hangs up. Stepped every 20 ms by the thread that plays the call.
 */
final class CallerScript {
    private static final long MS = 1_000_000L;

    /** The floor stays free this long before the caller takes the agent to have finished. */
    private static final long SETTLED_NS = 300 * MS;

    /** So long the caller waits where no answer comes at all. */
    private static final long UNANSWERED_NS = 4_000 * MS;

    private static final long STUCK_NS = 120_000 * MS;
    private static final long KEY_NS = 200 * MS;
    private static final long KEY_MS = 100;
    private static final int SHORTEST_PAUSE_MS = 300;
    private static final int PAUSE_SPREAD_MS = 400;
    private static final int FRAME_MS = 20;

    /** Phases of the caller in the script. */
    private enum Phase {
        WAITING,
        DOING,
        OVER
    }

    private final CallerSteps steps;
    private final long beginNs;
    private final Map<CallerStep, short[]> sounds;
    private final CallerVoice voice;
    private final VirtualLine line;
    private final CallLog log;
    private final SplittableRandom random;
    private final List<CompletedStep> performed = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private Phase phase = Phase.WAITING;
    private int next;
    private long phaseSinceNs;
    private long markNs;
    private int grantsBefore;
    private boolean answerWanted = true;
    private long settledSinceNs = -1;
    private long pauseNs = -1;
    private long doneAtNs;
    private int key;
    private long nextKeyNs;
    private boolean unplayable;

    CallerScript(
            CallerSteps steps,
            Map<CallerStep, short[]> sounds,
            CallerVoice voice,
            VirtualLine line,
            CallLog log,
            SplittableRandom random,
            long nowNs) {
        this.steps = steps;
        this.sounds = sounds;
        this.voice = voice;
        this.line = line;
        this.log = log;
        this.random = random;
        this.beginNs = nowNs;
        this.phaseSinceNs = nowNs;
        this.markNs = nowNs;
    }

    /** Does what is due at {@code nowNs}. */
    void step(long nowNs) {
        if (phase == Phase.OVER) {
            return;
        }
        if (log.endCause() != null) {
            finish(nowNs);
        } else if (nowNs - phaseSinceNs > STUCK_NS && phase == Phase.WAITING) {
            fail("nothing more happened for " + STUCK_NS / MS / 1000 + " s; the floor is "
                    + log.state().name().toLowerCase(Locale.ROOT));
            hangUp(nowNs);
        } else if (phase == Phase.DOING) {
            goOn(nowNs);
        } else if (next == steps.size()) {
            atEnd(nowNs);
        } else if (due(steps.get(next), nowNs)) {
            begin(steps.get(next), nowNs);
        }
    }

    /** All steps are done: the caller thinks of another one, or hangs up. */
    private void atEnd(long nowNs) {
        if (steps.timeIsUp(nowNs - beginNs)) {
            begin(steps.get(next), nowNs);
        } else if (settled(nowNs)) {
            try {
                if (!steps.grow()) {
                    hangUp(nowNs);
                }
            } catch (PersonaException broken) {
                failures.add(new Failure(Persona.KEY, broken.getMessage()));
                unplayable = true;
                hangUp(nowNs);
            }
        }
    }

    private void finish(long nowNs) {
        if (phase == Phase.DOING) {
            performed.add(new CompletedStep(next, phaseSinceNs, nowNs));
            next++;
        }
        if (next < steps.size() && !steps.improvised()) {
            fail("the call was over before " + steps.get(next).text() + ": "
                    + log.endCause().reason());
        }
        phase = Phase.OVER;
    }

    private void fail(String text) {
        failures.add(new Failure(next < steps.size() ? "caller[" + next + "]" : "caller", text));
    }

    private boolean due(CallerStep step, long nowNs) {
        if (step.at().isPresent()) {
            return nowNs - beginNs >= step.at().get().toNanos();
        }
        if (step.intoAnswer().isEmpty()) {
            return rested(step, nowNs);
        }
        long voicedNs = log.voicedSince(markNs);
        if (voicedNs >= 0 && nowNs >= voicedNs + step.intoAnswer().get().toNanos()) {
            return true;
        }
        if (settled(nowNs)) {
            fail("the agent had finished before " + step.intoAnswer().get().toMillis() + " ms of its answer");
            return true;
        }
        return false;
    }

    /** Returns whether the agent has finished, and the pause before {@code step} is over. */
    private boolean rested(CallerStep step, long nowNs) {
        if (!settled(nowNs)) {
            settledSinceNs = -1;
            return false;
        }
        if (settledSinceNs < 0) {
            settledSinceNs = nowNs;
        }
        if (pauseNs < 0) {
            pauseNs = step.pause()
                    .map(pause -> pause.toNanos())
                    .orElseGet(() ->
                            (SHORTEST_PAUSE_MS + FRAME_MS * (long) random.nextInt(PAUSE_SPREAD_MS / FRAME_MS + 1)) * MS
                                    - SETTLED_NS);
        }
        return nowNs - settledSinceNs >= pauseNs;
    }

    private boolean settled(long nowNs) {
        CallLog.Move last = log.lastMove();
        if (last == null || log.yielding() || nowNs - Math.max(last.atNs(), markNs) < SETTLED_NS) {
            return false;
        }
        boolean free = last.to() == FloorState.IDLE
                || last.from() == FloorState.SPEAKING && last.to() == FloorState.LISTENING && last.atNs() >= markNs;
        boolean answered = !answerWanted || log.grants() > grantsBefore;
        return free && (answered || nowNs - Math.max(last.atNs(), markNs) >= UNANSWERED_NS);
    }

    private void begin(CallerStep step, long nowNs) {
        phase = Phase.DOING;
        phaseSinceNs = nowNs;
        grantsBefore = log.grants();
        answerWanted = step.wantsAnswer();
        settledSinceNs = -1;
        pauseNs = -1;
        doneAtNs = nowNs;
        if (step.hangUp()) {
            performed.add(new CompletedStep(next, nowNs, nowNs));
            next++;
            hangUp(nowNs);
        } else if (step.play().isPresent()) {
            voice.say(step.say().orElse(""), sounds.get(step));
        } else if (step.say().isPresent()) {
            voice.say(step.say().get());
        } else if (step.noise().isPresent()) {
            voice.cough((int) step.noise().get().toMillis());
        } else if (step.digits().isPresent()) {
            key = 0;
            nextKeyNs = nowNs;
        } else {
            doneAtNs = nowNs + step.silence().orElseThrow().toNanos();
        }
    }

    private void goOn(long nowNs) {
        CallerStep step = steps.get(next);
        boolean done;
        if (step.digits().isPresent()) {
            String digits = step.digits().get();
            if (key < digits.length() && nowNs >= nextKeyNs) {
                line.admission().publisher().publish(LaneEventType.DIGIT, 0, digits.charAt(key++), KEY_MS, null, nowNs);
                nextKeyNs = nowNs + KEY_NS;
            }
            done = key == digits.length();
        } else {
            done = !voice.sounding() && nowNs >= doneAtNs;
        }
        if (done) {
            performed.add(new CompletedStep(next, phaseSinceNs, nowNs));
            next++;
            phase = Phase.WAITING;
            phaseSinceNs = nowNs;
            markNs = nowNs;
        }
    }

    private void hangUp(long nowNs) {
        line.hangUp(nowNs);
        phase = Phase.OVER;
    }

    /** Returns whether the caller does nothing more. */
    boolean over() {
        return phase == Phase.OVER;
    }

    /** Returns the steps so far. */
    List<CallerStep> steps() {
        return steps.all();
    }

    /** Returns what the caller did. */
    List<CompletedStep> performed() {
        return performed;
    }

    /** Returns whether the caller could not go on, through no fault of the agent. */
    boolean unplayable() {
        return unplayable;
    }

    /** Returns what could not be done as it stands in the script. */
    List<Failure> failures() {
        return failures;
    }
}
