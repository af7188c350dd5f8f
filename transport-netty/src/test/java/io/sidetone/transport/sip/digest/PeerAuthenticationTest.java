package io.sidetone.transport.sip.digest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipMessageListener;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.source.Blocks;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.transaction.FakeFlow;
import io.sidetone.transport.sip.transaction.SipTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerAuthenticationTest {
    private final List<SipRequest> let = new ArrayList<>();
    private final List<String> trunks = new ArrayList<>();
    private final FakeFlow stranger = new FakeFlow(SipTransport.UDP, "198.51.100.7", 5060);
    private final FakeFlow other = new FakeFlow(SipTransport.UDP, "198.51.100.8", 5060);
    private final FakeFlow carrier = new FakeFlow(SipTransport.UDP, "192.0.2.1", 5060);
    private boolean known;
    private String dialogTrunk;
    private long nowNs = TimeUnit.SECONDS.toNanos(1000);
    private int sequence;

    private final SourcePolicy sources = new SourcePolicy(
            List.of(
                    new SourcePolicy.Trunk("carrier", List.of(Blocks.of("192.0.2.0/24")), false),
                    new SourcePolicy.Trunk("roaming", List.of(), true)),
            SourcePolicy.Others.CHALLENGED);

    private final PeerAuthentication gate = new PeerAuthentication(
            sources,
            new PeerAccounts("sidetone", List.of(new PeerAccounts.Peer("roaming", "alice", "secret")), "x"),
            List.of(DigestAlgorithm.SHA_256, DigestAlgorithm.MD5),
            new SipMessageListener() {
                @Override
                public void onMessage(SipMessage message, SipFlow flow, long atNs) {
                    let.add((SipRequest) message);
                    trunks.add(flow.trunk());
                }

                @Override
                public void onUnparseable(SipParseException problem, SipFlow flow, long atNs) {}
            },
            new PeerAuthentication.Known() {
                @Override
                public boolean transaction(SipRequest request) {
                    return known;
                }

                @Override
                public String trunkOfDialog(SipRequest request) {
                    return dialogTrunk;
                }

                @Override
                public boolean ofDialogsPeer(SipRequest request, SipFlow flow) {
                    return flow != other;
                }
            },
            new SipTokens(new Random(1)),
            new Random(2));

    private SipRequest request(SipMethod method, String... headers) {
        sequence++;
        SipRequest.Builder builder = SipRequest.builder(method, SipUri.of("sip:desk@203.0.113.5"))
                .header("Via", "SIP/2.0/UDP 198.51.100.7:5060;branch=z9hG4bK" + sequence)
                .header("From", "<sip:alice@198.51.100.7>;tag=a")
                .header("To", "<sip:desk@203.0.113.5>")
                .header("Call-ID", "1@198.51.100.7")
                .header("CSeq", sequence + " " + method);
        for (int i = 0; i < headers.length; i += 2) {
            builder.replaceHeader(headers[i], headers[i + 1]);
        }
        return builder.build();
    }

    private void receive(SipRequest request, FakeFlow flow) {
        gate.onMessage(request, flow, nowNs);
    }

    private long count(AuthenticationCounter counter) {
        return gate.counters().value(counter);
    }

    private static SipResponse challenge(FakeFlow flow) {
        SipResponse challenge = (SipResponse) flow.drain().get(0);
        assertThat(challenge.statusCode()).isEqualTo(401);
        return challenge;
    }

    /** Sends an INVITE, is challenged, and returns it with the answer of this user. */
    private SipRequest answered(String user, String password) {
        SipRequest first = request(SipMethod.INVITE);
        receive(first, stranger);
        ClientDigest client = new ClientDigest(new DigestAccount(user, password, null), () -> "c" + sequence);
        SipRequest next = request(SipMethod.INVITE);
        assertThat(client.challenged(first, challenge(stranger))).isTrue();
        return client.authorize(next);
    }

    @Test
    void shouldAskAStrangerAndLetHimInWithThePassword() {
        receive(answered("alice", "secret"), stranger);
        assertThat(let).hasSize(1);
        assertThat(trunks).containsExactly("roaming");
        assertThat(stranger.sent()).isEmpty();
        assertThat(count(AuthenticationCounter.CHALLENGED)).isEqualTo(1);
        assertThat(count(AuthenticationCounter.ACCEPTED)).isEqualTo(1);
    }

    @Test
    void shouldAskForTheConfiguredHashesInTheirOrder() {
        receive(request(SipMethod.OPTIONS), stranger);
        List<String> asked = challenge(stranger).headerValues("WWW-Authenticate");
        assertThat(asked).hasSize(2);
        assertThat(asked.get(0))
                .contains("algorithm=SHA-256")
                .contains("realm=\"sidetone\"")
                .contains("qop=\"auth\"");
        assertThat(asked.get(1)).contains("algorithm=MD5");
        assertThat(let).isEmpty();
    }

    @Test
    void shouldAskNobodyWhomATrunkLists() {
        receive(request(SipMethod.INVITE), carrier);
        assertThat(trunks).hasSize(1);
        assertThat(carrier.sent()).isEmpty();
    }

    @Test
    void shouldAskThisMachineToo() {
        FakeFlow loopback = new FakeFlow(SipTransport.UDP, "127.0.0.1", 5060);
        receive(request(SipMethod.INVITE), loopback);
        challenge(loopback);
        assertThat(let).isEmpty();
    }

    @Test
    void shouldAnswerAnUnknownUserLikeAWrongPassword() {
        for (String[] wrong : new String[][] {{"alice", "guess"}, {"bob", "secret"}, {"nobody", "x"}}) {
            receive(answered(wrong[0], wrong[1]), stranger);
            List<String> asked = challenge(stranger).headerValues("WWW-Authenticate");
            assertThat(asked).hasSize(2).noneMatch(each -> each.contains("stale"));
        }
        assertThat(let).isEmpty();
        assertThat(count(AuthenticationCounter.FAILED)).isEqualTo(3);
    }

    @Test
    void shouldRefuseAReplayedAnswer() {
        SipRequest answer = answered("alice", "secret");
        receive(answer, stranger);
        receive(answer, stranger);
        assertThat(let).hasSize(1);
        assertThat(challenge(stranger).header("WWW-Authenticate")).contains("stale=true");
    }

    @Test
    void shouldLetARepetitionThrough() {
        SipRequest answer = answered("alice", "secret");
        receive(answer, stranger);
        known = true;
        receive(answer, stranger);
        assertThat(let).hasSize(2);
        assertThat(stranger.sent()).isEmpty();
    }

    @Test
    void shouldSayStaleWhenTheRightAnswerComesTooLate() {
        SipRequest answer = answered("alice", "secret");
        nowNs += ServerDigest.NONCE_LIFE_NS + 1;
        receive(answer, stranger);
        assertThat(let).isEmpty();
        assertThat(challenge(stranger).header("WWW-Authenticate")).contains("stale=true");
        assertThat(count(AuthenticationCounter.STALE)).isEqualTo(1);
    }

    @Test
    void shouldNotTakeTheNonceOfAnotherPeer() {
        SipRequest answer = answered("alice", "secret");
        receive(answer, other);
        assertThat(let).isEmpty();
        assertThat(challenge(other).header("WWW-Authenticate")).contains("stale=true");
    }

    @Test
    void shouldNotTakeAnAnswerToAnotherUriOrMethod() {
        SipRequest answer = answered("alice", "secret");
        receive(
                answer.toBuilder()
                        .requestUri(SipUri.of("sip:fraud@203.0.113.5"))
                        .build(),
                stranger);
        challenge(stranger);
        receive(request(SipMethod.OPTIONS, "Authorization", answer.header("Authorization")), stranger);
        challenge(stranger);
        assertThat(let).isEmpty();
        assertThat(count(AuthenticationCounter.FAILED)).isEqualTo(2);
    }

    @Test
    void shouldTakeAnAnswerToAUriWhoseHostAProxyChanged() {
        SipRequest answer = answered("alice", "secret");
        receive(
                answer.toBuilder()
                        .requestUri(SipUri.of("sip:desk@192.0.2.9;x=y"))
                        .build(),
                stranger);
        assertThat(let).hasSize(1);
    }

    @Test
    void shouldFallSilentAfterTooManyWrongPasswordsAndForgive() {
        for (int i = 0; i < 10; i++) {
            receive(answered("alice", "guess" + i), stranger);
            challenge(stranger);
        }
        receive(request(SipMethod.INVITE), stranger);
        assertThat(stranger.sent()).isEmpty();
        assertThat(count(AuthenticationCounter.LOCKED_OUT)).isEqualTo(1);
        receive(request(SipMethod.INVITE), other);
        challenge(other);
        nowNs += TimeUnit.SECONDS.toNanos(11);
        receive(request(SipMethod.INVITE), stranger);
        challenge(stranger);
    }

    /** Over UDP anybody writes any source: what does not prove the way back harms nobody, and learns nothing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Digest username=\"alice\", realm=\"sidetone\", nonce=\"NEVER\", uri=\"sip:desk@203.0.113.5\", response=\"0\","
                        + " algorithm=SHA-256, qop=auth, nc=00000001, cnonce=\"c\"",
                "Digest username=\"alice\", realm=\"sidetone\", nonce=\"OTHERS\", uri=\"sip:desk@203.0.113.5\", response=\"0\","
                        + " algorithm=SHA-256, qop=auth, nc=00000001, cnonce=\"c\"",
                "Digest username=\"alice\", realm=\"sidetone\", nonce=\"OLD\", uri=\"sip:desk@203.0.113.5\", response=\"0\","
                        + " algorithm=SHA-256, qop=auth, nc=00000001, cnonce=\"c\"",
                "Digest username=\"bob\", realm=\"sidetone\", nonce=\"\", uri=\"sip:x@y\", response=\"\", qop=auth, nc=1, cnonce=\"\"",
                "Digest username=\"alice\", realm=\"sidetone\", response=\"0\"",
                "Digest username=\"alice\", realm=\"sidetone\", nonce=\"NEVER\", algorithm=NONE, response=\"0\"",
                "Digest realm=\"sidetone\"",
                "Digest username=\"",
                "Basic YWxpY2U6c2VjcmV0",
                "=,;"
            })
    void shouldLockNobodyOutForAnswersToANonceThatWasNotIssuedToHim(String credentials) {
        receive(request(SipMethod.INVITE), stranger);
        String old = nonce(challenge(stranger));
        nowNs += ServerDigest.NONCE_LIFE_NS + 1;
        receive(request(SipMethod.INVITE), other);
        String others = nonce(challenge(other));
        String forged = credentials.replace("OLD", old).replace("OTHERS", others);
        for (int i = 0; i < 30; i++) {
            receive(request(SipMethod.INVITE, "Authorization", forged), stranger);
            challenge(stranger);
        }
        assertThat(count(AuthenticationCounter.FAILED)).isZero();
        receive(answered("alice", "secret"), stranger);
        assertThat(trunks).containsExactly("roaming");
    }

    @Test
    void shouldAnswerARightAndAWrongPasswordAlikeForANonceThatIsNotGoodAnyMore() {
        SipRequest right = answered("alice", "secret");
        SipRequest wrong = answered("alice", "guess");
        nowNs += ServerDigest.NONCE_LIFE_NS + 1;
        receive(right, stranger);
        receive(wrong, stranger);
        assertThat(stranger.drain()).allSatisfy(each -> assertThat(((SipResponse) each).header("WWW-Authenticate"))
                .contains("stale=true"));
    }

    private static String nonce(SipResponse challenge) {
        return challenge.header("WWW-Authenticate").replaceFirst(".*nonce=\"([^\"]*)\".*", "$1");
    }

    @Test
    void shouldAskOneSourceOnlySoOften() {
        for (int i = 0; i < 100; i++) {
            receive(request(SipMethod.OPTIONS), stranger);
        }
        assertThat(stranger.sent()).hasSize(40);
        assertThat(count(AuthenticationCounter.RATE_REFUSED)).isEqualTo(60);
    }

    @Test
    void shouldLetRequestsOfKnownDialogsThroughAndDropTheOthers() {
        receive(request(SipMethod.BYE, "To", "<sip:desk@203.0.113.5>;tag=b"), stranger);
        receive(request(SipMethod.CANCEL), stranger);
        assertThat(let).isEmpty();
        assertThat(count(AuthenticationCounter.STRAY)).isEqualTo(2);
        dialogTrunk = "roaming";
        receive(request(SipMethod.BYE, "To", "<sip:desk@203.0.113.5>;tag=b"), stranger);
        receive(request(SipMethod.ACK), stranger);
        assertThat(trunks).containsExactly("roaming", null);
        assertThat(stranger.sent()).isEmpty();
    }

    @Test
    void shouldAskWhoSpeaksInADialogFromElsewhere() {
        dialogTrunk = "roaming";
        SipRequest bye = request(SipMethod.BYE, "To", "<sip:desk@203.0.113.5>;tag=b");
        receive(bye, other);
        assertThat(let).isEmpty();
        ClientDigest client = new ClientDigest(new DigestAccount("alice", "secret", null), () -> "c");
        assertThat(client.challenged(bye, challenge(other))).isTrue();
        receive(client.authorize(request(SipMethod.BYE, "To", "<sip:desk@203.0.113.5>;tag=b")), other);
        assertThat(trunks).containsExactly("roaming");
    }

    @Test
    void shouldSendNothingOnAClosedFlow() {
        stranger.close();
        receive(request(SipMethod.INVITE), stranger);
        assertThat(count(AuthenticationCounter.CHALLENGED)).isEqualTo(1);
    }

    @Test
    void shouldEqualTheWayThatItLeads() {
        AuthenticatedFlow flow = new AuthenticatedFlow(stranger, "roaming");
        assertThat(flow.equals(stranger)).isTrue();
        assertThat(flow).isEqualTo(new AuthenticatedFlow(stranger, "x")).hasSameHashCodeAs(stranger);
        assertThat(flow.equals(other)).isFalse();
    }

    @Test
    void shouldKeepNoMoreNoncesThanItsBoundAndTakeNoneThatItForgot() {
        NonceCounts counts = new NonceCounts(2, 1000);
        NonceIssuer.Nonce first = new NonceIssuer.Nonce(1, 1);
        assertThat(counts.take(first, 1, 10)).isTrue();
        assertThat(counts.take(new NonceIssuer.Nonce(2, 2), 1, 10)).isTrue();
        assertThat(counts.take(new NonceIssuer.Nonce(3, 3), 1, 10)).isTrue();
        assertThat(counts.size()).isEqualTo(2);
        assertThat(counts.take(first, 2, 10)).as("forgotten, so never again").isFalse();
        assertThat(counts.take(new NonceIssuer.Nonce(3, 3), 2, 10)).isTrue();
    }

    @Test
    void shouldTakeCountsOutOfOrderButNoneTwice() {
        NonceCounts counts = new NonceCounts(2, 1000);
        NonceIssuer.Nonce nonce = new NonceIssuer.Nonce(1, 1);
        assertThat(counts.take(nonce, 3, 10)).isTrue();
        assertThat(counts.take(nonce, 1, 10)).isTrue();
        assertThat(counts.take(nonce, 1, 10)).isFalse();
        assertThat(counts.take(nonce, 3, 10)).isFalse();
        assertThat(counts.take(nonce, 200, 10)).isTrue();
        assertThat(counts.take(nonce, 136, 10)).as("too far back to know").isFalse();
        assertThat(counts.take(nonce, 137, 10)).isTrue();
    }

    @Test
    void shouldRefuseAccountsThatCannotBeToldApart() {
        PeerAccounts.Peer peer = new PeerAccounts.Peer("a", "alice", "secret");
        assertThatThrownBy(
                        () -> new PeerAccounts("r", List.of(peer, new PeerAccounts.Peer("b", "alice", "other")), "x"))
                .hasMessageContaining("'alice' is that of the trunks a and b");
        assertThatThrownBy(() -> new PeerAccounts("r\"", List.of(), "x")).hasMessageContaining("quote");
        assertThat(peer).hasToString("Peer[a, alice]");
    }
}
