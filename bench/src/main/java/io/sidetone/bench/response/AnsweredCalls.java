package io.sidetone.bench.response;

import io.sidetone.bench.callers.Softphone;
import io.sidetone.bench.harness.Target;
import io.sidetone.tools.softphone.api.ServerApi;
import io.sidetone.tools.softphone.api.ServerCall;
import io.sidetone.tools.softphone.measure.CallReport;
import io.sidetone.tools.softphone.script.CallerAction;
import io.sidetone.tools.softphone.script.ScriptStep;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.sound.CallerSound;
import java.io.IOException;
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

    private final Target server;
    private final List<PolicyArm> arms;
    private final boolean each;
    private final ServerApi api;

    /**
     * Creates callers of {@code server}.
     *
     * @param arms what they compare
     * @param each whether each answer is printed, with its stages
     */
    AnsweredCalls(Target server, List<PolicyArm> arms, boolean each) throws IOException {
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
                    for (PolicyArm arm : arms) {
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

    private void call(String agent, PolicyArm arm, List<CallerSound> sounds, Answers answers) throws Exception {
        List<ScriptStep> steps = new ArrayList<>();
        for (CallerSound sound : sounds) {
            steps.add(new ScriptStep(0, new Trigger.AfterAgentTurn(), new CallerAction.Play(sound)));
        }
        steps.add(new ScriptStep(0, new Trigger.AfterAgentTurn(), new CallerAction.HangUp()));
        AnsweredId id = new AnsweredId(api);
        List<CallReport.Play> plays =
                Softphone.call(server, agent, steps, id, SEED).report().plays();
        List<Double> endToAnswerMs = new ArrayList<>();
        for (CallReport.Play play : plays) {
            endToAnswerMs.add(play.endToNextAgentMs());
        }
        ServerCall call = api.call(id.await());
        if (each) {
            print(agent, plays, call);
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
