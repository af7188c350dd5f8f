package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import org.junit.jupiter.api.Test;

/** INVITEs that begin no call are reported once, with the answer; all others are not. */
class RefusedInviteTest {
    private final UaBench bench = new UaBench();
    private final Peer peer = new Peer(bench);

    private SipUserAgentListener.RefusedInvite refused() {
        bench.scheduler.runDue();
        assertThat(bench.refused).hasSize(1);
        return bench.refused.get(0);
    }

    @Test
    void shouldReportWhatTheApplicationRefusesWithItsWordsOfferAndMessages() {
        bench.declines = 488;
        SipRequest invite =
                Peer.withSdp(peer.next(SipMethod.INVITE), UaBench.OFFER).build();
        peer.send(invite);
        SipUserAgentListener.RefusedInvite refused = refused();
        assertThat(refused.status()).isEqualTo(488);
        assertThat(refused.reason()).isEqualTo("it is not wanted");
        assertThat(refused.offer()).isEqualTo(UaBench.OFFER);
        assertThat(refused.invite().callId()).isEqualTo(invite.callId());
        assertThat(refused.ladder().entries())
                .extracting(SipLadder.Entry::line)
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("INVITE "),
                        line -> assertThat(line).startsWith("100 "),
                        line -> assertThat(line).startsWith("488 "));
        peer.send(invite);
        bench.scheduler.runDue();
        assertThat(bench.refused).as("reports of a repeated INVITE").hasSize(1);
    }

    @Test
    void shouldReportWhatNeverReachesTheApplication() {
        bench.retryAfterSeconds = 5;
        peer.send(Peer.withSdp(peer.next(SipMethod.INVITE), UaBench.OFFER).build());
        SipUserAgentListener.RefusedInvite refused = refused();
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.reason()).isEqualTo("Service Unavailable");
        assertThat(refused.ladder().entries()).extracting(SipLadder.Entry::sent).containsExactly(false, true);
    }

    @Test
    void shouldNotReportACallThatTheApplicationHasTaken() {
        peer.send(Peer.withSdp(peer.next(SipMethod.INVITE), UaBench.OFFER).build());
        bench.call().reject(480, null);
        bench.scheduler.runDue();
        assertThat(bench.refused).isEmpty();
    }

    @Test
    void shouldNotReportOtherRequestsNorCopiesOfAnInvite() {
        peer.send(peer.next(SipMethod.of("REGISTER")).build());
        bench.scheduler.runDue();
        assertThat(bench.refused).isEmpty();
    }
}
