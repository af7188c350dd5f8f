package io.sidetone.transport.sip.transaction;

import static io.sidetone.transport.sip.transaction.LayerBench.respond;
import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import org.junit.jupiter.api.Test;

class InviteServerTransactionTest {
    private final LayerBench bench = new LayerBench();

    @Test
    void shouldAnswerRetransmittedInvitesWithTheLastResponseAndCallTheUserOnce() {
        ServerTransaction invite = bench.receiveNew(Requests.invite("z9hG4bK1"), bench.udp);
        respond(invite, 100);
        respond(invite, 180);
        bench.udp.drain();

        for (int i = 0; i < 11; i++) {
            bench.receive(Requests.invite("z9hG4bK1"), bench.udp);
        }

        assertThat(bench.heard).containsExactly("INVITE");
        assertThat(bench.udp.drainSummaries()).hasSize(11).containsOnly("180 INVITE");
        assertThat(bench.count(SipCoreCounter.REQUESTS_RETRANSMITTED)).isEqualTo(11);
    }

    @Test
    void shouldRepeatAFailureByTimerGUntilTimerHWhenNoAckComes() {
        ServerTransaction invite = bench.receiveNew(Requests.invite("z9hG4bK1"), bench.udp);
        respond(invite, 486);
        assertThat(bench.udp.drainSummaries()).containsExactly("486 INVITE");

        long[] gaps = {500, 1000, 2000, 4000, 4000, 4000, 4000, 4000, 4000, 4000};
        for (long gap : gaps) {
            bench.scheduler.advanceMillis(gap - 1);
            assertThat(bench.udp.sent()).isEmpty();
            bench.scheduler.advanceMillis(1);
            assertThat(bench.udp.drainSummaries()).containsExactly("486 INVITE");
        }
        bench.scheduler.advanceMillis(499);
        assertThat(invite.terminated()).isFalse();
        bench.scheduler.advanceMillis(1);

        assertThat(bench.heard).containsExactly("INVITE", "server timeout");
        assertThat(bench.empty()).isTrue();
        assertThat(bench.scheduler.pending()).isZero();
    }

    @Test
    void shouldAbsorbTheAckOfAFailureAndLiveOnForTimerI() {
        ServerTransaction invite = bench.receiveNew(Requests.invite("z9hG4bK1"), bench.udp);
        respond(invite, 486);
        SipRequest ack = Requests.request(SipMethod.ACK, "z9hG4bK1", 1, "t1").build();

        bench.receive(ack, bench.udp);
        bench.receive(ack, bench.udp);
        bench.udp.drain();
        bench.scheduler.advanceMillis(4_999);
        bench.receive(Requests.invite("z9hG4bK1"), bench.udp);

        assertThat(bench.heard).containsExactly("INVITE");
        assertThat(bench.udp.sent())
                .as("timer G stopped, a late INVITE is absorbed")
                .isEmpty();
        assertThat(invite.terminated()).isFalse();
        bench.scheduler.advanceMillis(1);
        assertThat(bench.empty()).isTrue();
    }

    @Test
    void shouldEndAtTheAckOverTcpBecauseTimerIIsZero() {
        ServerTransaction invite = bench.receiveNew(Requests.invite("z9hG4bK1"), bench.tcp);
        respond(invite, 486);
        bench.scheduler.advanceMillis(31_999);
        assertThat(bench.tcp.drainSummaries()).as("no timer G over TCP").containsExactly("486 INVITE");

        bench.receive(Requests.request(SipMethod.ACK, "z9hG4bK1", 1, "t1").build(), bench.tcp);

        assertThat(invite.terminated()).isTrue();
        assertThat(bench.empty()).isTrue();
        assertThat(bench.scheduler.pending()).isZero();
    }

    @Test
    void shouldAbsorbInvitesWhileAcceptedAndSendWhatTheUserRepeats() {
        ServerTransaction invite = bench.receiveNew(Requests.invite("z9hG4bK1"), bench.udp);
        respond(invite, 200);
        bench.udp.drain();

        bench.receive(Requests.invite("z9hG4bK1"), bench.udp);
        assertThat(bench.udp.sent()).isEmpty();
        assertThat(respond(invite, 200)).isTrue();
        assertThat(bench.udp.drainSummaries()).containsExactly("200 INVITE");

        bench.scheduler.advanceMillis(31_999);
        bench.receive(Requests.invite("z9hG4bK1"), bench.udp);
        assertThat(bench.heard).containsExactly("INVITE");
        bench.scheduler.advanceMillis(1);
        assertThat(bench.empty()).as("timer L").isTrue();
    }

    @Test
    void shouldPassTheAckOfA2xxToTheDialogUnlessItReusesTheBranch() {
        ServerTransaction invite = bench.receiveNew(Requests.invite("z9hG4bK1"), bench.udp);
        respond(invite, 200);

        bench.receive(Requests.request(SipMethod.ACK, "z9hG4bK2", 1, "t1").build(), bench.udp);
        bench.receive(Requests.request(SipMethod.ACK, "z9hG4bK1", 1, "t1").build(), bench.udp);

        assertThat(bench.heard).containsExactly("INVITE", "ACK", "ACK in transaction");
    }

    @Test
    void shouldRefuseASecondFinalResponseAndCountIt() {
        ServerTransaction invite = bench.receiveNew(Requests.invite("z9hG4bK1"), bench.udp);
        respond(invite, 486);
        bench.udp.drain();

        assertThat(respond(invite, 200)).isFalse();
        assertThat(respond(invite, 180)).isFalse();

        assertThat(bench.udp.sent()).isEmpty();
        assertThat(bench.count(SipCoreCounter.ILLEGAL_TRANSACTION_EVENTS)).isEqualTo(2);
    }

    @Test
    void shouldReportAnUnsentResponseAfterwardsAndStillEnd() {
        ServerTransaction invite = bench.receiveNew(Requests.invite("z9hG4bK1"), bench.tcp);
        bench.tcp.close();
        bench.refuseToOpen = true;

        respond(invite, 180);
        assertThat(bench.heard).as("never from inside the send").containsExactly("INVITE");
        bench.scheduler.runDue();
        assertThat(bench.heard).containsExactly("INVITE", "server unsent");

        respond(invite, 487);
        bench.scheduler.runAll();
        assertThat(bench.count(SipCoreCounter.SENDS_REFUSED)).isEqualTo(2);
        assertThat(bench.empty()).isTrue();
    }

    @Test
    void shouldKeepRepeatingAFailureOnAFlowThatRefusesOnce() {
        ServerTransaction invite = bench.receiveNew(Requests.invite("z9hG4bK1"), bench.udp);
        bench.udp.close();
        respond(invite, 486);
        bench.udp.reopen();

        bench.scheduler.advanceMillis(500);

        assertThat(bench.udp.drainSummaries()).containsExactly("486 INVITE");
    }

    @Test
    void shouldAnswer500WhenTheUserFails() {
        bench.mistake = new IllegalStateException("bug above");

        bench.receive(Requests.invite("z9hG4bK1"), bench.udp);

        assertThat(bench.udp.drainSummaries()).containsExactly("500 INVITE");
        assertThat(bench.count(SipCoreCounter.APPLICATION_FAILURES)).isEqualTo(1);
        bench.scheduler.runAll();
        assertThat(bench.empty()).isTrue();
    }
}
