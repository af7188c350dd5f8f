package io.sidetone.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallHeader;
import io.sidetone.core.port.plugin.Ringing;
import io.sidetone.core.port.plugin.Route;
import io.sidetone.core.port.plugin.RouterPlugin;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Duties of every router of a plugin. */
public abstract class RouterContract {
    private static final int PATIENCE_S = 20;
    private static final int LOWEST_REFUSAL = 400;
    private static final int HIGHEST_REFUSAL = 699;

    private final Answers answers = new Answers();

    /** Returns the router under test, open. Whoever extends this closes it. */
    protected abstract RouterPlugin.Engine contractRouter();

    /** Returns a call that the router knows how to treat; one that leads to the agent {@code desk} unless overridden. */
    protected Ringing contractCall(String callId) {
        CallFacts facts = CallFacts.of("+4930123456", "100", List.of(CallHeader.of("X-Customer", "42")), 0);
        return new Ringing(
                callId,
                "dialog-" + callId,
                "sip-tls",
                "carrier",
                "desk",
                "sip:+4930123456@192.0.2.1",
                "sip:100@192.0.2.2",
                facts);
    }

    private Route routed(Ringing call) throws Exception {
        CompletableFuture<Route> route = new CompletableFuture<>();
        contractRouter().route(call, route::complete);
        return route.get(PATIENCE_S, TimeUnit.SECONDS);
    }

    private static void usable(Route route) {
        if (route instanceof Route.Refuse refused) {
            assertThat(refused.status()).as("status of a refusal").isBetween(LOWEST_REFUSAL, HIGHEST_REFUSAL);
        } else if (route instanceof Route.Redirect redirected) {
            assertThat(redirected.target()).matches("(sips?|tel):\\S+");
        } else {
            assertThat(route).isInstanceOf(Route.Take.class);
        }
    }

    @Test
    void contractShouldAnswerEachCallOnce() {
        for (String id : List.of("call-1", "call-2")) {
            contractRouter().route(contractCall(id), route -> answers.add("answer " + id + " " + route));
        }
        answers.await("answer call-1 ");
        answers.await("answer call-2 ");
        assertThat(answers.lines()).hasSize(2);
    }

    @Test
    void contractShouldAnswerWithWhatTheServerCanFollow() throws Exception {
        usable(routed(contractCall("call-1")));
    }

    @Test
    void contractShouldAnswerAboutACallOfWhichNothingIsKnown() throws Exception {
        usable(routed(new Ringing("call-1", "", "sip-udp", "", "", "", "", CallFacts.NONE)));
    }

    @Test
    void contractShouldSayHowItIs() {
        assertThat(contractRouter().health().detail()).isNotBlank();
    }
}
