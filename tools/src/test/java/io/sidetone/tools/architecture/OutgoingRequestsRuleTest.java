package io.sidetone.tools.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Whatever the process asks others for has a time, a bound and an owner: few classes open connections, each known here. */
class OutgoingRequestsRuleTest {
    private static Set<String> callersOf(String owner, String... methods) {
        Set<String> callers = new TreeSet<>();
        for (JavaClass each : Product.CLASSES) {
            for (JavaAccess<?> call : each.getAccessesFromSelf()) {
                if (call.getTargetOwner().getName().equals(owner)
                        && Set.of(methods).contains(call.getName())) {
                    callers.add(each.getName().replaceFirst("\\$.*", ""));
                }
            }
        }
        return callers;
    }

    @Test
    void shouldSendEveryRequestOfTheJdksClientThroughOneClass() {
        // The softphone's and the tools' short questions block their own thread, for 5 s at most.
        assertThat(callersOf("java.net.http.HttpClient", "send", "sendAsync"))
                .containsExactly(
                        "io.sidetone.server.actions.webhook.WebhookTransport",
                        "io.sidetone.tools.softphone.api.ServerApi");
        assertThat(callersOf("io.sidetone.server.actions.webhook.WebhookTransport", "begin"))
                .containsExactly("io.sidetone.server.actions.webhook.OutgoingRequests");
    }

    @Test
    void shouldMakeRequestsOnlyWhereAnOwnerBoundsThem() {
        assertThat(callersOf("io.sidetone.server.actions.webhook.WebhookTransport", "requests"))
                .as("owners of requests; the test of each has a server that never answers")
                .containsExactly(
                        "io.sidetone.server.actions.mcp.HttpLink",
                        "io.sidetone.server.actions.webhook.WebhookAction",
                        "io.sidetone.server.agents.answering.OnCallHook",
                        "io.sidetone.server.records.recording.RecordingUploads",
                        "io.sidetone.server.records.subscribers.HttpPost");
    }

    @Test
    void shouldConnectOnlyWhereADeadlineIsKnown() {
        // speech.net: services, with engines.NAME.deadlines; sip.endpoint: SIP over TCP and TLS, with the timers of RFC
        // 3261.
        assertThat(callersOf("io.netty.bootstrap.Bootstrap", "connect"))
                .containsExactly(
                        "io.sidetone.speech.net.Connecting",
                        "io.sidetone.speech.net.HttpConnection",
                        "io.sidetone.transport.sip.endpoint.SipEndpoint");
        assertThat(callersOf("java.net.URL", "openConnection", "openStream", "getContent"))
                .isEmpty();
    }
}
