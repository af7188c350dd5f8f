package io.sidetone.tools.softphone.scenario;

import io.sidetone.tools.softphone.script.CallScript;
import io.sidetone.tools.softphone.script.CallerAction;
import io.sidetone.tools.softphone.script.Improviser;
import io.sidetone.tools.softphone.script.ScriptStep;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.sound.CallerSound;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a script through one call. Steps run in order: a step is read when the step before it has ended. A sound has
 * ended when its last voiced frame is sent.
 *
 * <p>A turn of the agent is at least 100 ms of voiced sound after the caller's last action, then 600 ms of silence. A
 * talk begins with the first voiced packet that comes after the caller's last action and after 200 ms of silence by the
 * RTP timestamps. With {@code on-reprompt: repeat} a turn is a reprompt when it ends with the same words as the agent's
 * turn before the caller's sound: the agent repeats its question, alone or after an apology. The sound is then played
 * again, at most twice. Words are compared by level and zero crossings every 10 ms, which recognizes the same words of
 * the same voice.
 *
 * <p>Event time only: every method receives the time. One thread.
 */
public final class Scenario {
    /** Phases, by what the scenario waits for. */
    private enum Phase {
        /** The answer. */
        RINGING,
        /** The trigger of the next step, or the agent's last turn. */
        WAITING,
        /** The end of the caller's action. */
        ACTING,
        /** The end of the call. */
        LEAVING,
        /** Nothing. */
        OVER
    }

    /** So long a caller who improvises waits for an agent who says nothing. */
    private static final long UNANSWERED_NS = TimeUnit.SECONDS.toNanos(10);

    private final CallScript script;
    private final List<ScriptStep> steps;
    private final ScenarioLimits limits;
    private final CallerControl line;
    private final AgentDetector detector;
    private Improviser improviser;
    private boolean thinking;
    private Phase phase = Phase.RINGING;
    private int next;
    private int repeats;
    private boolean repeating;
    private CallerSound lastSound;
    private long answeredNs;
    private long markNs;
    private ScenarioEnd end = ScenarioEnd.COMPLETE;

    /** Creates a scenario that directs {@code line}, from inside {@link #tick}. */
    public Scenario(CallScript script, ScenarioLimits limits, CallerControl line) {
        this.script = script;
        this.steps = new ArrayList<>(script.steps());
        this.limits = limits;
        this.line = line;
        this.detector = new AgentDetector(limits);
    }

    /** Has {@code who} go on where the script ends; call before {@link #answered}. */
    public void improvising(Improviser who) {
        improviser = who;
    }

    /** The call is answered. Earlier speech of the agent still counts. */
    public void answered(long nowNs) {
        if (phase == Phase.RINGING) {
            phase = Phase.WAITING;
            answeredNs = nowNs;
            markNs = nowNs;
        }
    }

    /**
     * Takes the sound of one packet of the agent, in the order of arrival: mono PCM16 at 8 kHz.
     *
     * @param timestamp its RTP timestamp, at 8 kHz
     */
    public void agentPacket(long arrivalNs, int timestamp, short[] pcm, int off, int samples) {
        detector.packet(arrivalNs, timestamp, pcm, off, samples);
    }

    /** Takes note that what {@link CallerControl#play} or {@link CallerControl#dial} began has been sent. */
    public void actionDone(long nowNs) {
        if (phase != Phase.ACTING) {
            return;
        }
        phase = Phase.WAITING;
        if (repeating) {
            repeating = false;
        } else {
            next++;
            repeats = 0;
        }
        markNs = nowNs;
        detector.mark();
    }

    /** The call has ended, by either side. */
    public void ended() {
        if (phase == Phase.OVER) {
            return;
        }
        if (phase != Phase.LEAVING) {
            // An agent that says goodbye and hangs up may end the call before the caller's own hang-up: the script
            // still counts as complete.
            boolean unfinished = improviser == null
                    && next < steps.size()
                    && !(steps.get(next).action() instanceof CallerAction.HangUp);
            end = unfinished ? shortfall("the call ended before it was done") : ScenarioEnd.COMPLETE;
        }
        phase = Phase.OVER;
    }

    /** Time has passed. Call it after the packets that arrived by {@code nowNs}, about every 20 ms. */
    public void tick(long nowNs) {
        boolean talking = phase == Phase.WAITING || phase == Phase.ACTING;
        if (talking && nowNs - answeredNs >= limits.callNs()) {
            leave(shortfallUnlessDone(
                    "the call lasted " + TimeUnit.NANOSECONDS.toSeconds(limits.callNs()) + " s, the limit"));
        } else if (phase == Phase.WAITING) {
            waiting(nowNs);
        }
    }

    private void waiting(long nowNs) {
        boolean scripted = next < steps.size();
        if (!scripted && improviser != null) {
            improvise(nowNs);
            return;
        }
        ScriptStep step = scripted ? steps.get(next) : null;
        boolean afterTurn = !scripted || awaitsTurn(step.trigger());
        if (afterTurn && detector.turnOver(nowNs) && isReprompt()) {
            repeats++;
            repeating = true;
            play(lastSound);
        } else if (scripted ? due(step.trigger(), nowNs) : detector.turnOver(nowNs)) {
            perform(scripted ? step.action() : new CallerAction.HangUp());
        } else if (!(scripted && step.trigger() instanceof Trigger.At)
                && nowNs - detector.silentSince(markNs) >= limits.agentSilenceNs()) {
            leave(shortfallUnlessDone(
                    "the agent said nothing for " + TimeUnit.NANOSECONDS.toSeconds(limits.agentSilenceNs()) + " s"));
        }
    }

    private void improvise(long nowNs) {
        if (!thinking) {
            thinking = detector.turnOver(nowNs) || nowNs - detector.silentSince(markNs) >= UNANSWERED_NS;
            if (thinking) {
                improviser.think();
            }
            return;
        }
        CallerAction action = improviser.poll();
        if (action != null) {
            thinking = false;
            steps.add(new ScriptStep(0, new Trigger.AfterAgentTurn(), action));
            perform(action);
        }
    }

    private static boolean awaitsTurn(Trigger trigger) {
        return trigger instanceof Trigger.AfterAgentTurn;
    }

    private boolean isReprompt() {
        return script.repeatOnReprompt() && lastSound != null && repeats < limits.maxRepeats() && detector.asksAgain();
    }

    private boolean due(Trigger trigger, long nowNs) {
        if (trigger instanceof Trigger.At at) {
            return nowNs - answeredNs >= TimeUnit.MILLISECONDS.toNanos(at.atMs());
        }
        if (trigger instanceof Trigger.AfterTalkStart talk) {
            return detector.talkBegan(nowNs, TimeUnit.MILLISECONDS.toNanos(talk.afterMs()));
        }
        if (trigger instanceof Trigger.AfterAgentTurnOrSilence patient) {
            boolean waitedLongEnough =
                    !detector.heardSomething() && nowNs - markNs >= TimeUnit.MILLISECONDS.toNanos(patient.patienceMs());
            return waitedLongEnough || detector.turnOver(nowNs);
        }
        return detector.turnOver(nowNs);
    }

    private void perform(CallerAction action) {
        lastSound = null;
        if (action instanceof CallerAction.Play play) {
            lastSound = play.sound();
            play(play.sound());
        } else if (action instanceof CallerAction.Dial dial) {
            phase = Phase.ACTING;
            detector.callerActs();
            line.dial(dial.digits());
        } else {
            next = steps.size();
            leave(ScenarioEnd.COMPLETE);
        }
    }

    private void play(CallerSound sound) {
        phase = Phase.ACTING;
        detector.callerActs();
        line.play(sound);
    }

    private void leave(ScenarioEnd how) {
        end = how;
        phase = Phase.LEAVING;
        line.hangUp();
    }

    private ScenarioEnd shortfallUnlessDone(String why) {
        return next < steps.size() && improviser == null ? shortfall(why) : ScenarioEnd.COMPLETE;
    }

    private ScenarioEnd shortfall(String why) {
        return new ScenarioEnd(false, steps.get(next).name() + ": " + why);
    }

    /** Returns the result; valid once the call has ended. */
    public ScenarioEnd end() {
        return end;
    }
}
