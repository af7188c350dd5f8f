package io.sidetone.tools.softphone.scenario;

import io.sidetone.tools.softphone.Speech;
import io.sidetone.tools.softphone.script.CallScript;
import io.sidetone.tools.softphone.script.CallerAction;
import io.sidetone.tools.softphone.script.Improviser;
import io.sidetone.tools.softphone.script.ScriptStep;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.sound.CallerSound;
import java.util.ArrayList;
import java.util.List;

/** A call without sockets: the agent's sound is a list, and time is what the test says. The answer is at 0. */
final class ScenarioRig implements CallerControl {
    private static final int FRAME_MS = 20;

    private static final int FRAME_SAMPLES = 160;

    private final Scenario scenario;
    private final List<String> log = new ArrayList<>();
    private final short[] silence = new short[FRAME_SAMPLES];
    private short[] agent = new short[0];
    private final List<Held> held = new ArrayList<>();
    private int heldUntilMs;
    private int agentAt;
    private int nowMs;
    private int doneMs = -1;
    private boolean over;

    ScenarioRig(boolean repeatOnReprompt, ScriptStep... steps) {
        scenario = new Scenario(new CallScript(List.of(steps), repeatOnReprompt), ScenarioLimits.DEFAULT, this);
        scenario.answered(0);
    }

    private record Held(int timestamp, short[] pcm, int off) {}

    ScenarioRig(CallScript script) {
        scenario = new Scenario(script, ScenarioLimits.DEFAULT, this);
        scenario.answered(0);
    }

    ScenarioRig(Improviser caller) {
        scenario = new Scenario(new CallScript(List.of(), false), ScenarioLimits.DEFAULT, this);
        scenario.improvising(caller);
        scenario.answered(0);
    }

    static ScriptStep step(Trigger trigger, CallerAction action) {
        return new ScriptStep(1, trigger, action);
    }

    /** A sound of {@code ms} that is voiced throughout. */
    static CallerAction.Play play(String name, int ms) {
        return new CallerAction.Play(new CallerSound(name, Speech.sentence(name.hashCode(), ms)));
    }

    /** The agent says this, from now on, and is silent afterwards. */
    ScenarioRig agentSays(short[] pcm) {
        agent = pcm;
        agentAt = 0;
        return this;
    }

    ScenarioRig agentStops() {
        agent = new short[0];
        return this;
    }

    /** What the agent sends is held up on its way for so long, and comes all at once. */
    ScenarioRig holdUp(int ms) {
        heldUntilMs = nowMs + ms;
        return this;
    }

    /** Lets time pass. */
    ScenarioRig run(int ms) {
        for (int end = nowMs + ms; nowMs < end && !over; nowMs += FRAME_MS) {
            long nowNs = nowMs * 1_000_000L;
            boolean sound = agentAt + FRAME_SAMPLES <= agent.length;
            held.add(new Held(nowMs * 8, sound ? agent : silence, sound ? agentAt : 0));
            agentAt += FRAME_SAMPLES;
            if (nowMs >= heldUntilMs) {
                held.forEach(
                        packet -> scenario.agentPacket(nowNs, packet.timestamp, packet.pcm, packet.off, FRAME_SAMPLES));
                held.clear();
            }
            scenario.tick(nowNs);
            if (doneMs >= 0 && nowMs >= doneMs) {
                doneMs = -1;
                scenario.actionDone(nowNs);
            }
        }
        return this;
    }

    @Override
    public void play(CallerSound sound) {
        log.add(nowMs + " play " + sound.file());
        doneMs = nowMs + FRAME_MS * sound.lastVoicedFrame();
    }

    @Override
    public void dial(String digits) {
        log.add(nowMs + " dial " + digits);
        doneMs = nowMs + 260 * digits.length();
    }

    @Override
    public void hangUp() {
        log.add(nowMs + " hangup");
        over = true;
    }

    List<String> log() {
        return log;
    }

    int nowMs() {
        return nowMs;
    }

    ScenarioEnd farEndHangsUp() {
        over = true;
        scenario.ended();
        return scenario.end();
    }

    ScenarioEnd end() {
        scenario.ended();
        return scenario.end();
    }
}
