package io.sidetone.bench.response;

import io.sidetone.bench.harness.TestedServer;
import io.sidetone.tools.softphone.api.ServerApi;
import io.sidetone.tools.softphone.api.ServerCall;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.call.PhoneCall;
import io.sidetone.tools.softphone.measure.CallReport;
import io.sidetone.tools.softphone.scenario.ScenarioLimits;
import io.sidetone.tools.softphone.script.CallScript;
import io.sidetone.tools.softphone.script.CallerAction;
import io.sidetone.tools.softphone.script.ScriptStep;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.signalling.SipTarget;
import io.sidetone.tools.softphone.sound.CallerSound;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Callers who say one sentence after each turn of the agent, in all arms in turns. */
final class AnsweredCalls {
    private static final long SEED = 20_261_123L;
    private static final int CALL_LIMIT_S = 180;

    /** So few that neither callers nor server wait for a processor. */
    private static final int AT_ONCE = 3;

    private final TestedServer server;
    private final List<Arm> arms;
    private final boolean each;
    private final ServerApi api;

    /**
     * Creates callers of {@code server}.
     *
     * @param arms what they compare
     * @param each whether each answer is printed, with its stages
     */
    AnsweredCalls(TestedServer server, List<Arm> arms, boolean each) {
        this.server = server;
        this.arms = arms;
        this.each = each;
        this.api = new ServerApi(URI.create("http://" + server.http()));
    }

    /** Has every caller call every arm; {@code agent} is what the name of each arm follows. */
    Answers run(String agent, List<List<CallerSound>> callers, int rounds) throws Exception {
        Answers answers = new Answers(arms);
        ExecutorService telephones = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<?>> calls = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                for (List<CallerSound> caller : callers) {
                    for (Arm arm : arms) {
                        calls.add(telephones.submit(() -> {
                            call(agent + "-" + arm.name(), arm, caller, answers);
                            return null;
                        }));
                    }
                }
            }
            for (Future<?> call : calls) {
                call.get((long) CALL_LIMIT_S * calls.size(), TimeUnit.SECONDS);
            }
        } finally {
            telephones.shutdownNow();
        }
        return answers;
    }

    private void call(String agent, Arm arm, List<CallerSound> sounds, Answers answers) throws Exception {
        List<ScriptStep> steps = new ArrayList<>();
        for (CallerSound sound : sounds) {
            steps.add(new ScriptStep(0, new Trigger.AfterAgentTurn(), new CallerAction.Play(sound)));
        }
        steps.add(new ScriptStep(0, new Trigger.AfterAgentTurn(), new CallerAction.HangUp()));
        AnsweredId id = new AnsweredId(api);
        PhoneCall phone = new PhoneCall(
                SipTarget.resolve("sip:" + agent + "@" + server.sip()),
                new CallScript(steps, false),
                ScenarioLimits.DEFAULT,
                id,
                SEED,
                System::nanoTime);
        CallResult result = phone.run();
        if (!(result instanceof CallResult.Completed completed)) {
            throw new IllegalStateException("the call to " + agent + " failed: " + result);
        }
        List<Double> endToAnswerMs = new ArrayList<>();
        for (CallReport.Play play : completed.report().plays()) {
            endToAnswerMs.add(play.endToNextAgentMs());
        }
        ServerCall call = api.call(id.await());
        if (each) {
            print(agent, completed.report().plays(), call);
        }
        answers.add(arm, endToAnswerMs, call.answers(), (int) call.metric("preemptiveStarted"), (int)
                call.metric("preemptiveAdopted"));
    }

    private static synchronized void print(String agent, List<CallReport.Play> plays, ServerCall call) {
        System.out.println(agent);
        plays.forEach(play -> System.out.println("  " + play.file() + " " + play.endToNextAgentMs() + " ms"));
        call.answers().forEach(answer -> System.out.println("  " + answer));
    }
}
