package io.sidetone.speech.failover;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import java.util.ArrayList;
import java.util.List;

/** A model that a test speaks for. */
final class FakeModel implements DialogueModel {
    final List<String> asked = new ArrayList<>();
    DialogueEvents events;
    int opened;
    boolean opens = true;
    boolean preemptible;

    @Override
    public DialogueSession open(CallContext call, DialogueEvents answered) {
        events = answered;
        opened++;
        if (opens) {
            answered.ready();
        }
        return new DialogueSession() {
            @Override
            public void respond(long token, UserInput input, History.Snapshot history) {
                asked.add("respond " + token + " " + input.text());
            }

            @Override
            public void prepare(long token, UserInput input, History.Snapshot history) {
                asked.add("prepare " + token + " " + input.text());
            }

            @Override
            public void adopted(long token) {
                asked.add("adopted " + token);
            }

            @Override
            public void discarded(long token) {
                asked.add("discarded " + token);
            }

            @Override
            public void announce(long token, PromptReason occasion) {
                asked.add("announce " + token + " " + occasion);
            }

            @Override
            public void actionResult(long token, ActionResult result) {
                asked.add("result " + token);
            }

            @Override
            public void lateResult(long token, ActionResult result) {
                asked.add("result " + token);
            }

            @Override
            public void briefing(Instructions briefing) {}

            @Override
            public void spoken(long token) {}

            @Override
            public void narratedState(String text) {
                asked.add("state " + text);
            }

            @Override
            public void cancelled(long token, String heardText, long heardMs) {
                asked.add("cancelled " + token);
            }

            @Override
            public void close() {
                asked.add("close");
                answered.closed();
            }
        };
    }

    void fails(long token, String code) {
        events.failed(token, new EngineFailure(code, "it " + code, true));
    }

    /** The model refuses what the conversation contains. */
    void declines(long token) {
        events.failed(token, EngineFailure.ofRequest("rejected", "content_filter"));
    }

    @Override
    public DialogueModel.Capabilities capabilities() {
        return new DialogueModel.Capabilities("fake", preemptible);
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up("fake");
    }
}
