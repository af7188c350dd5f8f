package io.sidetone.transport.trunk.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.sip.digest.DigestAccount;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipMessageListener;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.locate.NameService.Type;
import io.sidetone.transport.sip.locate.Reach;
import io.sidetone.transport.sip.locate.ServerLocator;
import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.message.Via;
import io.sidetone.transport.sip.register.StandaloneRequests;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.transaction.FakeFlow;
import io.sidetone.transport.sip.transaction.FakeSipScheduler;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import io.sidetone.transport.sip.transaction.SipTimers;
import io.sidetone.transport.sip.transaction.SipTokens;
import io.sidetone.transport.sip.transaction.TransactionLayer;
import io.sidetone.transport.sip.transaction.TransactionLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two accounts at one carrier, whose calls come from the same address. */
class SharedCarrierTest {
    private final FakeSipScheduler scheduler = new FakeSipScheduler();
    private final SipTokens tokens = new SipTokens(new Random(5));
    private final FakeFlow carrier = new FakeFlow(SipTransport.UDP, "192.0.2.1", 5060);
    private final FakeFlow other = new FakeFlow(SipTransport.UDP, "192.0.2.9", 5060);
    private final List<String> trunks = new ArrayList<>();

    private static TrunkSettings account(String name, String user) {
        return new TrunkSettings(
                name,
                SipUri.of("sip:192.0.2.1"),
                null,
                "sip.example.com",
                CallerIdentity.FROM,
                new DigestAccount(user, "secret", null),
                true,
                false,
                0,
                "urn:uuid:00000000-0000-0000-0000-000000000001");
    }

    private SipMessageListener gate() {
        TransactionLayer layer = new TransactionLayer(
                scheduler,
                SipTimers.RFC_3261,
                TransactionLimits.DEFAULT,
                tokens,
                new SingleWriterCounters<>(SipCoreCounter.class),
                (transport, remote) -> carrier);
        ServerLocator locator = new ServerLocator(
                (name, type, done) -> {
                    throw new AssertionError("an address needs no question");
                },
                Reach.of(Set.of(SipTransport.UDP), Set.of(Type.A)),
                new Random(1));
        TrunkLinks links = new TrunkLinks(
                List.of(account("sales", "100"), account("support", "200")),
                new LinkServices(
                        new StandaloneRequests(
                                layer,
                                scheduler,
                                tokens,
                                flow -> Via.client("UDP", "203.0.113.5", 5060, tokens.branch()),
                                "Sidetone"),
                        locator,
                        (transport, remote) -> carrier,
                        (flow, secure) -> SipUri.sip("sidetone", "203.0.113.5", 5060),
                        new SourcePolicy(List.of(), SourcePolicy.Others.REFUSED),
                        scheduler));
        links.start();
        return links.watching(new SipMessageListener() {
            @Override
            public void onMessage(SipMessage message, SipFlow flow, long nowNs) {
                trunks.add(flow.trunk());
            }

            @Override
            public void onUnparseable(SipParseException problem, SipFlow flow, long nowNs) {}
        });
    }

    private static SipRequest invite(String user, String toTag) {
        return SipRequest.builder(SipMethod.INVITE, SipUri.of("sip:" + user + "@203.0.113.5"))
                .header("Via", "SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1")
                .header("From", "<sip:+4930@sip.example.com>;tag=a")
                .header("To", "<sip:" + user + "@sip.example.com>" + toTag)
                .header("Call-ID", "1@192.0.2.1")
                .header("CSeq", "1 INVITE")
                .build();
    }

    @Test
    void shouldTellCallsApartByTheRegisteredUser() {
        SipMessageListener gate = gate();
        gate.onMessage(invite("200", ""), carrier, 0);
        gate.onMessage(invite("100", ""), carrier, 0);
        gate.onMessage(invite("300", ""), carrier, 0);
        gate.onMessage(invite("200", ""), other, 0);
        gate.onMessage(invite("200", ";tag=b"), carrier, 0);
        assertThat(trunks).containsExactly("support", "sales", null, null, null);
    }
}
