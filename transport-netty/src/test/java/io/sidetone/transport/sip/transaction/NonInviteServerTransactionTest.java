package io.sidetone.transport.sip.transaction;

import static io.sidetone.transport.sip.transaction.LayerBench.respond;
import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import org.junit.jupiter.api.Test;

class NonInviteServerTransactionTest {
    private final LayerBench bench = new LayerBench();
    private final SipRequest bye =
            Requests.request(SipMethod.BYE, "z9hG4bK1", 2, "t1").build();

    @Test
    void shouldStaySilentToRepetitionsBeforeTheFirstResponse() {
        bench.receiveNew(bye, bench.udp);
        bench.receive(bye, bench.udp);

        assertThat(bench.udp.sent()).isEmpty();
        assertThat(bench.heard).containsExactly("BYE");
    }

    @Test
    void shouldRepeatTheProvisionalThenTheFinalResponseUntilTimerJ() {
        ServerTransaction transaction = bench.receiveNew(bye, bench.udp);
        respond(transaction, 100);
        bench.receive(bye, bench.udp);
        respond(transaction, 200);
        bench.receive(bye, bench.udp);
        bench.scheduler.advanceMillis(31_999);
        bench.receive(bye, bench.udp);

        assertThat(bench.udp.drainSummaries()).containsExactly("100 BYE", "100 BYE", "200 BYE", "200 BYE", "200 BYE");
        bench.scheduler.advanceMillis(1);
        assertThat(bench.empty()).isTrue();
        assertThat(bench.scheduler.pending()).isZero();
    }

    @Test
    void shouldEndAtTheFinalResponseOverTcpBecauseTimerJIsZero() {
        ServerTransaction transaction = bench.receiveNew(bye, bench.tcp);
        respond(transaction, 200);

        assertThat(transaction.terminated()).isTrue();
        assertThat(bench.empty()).isTrue();
        assertThat(bench.scheduler.pending()).isZero();
        assertThat(respond(transaction, 200)).isFalse();
    }

    @Test
    void shouldEndAndReportWhenTheFlowRefusesTheResponse() {
        ServerTransaction transaction = bench.receiveNew(bye, bench.udp);
        bench.udp.close();
        respond(transaction, 200);
        bench.scheduler.runDue();

        assertThat(transaction.terminated()).isTrue();
        assertThat(bench.heard).containsExactly("BYE", "server unsent");
        assertThat(bench.empty()).isTrue();
        assertThat(bench.scheduler.pending()).isZero();
    }
}
