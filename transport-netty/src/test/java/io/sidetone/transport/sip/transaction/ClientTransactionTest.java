package io.sidetone.transport.sip.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.Written;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientTransactionTest {
    private final LayerBench bench = new LayerBench();

    private ClientTransaction send(SipMethod method, FakeFlow flow) {
        SipRequest request = Requests.request(method, "z9hG4bKours", 1, null)
                .header("Route", "<sip:198.51.100.7;lr>")
                .build();
        return bench.layer.send(request, flow, bench);
    }

    private void answer(ClientTransaction transaction, int status, FakeFlow flow) {
        bench.receive(
                SipResponse.forRequest(transaction.request(), status, null, "peer")
                        .build(),
                flow);
    }

    @Test
    void shouldRepeatTheInviteByTimerADoublingWithoutLimitUntilTimerB() {
        send(SipMethod.INVITE, bench.udp);
        bench.udp.drain();

        for (long gap : new long[] {500, 1000, 2000, 4000, 8000, 16_000}) {
            bench.scheduler.advanceMillis(gap - 1);
            assertThat(bench.udp.sent()).isEmpty();
            bench.scheduler.advanceMillis(1);
            assertThat(bench.udp.drainSummaries()).containsExactly("INVITE");
        }
        bench.scheduler.advanceMillis(499);
        assertThat(bench.heard).isEmpty();
        bench.scheduler.advanceMillis(1);

        assertThat(bench.heard).containsExactly("client timeout");
        assertThat(bench.empty()).isTrue();
        assertThat(bench.scheduler.pending()).isZero();
    }

    @Test
    void shouldSendTheInviteOnceOverTcpAndStillTimeOut() {
        send(SipMethod.INVITE, bench.tcp);
        bench.scheduler.advanceMillis(32_000);

        assertThat(bench.tcp.drainSummaries()).containsExactly("INVITE");
        assertThat(bench.heard).containsExactly("client timeout");
    }

    @Test
    void shouldWaitWithoutLimitAfterAProvisionalResponse() {
        ClientTransaction invite = send(SipMethod.INVITE, bench.udp);
        answer(invite, 180, bench.udp);

        assertThat(bench.scheduler.pending()).isZero();
        assertThat(bench.heard).containsExactly("180 INVITE");
        invite.abandon();
        assertThat(bench.empty()).isTrue();
    }

    @Test
    void shouldAcknowledgeAFailureInTheTransactionAndEveryRepetitionUntilTimerD() {
        ClientTransaction invite = send(SipMethod.INVITE, bench.udp);
        answer(invite, 486, bench.udp);
        bench.scheduler.advanceMillis(31_999);
        answer(invite, 486, bench.udp);

        assertThat(bench.heard).containsExactly("486 INVITE");
        SipRequest ack = bench.udp.lastRequest();
        assertThat(ack.method()).isEqualTo(SipMethod.ACK);
        assertThat(ack.topVia()).isEqualTo(invite.request().topVia());
        assertThat(ack.viaCount()).isEqualTo(1);
        assertThat(ack.requestUri()).isEqualTo(invite.request().requestUri());
        assertThat(ack.to().tag()).isEqualTo("peer");
        assertThat(ack.cseq().number()).isEqualTo(1);
        assertThat(ack.header("Route")).isEqualTo("<sip:198.51.100.7;lr>");
        assertThat(bench.udp.drainSummaries()).containsExactly("INVITE", "ACK", "ACK");
        bench.scheduler.advanceMillis(1);
        assertThat(bench.empty()).isTrue();
    }

    @Test
    void shouldEndAtOnceAfterAFailureOverTcpBecauseTimerDIsZero() {
        ClientTransaction invite = send(SipMethod.INVITE, bench.tcp);
        answer(invite, 486, bench.tcp);

        assertThat(bench.tcp.drainSummaries()).containsExactly("INVITE", "ACK");
        assertThat(bench.empty()).isTrue();
        assertThat(bench.scheduler.pending()).isZero();
    }

    @Test
    void shouldPassEvery2xxUpUntilTimerMAndNeverAcknowledgeIt() {
        ClientTransaction invite = send(SipMethod.INVITE, bench.udp);
        answer(invite, 200, bench.udp);
        answer(invite, 180, bench.udp);
        bench.scheduler.advanceMillis(31_999);
        answer(invite, 200, bench.udp);
        bench.scheduler.advanceMillis(1);
        answer(invite, 200, bench.udp);

        assertThat(bench.heard).containsExactly("200 INVITE", "200 INVITE", "stray 200");
        assertThat(bench.udp.drainSummaries()).containsExactly("INVITE");
        assertThat(bench.empty()).isTrue();
    }

    @Test
    void shouldRepeatOtherRequestsByTimerEUpToT2UntilTimerF() {
        send(SipMethod.OPTIONS, bench.udp);
        bench.udp.drain();
        for (long gap : new long[] {500, 1000, 2000, 4000, 4000, 4000, 4000, 4000, 4000, 4000}) {
            bench.scheduler.advanceMillis(gap - 1);
            assertThat(bench.udp.sent()).isEmpty();
            bench.scheduler.advanceMillis(1);
            assertThat(bench.udp.drainSummaries()).containsExactly("OPTIONS");
        }
        bench.scheduler.advanceMillis(500);

        assertThat(bench.heard).containsExactly("client timeout");
        assertThat(bench.empty()).isTrue();
    }

    @Test
    void shouldSlowDownToT2AfterAProvisionalResponse() {
        ClientTransaction options = send(SipMethod.OPTIONS, bench.udp);
        answer(options, 100, bench.udp);
        bench.udp.drain();
        bench.scheduler.advanceMillis(500);
        assertThat(bench.udp.drainSummaries()).containsExactly("OPTIONS");
        bench.scheduler.advanceMillis(3_999);
        assertThat(bench.udp.sent()).isEmpty();
        bench.scheduler.advanceMillis(1);
        assertThat(bench.udp.drainSummaries()).containsExactly("OPTIONS");
    }

    @Test
    void shouldAbsorbRepeatedFinalResponsesUntilTimerK() {
        ClientTransaction options = send(SipMethod.OPTIONS, bench.udp);
        answer(options, 200, bench.udp);
        answer(options, 200, bench.udp);
        bench.scheduler.advanceMillis(4_999);
        assertThat(bench.empty()).isFalse();
        bench.scheduler.advanceMillis(1);

        assertThat(bench.heard).containsExactly("200 OPTIONS");
        assertThat(bench.empty()).isTrue();
        assertThat(bench.scheduler.pending()).isZero();
    }

    @Test
    void shouldEndAtTheFinalResponseOverTcpBecauseTimerKIsZero() {
        ClientTransaction options = send(SipMethod.OPTIONS, bench.tcp);
        answer(options, 200, bench.tcp);

        assertThat(bench.heard).containsExactly("200 OPTIONS");
        assertThat(bench.empty()).isTrue();
    }

    @Test
    void shouldReportARefusedRequestAfterwards() {
        for (SipMethod method : List.of(SipMethod.INVITE, SipMethod.OPTIONS)) {
            bench.heard.clear();
            bench.udp.close();
            ClientTransaction transaction = send(method, bench.udp);
            assertThat(bench.heard).isEmpty();
            assertThat(transaction.terminated()).isTrue();
            bench.scheduler.runDue();

            assertThat(bench.heard).containsExactly("client unsent");
            assertThat(bench.empty()).isTrue();
            assertThat(bench.scheduler.pending()).isZero();
        }
    }

    @Test
    void shouldReportARefusedRepetitionAndARefusedAck() {
        send(SipMethod.OPTIONS, bench.udp);
        bench.udp.close();
        bench.scheduler.advanceMillis(500);
        assertThat(bench.heard).containsExactly("client unsent");
        assertThat(bench.empty()).isTrue();

        bench.udp.reopen();
        ClientTransaction invite = send(SipMethod.INVITE, bench.udp);
        bench.udp.close();
        answer(invite, 486, bench.udp);
        bench.scheduler.runDue();
        assertThat(bench.heard).contains("client unsent");
        assertThat(bench.empty()).isTrue();
    }

    @Test
    void shouldRefuseToSendBeyondTheBound() {
        LayerBench small = new LayerBench(new TransactionLimits(10, 10, 1, 5));
        small.layer.send(Requests.of(SipMethod.OPTIONS, "z9hG4bK1"), small.udp, small);
        small.layer.send(Requests.of(SipMethod.OPTIONS, "z9hG4bK2"), small.udp, small);
        small.scheduler.runDue();

        assertThat(small.udp.drainSummaries()).containsExactly("OPTIONS");
        assertThat(small.heard).containsExactly("client unsent");
        assertThat(small.layer.clientTransactions()).isEqualTo(1);
    }

    @Test
    void shouldDropResponsesWhoseTopViaIsNotOurs() {
        ClientTransaction options = send(SipMethod.OPTIONS, bench.udp);
        SipRequest foreign =
                options.request().withTopVia(Written.via("SIP/2.0/UDP 192.0.2.66:5060;branch=z9hG4bKours"));
        bench.receive(SipResponse.forRequest(foreign, 200, null, "x").build(), bench.udp);

        assertThat(bench.heard).isEmpty();
        assertThat(bench.count(SipCoreCounter.FOREIGN_RESPONSES)).isEqualTo(1);
    }

    @Test
    void shouldNotLoseATimerWhenTheListenerFails() {
        bench.mistake = new IllegalStateException("bug above");
        ClientTransaction options = send(SipMethod.OPTIONS, bench.udp);
        answer(options, 200, bench.udp);

        assertThat(bench.count(SipCoreCounter.APPLICATION_FAILURES)).isEqualTo(1);
        bench.scheduler.runAll();
        assertThat(bench.empty()).isTrue();
    }

    @Test
    void shouldFailWhatWaitsForItsFirstAnswerWhenTheConnectionCloses() {
        send(SipMethod.OPTIONS, bench.tcp);
        bench.layer.onFlowClosed(bench.tcp, bench.scheduler.nowNs());
        bench.scheduler.runDue();
        assertThat(bench.heard).containsExactly("client unsent");

        ClientTransaction invite = send(SipMethod.INVITE, bench.tcp);
        answer(invite, 180, bench.tcp);
        bench.layer.onFlowClosed(bench.tcp, bench.scheduler.nowNs());
        bench.layer.onFlowClosed(bench.udp, bench.scheduler.nowNs());

        assertThat(invite.terminated())
                .as("its answer may come over another connection")
                .isFalse();
        assertThat(bench.count(SipCoreCounter.ILLEGAL_TRANSACTION_EVENTS)).isZero();
    }
}
