package io.sidetone.transport.sip.transaction;

import static io.sidetone.transport.sip.transaction.LayerBench.respond;
import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.Written;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class ServerMatchingTest {
    private final LayerBench bench = new LayerBench();

    @Test
    void shouldTellTransactionsApartByBranchSentByAndMethod() {
        bench.receiveNew(Requests.of(SipMethod.OPTIONS, "z9hG4bK1"), bench.udp);
        bench.receiveNew(Requests.of(SipMethod.INFO, "z9hG4bK1"), bench.udp);
        SipRequest otherPort = Requests.of(SipMethod.OPTIONS, "z9hG4bK1")
                .withTopVia(Written.via("SIP/2.0/UDP 198.51.100.7:5062;branch=z9hG4bK1;rport"))
                .toBuilder()
                .replaceHeader("CSeq", "2 OPTIONS")
                .build();
        bench.receiveNew(otherPort, bench.udp);

        assertThat(bench.layer.serverTransactions()).isEqualTo(3);
    }

    @Test
    void shouldTakeACopyByAnotherPathForMergedAndAnswer482() {
        ServerTransaction invite = bench.receiveNew(Requests.invite("z9hG4bK1"), bench.udp);
        respond(invite, 180);
        bench.udp.drain();

        bench.receive(Requests.invite("z9hG4bKother"), bench.udp);

        assertThat(bench.udp.drainSummaries()).containsExactly("482 INVITE");
        assertThat(bench.heard).containsExactly("INVITE");
        assertThat(bench.count(SipCoreCounter.MERGED_REQUESTS)).isEqualTo(1);
        respond(invite, 486);
        bench.scheduler.runAll();
        assertThat(bench.empty()).isTrue();
    }

    @Test
    void shouldNotTakeARequestInsideADialogForMerged() {
        bench.receiveNew(Requests.request(SipMethod.INVITE, "z9hG4bK1", 2, "t1").build(), bench.udp);
        bench.receiveNew(Requests.request(SipMethod.INVITE, "z9hG4bK2", 2, "t1").build(), bench.udp);

        assertThat(bench.count(SipCoreCounter.MERGED_REQUESTS)).isZero();
    }

    @Test
    void shouldMatchCancelToItsInviteAndAnswerBothOnce() {
        ServerTransaction invite = bench.receiveNew(Requests.invite("z9hG4bK1"), bench.udp);
        respond(invite, 180);
        bench.udp.drain();

        bench.receive(Requests.of(SipMethod.CANCEL, "z9hG4bK1"), bench.udp);
        bench.receive(Requests.of(SipMethod.CANCEL, "z9hG4bK1"), bench.udp);

        assertThat(bench.heard).containsExactly("INVITE", "CANCEL");
        assertThat(bench.udp.drainSummaries()).containsExactly("200 CANCEL", "200 CANCEL");
    }

    @Test
    void shouldAnswer481ToACancelThatComesBeforeItsInvite() {
        bench.receive(Requests.of(SipMethod.CANCEL, "z9hG4bK1"), bench.udp);

        assertThat(bench.udp.drainSummaries()).containsExactly("481 CANCEL");
        assertThat(bench.count(SipCoreCounter.UNMATCHED_CANCELS)).isEqualTo(1);
        bench.receiveNew(Requests.invite("z9hG4bK1"), bench.udp);
    }

    @Test
    void shouldAnswerACancelWhenTheUserFails() {
        ServerTransaction invite = bench.receiveNew(Requests.invite("z9hG4bK1"), bench.udp);
        bench.mistake = new IllegalStateException("bug above");

        bench.receive(Requests.of(SipMethod.CANCEL, "z9hG4bK1"), bench.udp);

        assertThat(bench.udp.drainSummaries()).containsExactly("200 CANCEL");
        assertThat(invite.answered()).isFalse();
    }

    @Test
    void shouldLeaveNothingBehindInAFloodOfAcks() {
        for (int i = 0; i < 1_000; i++) {
            bench.receive(
                    Requests.request(SipMethod.ACK, "z9hG4bK" + i, 1, "x" + i).build(), bench.udp);
        }

        assertThat(bench.udp.sent()).isEmpty();
        assertThat(bench.empty()).isTrue();
        assertThat(bench.scheduler.pending()).isZero();
    }

    @Test
    void shouldMatchPeersOfRfc2543ByTheFieldsOfThatSection() {
        SipRequest invite = without2543Branch(Requests.invite("z9hG4bK1"));
        ServerTransaction transaction = bench.receiveNew(invite, bench.udp);
        respond(transaction, 486);
        bench.udp.drain();

        bench.receive(invite, bench.udp);
        assertThat(bench.udp.drainSummaries()).containsExactly("486 INVITE");
        SipRequest ack = without2543Branch(
                Requests.request(SipMethod.ACK, "z9hG4bK1", 1, "t1").build());
        SipRequest foreignAck = without2543Branch(
                Requests.request(SipMethod.ACK, "z9hG4bK1", 1, "t9").build());
        bench.receive(foreignAck, bench.udp);
        bench.receive(ack, bench.udp);

        assertThat(bench.heard).containsExactly("INVITE", "ACK");
        assertThat(transaction.state()).isEqualTo(InviteServerMachine.State.CONFIRMED);
        SipRequest cancel = without2543Branch(Requests.of(SipMethod.CANCEL, "z9hG4bK1"));
        bench.receive(cancel, bench.udp);
        assertThat(bench.udp.drainSummaries()).containsExactly("200 CANCEL");
        SipRequest next = without2543Branch(
                Requests.request(SipMethod.INVITE, "z9hG4bK1", 2, null).build());
        bench.receiveNew(next, bench.udp);
    }

    private static SipRequest without2543Branch(SipRequest request) {
        return request.withTopVia(Written.via("SIP/2.0/UDP " + Requests.TRUNK + ":5060"));
    }

    @Test
    void shouldAnswerOverANewConnectionToThePortOfSentByWhenTheOldOneClosed() {
        SipRequest options = Requests.of(SipMethod.OPTIONS, "z9hG4bK1")
                .withTopVia(Written.via("SIP/2.0/TCP 10.0.0.9:5070;branch=z9hG4bK1;maddr=192.0.2.66"));
        SipRequest noPort = Requests.request(SipMethod.OPTIONS, "z9hG4bK2", 2, null)
                .build()
                .withTopVia(Written.via("SIP/2.0/TCP 10.0.0.9;branch=z9hG4bK2"));
        ServerTransaction first = bench.receiveNew(options, bench.tcp);
        ServerTransaction second = bench.receiveNew(noPort, bench.tcp);
        bench.tcp.close();

        respond(first, 200);
        respond(second, 200);

        assertThat(bench.opened.keySet())
                .containsExactly(
                        new InetSocketAddress(Requests.TRUNK, 5070), new InetSocketAddress(Requests.TRUNK, 5060));
        assertThat(bench.opened.values())
                .allSatisfy(flow -> assertThat(flow.drainSummaries()).containsExactly("200 OPTIONS"));
        assertThat(bench.empty()).isTrue();
    }

    @Test
    void shouldRefuseTransactionsBeyondTheBoundWithoutKeepingAny() {
        LayerBench small = new LayerBench(new TransactionLimits(2, 10, 10, 7));
        small.receiveNew(
                Requests.request(SipMethod.OPTIONS, "z9hG4bK1", 1, null).build(), small.udp);
        small.receiveNew(
                Requests.request(SipMethod.OPTIONS, "z9hG4bK2", 2, null).build(), small.udp);

        SipRequest third =
                Requests.request(SipMethod.OPTIONS, "z9hG4bK3", 3, null).build();
        small.receive(third, small.udp);
        small.receive(third, small.udp);

        assertThat(small.layer.serverTransactions()).isEqualTo(2);
        assertThat(small.count(SipCoreCounter.REFUSED_TRANSACTIONS_FULL)).isEqualTo(2);
        SipResponse first = (SipResponse) small.udp.sent().get(0);
        SipResponse second = (SipResponse) small.udp.sent().get(1);
        assertThat(first.statusCode()).isEqualTo(503);
        assertThat(first.header("Retry-After")).isEqualTo("7");
        assertThat(first.to().tag()).isNotNull().isEqualTo(second.to().tag());
    }

    @Test
    void shouldBoundUnansweredInvitesOfOneSourceAlone() {
        LayerBench small = new LayerBench(new TransactionLimits(100, 2, 10, 7));
        FakeFlow other = new FakeFlow(SipTransport.UDP, "192.0.2.1", 5060);
        ServerTransaction first = small.receiveNew(invite(1), small.udp);
        small.receiveNew(invite(2), small.udp);

        small.receive(invite(3), small.udp);
        assertThat(small.udp.drainSummaries()).containsExactly("503 INVITE");
        assertThat(small.count(SipCoreCounter.REFUSED_HALF_OPEN)).isEqualTo(1);
        small.receiveNew(invite(4), other);

        respond(first, 200);
        small.receiveNew(invite(5), small.udp);
    }

    private static SipRequest invite(int number) {
        return Requests.request(SipMethod.INVITE, "z9hG4bK" + number, number, null)
                .build();
    }
}
