package io.sidetone.tools.scenario.real;

import io.sidetone.tools.scenario.file.CallerStep;
import io.sidetone.tools.scenario.file.Persona;
import io.sidetone.tools.scenario.file.Scenario;
import io.sidetone.tools.scenario.file.ScenarioCase;
import io.sidetone.tools.scenario.persona.PersonaCaller;
import io.sidetone.tools.scenario.persona.Personas;
import io.sidetone.tools.scenario.run.CallLog;
import io.sidetone.tools.scenario.run.CompletedStep;
import io.sidetone.tools.scenario.run.Failure;
import io.sidetone.tools.scenario.run.ScenarioResult;
import io.sidetone.tools.softphone.api.FollowedCall;
import io.sidetone.tools.softphone.api.ServerApi;
import io.sidetone.tools.softphone.api.ServerCall;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.call.PhoneCall;
import io.sidetone.tools.softphone.measure.CallReport;
import io.sidetone.tools.softphone.scenario.ScenarioLimits;
import io.sidetone.tools.softphone.script.CallScript;
import io.sidetone.tools.softphone.script.SpokenSteps;
import io.sidetone.tools.softphone.signalling.SipTarget;
import io.sidetone.tools.softphone.wire.CallerTrack;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Plays scenarios as real calls to a server that runs, one after the other. */
public final class RealScenarios {
    private static final double MS = 1e6;

    private final ServerAddress server;
    private final ServerApi api;
    private final Personas personas;

    /** Creates calls to {@code server}; {@code personas} play the callers that are no lists of steps. */
    public RealScenarios(ServerAddress server, Personas personas) {
        this.server = server;
        this.personas = personas;
        this.api = new ServerApi(server.api(), server.token());
    }

    /**
     * Asks the server's API for its calls.
     *
     * @throws IOException when it does not answer
     */
    public void reach() throws IOException, InterruptedException {
        api.idOf("");
    }

    /**
     * Plays one.
     *
     * @throws IOException when the server's API does not answer, or a sound cannot be made
     */
    public ScenarioResult play(ScenarioCase each) throws IOException, InterruptedException {
        Scenario scenario = each.scenario();
        RealCallPlan plan = RealCallPlan.of(scenario);
        FollowedCall followed = new FollowedCall(api);
        PersonaCaller persona = personas.caller(each);
        PersonaOnTheLine playing = persona == null ? null : new PersonaOnTheLine(persona, followed::now);
        PhoneCall phone = new PhoneCall(
                        SipTarget.resolve("sip:" + scenario.to() + "@" + server.sip()),
                        new CallScript(
                                SpokenSteps.NARROWBAND.of(scenario.caller()),
                                scenario.onReprompt().isPresent(),
                                scenario.line()),
                        persona == null ? ScenarioLimits.DEFAULT : ScenarioLimits.DEFAULT.callsOf(persona.limit()),
                        followed,
                        scenario.seed(),
                        System::nanoTime)
                .improvising(playing)
                .inviting(plan.invitation());
        CallResult result = phone.run();
        if (playing != null) {
            playing.over();
        }
        if (result instanceof CallResult.Failed failed) {
            return new ScenarioResult(
                    each,
                    List.of(new Failure("", "the call was not answered: " + failed)),
                    0,
                    0,
                    List.of(),
                    plan.missing());
        }
        CallResult.Completed call = (CallResult.Completed) result;
        ServerCall seen = followed.ended();
        return (persona == null ? judged(each, call, seen) : judged(each, persona, playing, call, seen))
                .noting(plan.missing());
    }

    private ScenarioResult judged(
            ScenarioCase each,
            PersonaCaller persona,
            PersonaOnTheLine playing,
            CallResult.Completed call,
            ServerCall server)
            throws IOException {
        ScenarioCase played = each.played(playing.steps());
        if (!playing.problem().isEmpty()) {
            return ScenarioResult.unjudged(
                            played,
                            List.of(new Failure(Persona.KEY, playing.problem())),
                            ServerTimeline.read(server),
                            performed(played.scenario(), call, server))
                    .noting(persona.notes());
        }
        if (call.endedNs() - call.answeredNs() >= persona.limit().toNanos()) {
            persona.timeIsUp();
        }
        personas.played(each, persona);
        return judged(played, call, server).noting(persona.notes());
    }

    private static ScenarioResult judged(ScenarioCase each, CallResult.Completed call, ServerCall server) {
        Scenario scenario = each.scenario();
        List<Failure> before = new ArrayList<>();
        if (!call.scenario().complete()) {
            before.add(new Failure("caller", call.scenario().text()));
        }
        scenario.agent()
                .filter(agent -> !agent.equals(server.agent()))
                .ifPresent(agent -> before.add(new Failure(
                        "agent",
                        "calls to " + scenario.to() + " are answered by " + server.agent() + ", not by " + agent)));
        CallLog log = ServerTimeline.read(server);
        return ScenarioResult.of(each, before, log, performed(scenario, call, server));
    }

    private static boolean repeats(CallReport.Play next, CallReport.Play play) {
        return next != null && next.endMs() != null && next.file().equals(play.file());
    }

    /** Returns when the caller did what, on the clock of the server. */
    private static List<CompletedStep> performed(Scenario scenario, CallResult.Completed call, ServerCall server) {
        double zeroMs = server.zeroMs(call.report().answerMs());
        Deque<CallReport.Play> plays = new ArrayDeque<>(call.report().plays());
        Deque<CallerTrack.Keys> keys = new ArrayDeque<>(call.keys());
        List<CompletedStep> performed = new ArrayList<>();
        double lastMs = -zeroMs;
        for (int i = 0; i < scenario.caller().size(); i++) {
            CallerStep step = scenario.caller().get(i);
            double beginMs = lastMs;
            if (step.hangUp()) {
                beginMs = call.sinceAnswerMs(call.endedNs()) - zeroMs;
                lastMs = beginMs;
            } else if (step.digits().isPresent()) {
                CallerTrack.Keys pressed = keys.poll();
                if (pressed == null) {
                    break;
                }
                beginMs = call.sinceAnswerMs(pressed.startNs()) - zeroMs;
                lastMs = call.sinceAnswerMs(pressed.endNs()) - zeroMs;
            } else {
                CallReport.Play play = plays.poll();
                if (play == null) {
                    break;
                }
                if (play.onsetMs() != null && play.endMs() != null) {
                    beginMs = play.onsetMs() - zeroMs;
                    lastMs = play.endMs() - zeroMs;
                }
                while (scenario.onReprompt().isPresent() && repeats(plays.peek(), play)) {
                    lastMs = plays.poll().endMs() - zeroMs;
                }
            }
            performed.add(new CompletedStep(i, (long) (beginMs * MS), (long) (lastMs * MS)));
        }
        return performed;
    }
}
