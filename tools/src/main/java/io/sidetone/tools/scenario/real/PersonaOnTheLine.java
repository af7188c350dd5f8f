package io.sidetone.tools.scenario.real;

import io.sidetone.core.background.Background;
import io.sidetone.tools.scenario.file.CallerStep;
import io.sidetone.tools.scenario.persona.PersonaCaller;
import io.sidetone.tools.scenario.persona.PersonaException;
import io.sidetone.tools.scenario.run.CallLog;
import io.sidetone.tools.softphone.api.ServerCall;
import io.sidetone.tools.softphone.script.CallerAction;
import io.sidetone.tools.softphone.script.Improviser;
import io.sidetone.tools.softphone.script.SpokenSteps;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A persona in a real call: hears what the server says that the agent said, and thinks on a thread of its own. */
final class PersonaOnTheLine implements Improviser {
    private final PersonaCaller persona;
    private final Server server;
    private final List<CallerStep> steps = new ArrayList<>();
    private CompletableFuture<CallerAction> thought;
    private Thread thinking;
    private int told;
    private String problem = "";
    private volatile boolean over;

    /** Place where the call is looked up; blocks. */
    @FunctionalInterface
    interface Server {
        ServerCall call() throws IOException, InterruptedException;
    }

    PersonaOnTheLine(PersonaCaller persona, Server server) {
        this.persona = persona;
        this.server = server;
    }

    @Override
    public void think() {
        CompletableFuture<CallerAction> result = new CompletableFuture<>();
        thinking = Background.start("persona", () -> result.complete(next()));
        thought = result;
    }

    /** The call is over: nothing is thought of any more. After the last {@link #poll}. */
    void over() {
        over = true;
        if (thinking != null) {
            thinking.interrupt();
        }
    }

    @Override
    public CallerAction poll() {
        return thought.getNow(null);
    }

    private synchronized CallerAction next() {
        try {
            CallLog log = ServerTimeline.read(server.call());
            String heard = log.heardSince(told);
            told = log.turns().size();
            CallerStep step = persona.next(heard);
            CallerAction action =
                    SpokenSteps.NARROWBAND.of(List.of(step)).get(0).action();
            steps.add(step);
            return action;
        } catch (PersonaException | IOException broken) {
            problem = over ? "" : String.valueOf(broken.getMessage());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return new CallerAction.HangUp();
    }

    /** Returns what the caller did. */
    synchronized List<CallerStep> steps() {
        return List.copyOf(steps);
    }

    /** Returns why the caller could not go on; empty where that did not happen. */
    synchronized String problem() {
        return problem;
    }
}
