package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Kamailio of docs/kamailio in front of two servers: TLS outside, Path and Record-Route, and a server that is drained while
 * it has a call.
 */
@Tag("CARD-08")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KamailioProxySystemTest {
    private static final int RATE_HZ = 8_000;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path folder;

    private static OpensslAuthority authority;
    private static KamailioProcess registrar;
    private static KamailioProcess proxy;
    private static ServerProcess registered;
    private static ServerProcess other;

    @BeforeAll
    static void start() throws Exception {
        authority = new OpensslAuthority(folder.resolve("ca"));
        registrar = KamailioProcess.startEncrypted(folder, authority.issue("IP:127.0.0.1", 2));
        int port = LeasedPorts.listener();
        String edge = "{name: edge, to: 'sip:127.0.0.1:" + port + "'";
        registered = server(
                "registered",
                edge + ", username: '4930', password: secret, from-domain: sip.test, register: true,"
                        + " options-interval: 0s}");
        other = server("other", edge + ", options-interval: 0s}");
        proxy = KamailioProcess.startInFront(
                folder,
                authority.issue("IP:127.0.0.1", 2),
                port,
                "sip:" + registrar.encrypted() + ";transport=tls",
                registered,
                other);
    }

    /** A server whose agent does not hang up on a silent caller: the calls beside it may take long. */
    private static ServerProcess server(String name, String trunk) throws Exception {
        return ServerProcess.startConfigured(
                Files.createDirectory(folder.resolve(name)),
                """
                sip: {port: 0, trunks: [%s]}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock, greeting: "Good morning, what can I do for you?"}}
                policies: {patient: {noInputMs: 0}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock, policy: patient}
                """
                        .formatted(trunk, LeasedPorts.server(10)));
    }

    @AfterAll
    static void stop() {
        for (AutoCloseable each : new AutoCloseable[] {registered, other, proxy, registrar}) {
            try {
                if (each != null) {
                    each.close();
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static double ended(ServerProcess server) throws Exception {
        return server.metric("sidetone_calls_ended_total");
    }

    @Test
    @Order(1)
    void shouldRegisterThroughTheProxyAndTakeTheCallsThatFollowThePath() throws Exception {
        registered.await(
                "a registration",
                20,
                () -> ServerProcess.quietly(() -> registered.metric("sidetone_trunk_registered", "\"edge\"")) == 1);
        assertThat(registrar.log()).contains("saved 4930 expires 600");
        Path messages = folder.resolve("messages");
        new Sipp(folder, registrar.address())
                .run("answer-bye.xml", "4930", 3, "-d", "300", "-trace_msg", "-message_file", messages.toString());
        registered.awaitIdle();
        assertThat(ended(registered)).isEqualTo(3);
        assertThat(ended(other)).isZero();
        // The call came over the proxy, which stays on the way with both of its sides.
        assertThat(Files.readString(messages))
                .containsPattern(
                        "(?s)SIP/2.0 200 OK.*Record-Route: <sip:" + proxy.encrypted() + ";transport=tls;r2=on;");
    }

    private static void dialOnce() throws Exception {
        Path output = Files.createTempFile(folder, "call", ".out");
        Process call = ServerProcess.launch(
                output,
                "call",
                "sip:desk@" + proxy.encrypted() + ";transport=tls",
                "--ca",
                authority.file().toString());
        assertThat(call.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(call.exitValue()).as(Files.readString(output)).isZero();
    }

    @Test
    @Order(2)
    void shouldSendNewCallsToTheOtherServerWhileOneDrainsAndKeepItsCall() throws Exception {
        Baresip baresip = new Baresip(folder, RATE_HZ, "g711", "PCMU/8000/1", null);
        baresip.trusts(authority.file());
        Process calling = baresip.dial("sip:desk@" + proxy.encrypted() + ";transport=tls", 60);
        ServerProcess drained;
        ServerProcess left;
        try {
            ServerProcess.awaitOrFail(
                    "the call of baresip\n" + proxy.log(), 20, () -> active(registered) + active(other) == 1);
            drained = active(registered) == 1 ? registered : other;
            left = drained == registered ? other : registered;
            String id = drained.awaitCall("\"state\":\"SPEAKING\"");
            drained.terminate();
            ServerProcess.awaitOrFail("the proxy to see it\n" + proxy.log(), 20, () -> proxy.log()
                    .contains("down: sip:" + drained.sip()));
            double before = ended(left);
            double refused = drained.metric("sidetone_sip_core_events_total", "\"calls_refused_busy\"");
            dialOnce();
            dialOnce();
            left.awaitIdle();
            assertThat(ended(left) - before).isEqualTo(2);
            assertThat(drained.metric("sidetone_sip_core_events_total", "\"calls_refused_busy\""))
                    .as("calls that reached the draining server")
                    .isEqualTo(refused);
            assertThat(active(drained)).isEqualTo(1);
            double sent = drained.metric("sidetone_rtp_events_total", "packets_out");
            drained.await(
                    "more sound",
                    10,
                    () -> ServerProcess.quietly(() -> drained.metric("sidetone_rtp_events_total", "packets_out"))
                            > sent);
            assertThat(drained.detail(id)).doesNotContain("\"end\":{");
        } finally {
            Baresip.hangUp(calling);
        }
        // The BYE comes through the proxy, which still knows the way: the drained server has nothing left to do.
        assertThat(drained.awaitExit(20)).isZero();
        left.assertUnharmed();
    }

    private static double active(ServerProcess server) {
        return ServerProcess.quietly(() -> server.metric("sidetone_calls_active"));
    }
}
