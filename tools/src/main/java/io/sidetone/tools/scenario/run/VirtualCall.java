package io.sidetone.tools.scenario.run;

import io.sidetone.core.call.CallId;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.CallTaps;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallHeader;
import io.sidetone.core.journal.CallRecorder;
import io.sidetone.core.journal.RecordSink;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.lane.SteppedLane;
import io.sidetone.core.port.NextAgent;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.tools.scenario.engine.CallerWords;
import io.sidetone.tools.scenario.engine.VirtualClock;
import io.sidetone.tools.scenario.file.CallerStep;
import io.sidetone.tools.scenario.file.Scenario;
import io.sidetone.tools.scenario.persona.PersonaCaller;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** One scenario as a call on a lane of its own, from its first event to the release of everything. One thread. */
final class VirtualCall {
    private static final int TICK_NS = 5_000_000;
    private static final int TICKS_PER_FRAME = 4;
    private static final int RING = 256;
    private static final int FRAMES = 64;
    private static final int MAX_FRAMES = 3_600 * 50;
    private static final int RELEASE_FRAMES = 200;

    /** Monday, 5 January 2026, 09:00 UTC. */
    private static final long WALL_MS = 1_767_603_600_000L;

    private final Scenario scenario;
    private final VirtualClock clock = new VirtualClock();
    private final CallLog log = new CallLog(clock);
    private final SteppedLane lane;
    private final EgressRing egress;
    private final VirtualLine line;
    private final CallerVoice voice;
    private final CallerScript script;
    private long streamSamples;

    /**
     * Creates the call.
     *
     * @param sounds of the steps that play a file, 8 kHz mono
     * @param persona who plays the caller; null where the caller is a list of steps
     * @param journal where its records go, or null
     */
    VirtualCall(
            Scenario scenario,
            ScenarioAgents agents,
            Map<CallerStep, short[]> sounds,
            PersonaCaller persona,
            RecordSink journal) {
        this.scenario = scenario;
        SplittableRandom random = new SplittableRandom(scenario.seed());
        CallTaps taps = journal == null
                ? CallTaps.none()
                : (number, setup, publisher, sequence, atNs) ->
                        new CallRecorder(journal, setup, publisher, sequence, atNs);
        lane = new SteppedLane(RING, 1, new CallFactory(log, taps), clock);
        egress = lane.egressRing(FRAMES);
        line = new VirtualLine(lane.claim(), egress, clock);
        CallerWords words = new CallerWords();
        voice = new CallerVoice(words, scenario.line(), scenario.seed(), random.split());
        CallerSteps steps = new CallerSteps(scenario.caller(), persona, log);
        script = new CallerScript(steps, sounds, voice, line, log, random.split(), clock.nanoTime());
        line.open(setup(agents, words, random.split()));
    }

    private CallSetup setup(ScenarioAgents agents, CallerWords words, SplittableRandom random) {
        AgentParts parts = agents.agent(scenario).orElseThrow();
        VirtualAgents virtual = new VirtualAgents(scenario, agents, words, clock, log::sent);
        NextAgent agent = virtual.agent(parts);
        String id = CallId.next(WALL_MS, random);
        return new CallSetup(
                new CallSetup.Identity(
                        id,
                        "scenario " + scenario.name(),
                        "scenario",
                        parts.config().name(),
                        scenario.from(),
                        "sip:" + scenario.to() + "@127.0.0.1",
                        facts(),
                        scenario.seed(),
                        WALL_MS,
                        clock.nanoTime()),
                new CallSetup.Engines(
                        agent.recognizer(),
                        agent.dialogue(),
                        agent.synthesizer(),
                        VoiceActivityEngine.none(),
                        agent.actions(),
                        virtual),
                CallSetup.Line.of(line, line),
                new CallSetup.Terms(agent.policy(), agents.config().limits().alerts(), "", null));
    }

    private CallFacts facts() {
        List<CallHeader> headers = scenario.headers().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(header -> CallHeader.of(header.getKey(), header.getValue()))
                .toList();
        return CallFacts.of(scenario.from(), scenario.to(), headers, 0).withVariables(scenario.variables());
    }

    /** Plays the call to its end. */
    void run() {
        int after = 0;
        for (int frame = 0; frame < MAX_FRAMES && after < RELEASE_FRAMES; frame++) {
            script.step(clock.nanoTime());
            frame();
            after = script.over() && log.endCause() != null ? after + 1 : 0;
        }
    }

    private void frame() {
        long nowNs = clock.nanoTime();
        short[] heard = voice.next(nowNs);
        if (!voice.lost()) {
            line.admission().publisher().offerAudio(heard, 0, heard.length, Syllables.RATE_HZ, streamSamples, nowNs);
        }
        streamSamples += heard.length;
        for (int i = 0; i < TICKS_PER_FRAME; i++) {
            clock.advance(TICK_NS);
            lane.tick(clock.nanoTime(), clock.nanoTime());
        }
        for (EgressFrame sent = egress.peek(); sent != null; sent = egress.peek()) {
            egress.release();
        }
    }

    CallLog log() {
        return log;
    }

    CallerScript script() {
        return script;
    }
}
