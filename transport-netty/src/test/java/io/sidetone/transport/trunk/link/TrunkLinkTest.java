package io.sidetone.transport.trunk.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.sip.digest.DigestAccount;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.locate.NameService;
import io.sidetone.transport.sip.locate.NameService.Address;
import io.sidetone.transport.sip.locate.NameService.Answer;
import io.sidetone.transport.sip.locate.NameService.Type;
import io.sidetone.transport.sip.locate.Reach;
import io.sidetone.transport.sip.locate.ServerLocator;
import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.message.Via;
import io.sidetone.transport.sip.register.PeerHealth;
import io.sidetone.transport.sip.register.StandaloneRequests;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.transaction.FakeFlow;
import io.sidetone.transport.sip.transaction.FakeSipScheduler;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import io.sidetone.transport.sip.transaction.SipTimers;
import io.sidetone.transport.sip.transaction.SipTokens;
import io.sidetone.transport.sip.transaction.TransactionLayer;
import io.sidetone.transport.sip.transaction.TransactionLimits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** One trunk that is called, on event time, with a carrier that the test plays. */
class TrunkLinkTest {
    private static final String CHALLENGE = "Digest realm=\"carrier\", nonce=\"n\", algorithm=SHA-256, qop=\"auth\"";
    private static final long OPTIONS_S = 30;

    private final FakeSipScheduler scheduler = new FakeSipScheduler();
    private final SingleWriterCounters<SipCoreCounter> counters = new SingleWriterCounters<>(SipCoreCounter.class);
    private final Map<InetSocketAddress, FakeFlow> flows = new LinkedHashMap<>();
    private final SourcePolicy sources =
            new SourcePolicy(List.of(new SourcePolicy.Trunk("carrier", List.of(), false)), SourcePolicy.Others.REFUSED);
    private final SipTokens tokens = new SipTokens(new Random(5));
    private final TransactionLayer layer = new TransactionLayer(
            scheduler, SipTimers.RFC_3261, TransactionLimits.DEFAULT, tokens, counters, this::open);
    private List<String> addresses = List.of("192.0.2.1", "192.0.2.2");
    private String refused = "";
    private final List<String> asked = new ArrayList<>();
    private SipUri proxy;
    private TrunkLink link;

    private SipFlow open(SipTransport transport, InetSocketAddress remote) {
        FakeFlow known = flows.get(remote);
        if (known == null || !known.isOpen()) {
            known = new FakeFlow(transport, remote.getAddress().getHostAddress(), remote.getPort());
            flows.put(remote, known);
        }
        if (remote.getAddress().getHostAddress().equals(refused)) {
            known.close();
        }
        return known;
    }

    private TrunkLink link(String to, boolean register, boolean bulk, long optionsS) {
        ServerLocator locator = new ServerLocator(
                (name, type, done) -> done.accept(
                        asked.add(name) && addresses == null
                                ? new Answer(List.of(), 0, "no name server answered; check it")
                                : new Answer(
                                        addresses.stream()
                                                .map(TrunkLinkTest::address)
                                                .toList(),
                                        60,
                                        null)),
                Reach.of(Set.of(SipTransport.UDP, SipTransport.TCP), Set.of(Type.A)),
                new Random(1));
        StandaloneRequests requests = new StandaloneRequests(
                layer,
                scheduler,
                tokens,
                flow -> Via.client(flow.transport().name(), "203.0.113.5", 5060, tokens.branch()),
                "Sidetone");
        link = new TrunkLink(
                new TrunkSettings(
                        "carrier",
                        SipUri.of(to),
                        proxy,
                        "sip.example.com",
                        CallerIdentity.FROM,
                        register ? new DigestAccount("4930", "secret", null) : null,
                        register,
                        bulk,
                        TimeUnit.SECONDS.toNanos(optionsS),
                        "urn:uuid:00000000-0000-0000-0000-000000000001"),
                new LinkServices(
                        requests,
                        locator,
                        this::open,
                        (flow, secure) -> {
                            SipUri uri = SipUri.sip("sidetone", "203.0.113.5", 5060);
                            return flow.transport() == SipTransport.UDP ? uri : uri.withParameter("transport", "tcp");
                        },
                        sources,
                        scheduler));
        link.start();
        return link;
    }

    private static NameService.Entry address(String text) {
        try {
            return new Address(InetAddress.getByName(text));
        } catch (java.net.UnknownHostException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private FakeFlow flow(String address) {
        FakeFlow flow = flows.get(new InetSocketAddress(address, 5060));
        assertThat(flow).as("nothing was sent to " + address).isNotNull();
        return flow;
    }

    private SipRequest request(String address, String method) {
        List<SipMessage> sent = flow(address).drain();
        assertThat(sent).as("sent to " + address).isNotEmpty();
        SipRequest last = (SipRequest) sent.get(sent.size() - 1);
        assertThat(last.method().name()).isEqualTo(method);
        return last;
    }

    private void respond(String address, SipRequest request, int status, String... headers) {
        SipResponse.Builder response = SipResponse.forRequest(request, status, null, "r");
        for (int i = 0; i < headers.length; i += 2) {
            response.header(headers[i], headers[i + 1]);
        }
        layer.onMessage(response.build(), flow(address), scheduler.nowNs());
    }

    private static String contact(SipRequest register, int expires) {
        return "<" + register.contact().uri() + ">;expires=" + expires;
    }

    private TrunkStatus.Registered registration() {
        return link.status().registration();
    }

    @Test
    void shouldSayInOptionsWhoWeAreAndWhereWeAre() {
        link("sip:carrier.example:5060", false, false, OPTIONS_S);
        SipRequest options = request("192.0.2.1", "OPTIONS");
        assertThat(options.contact().uri()).hasToString("sip:sidetone@203.0.113.5:5060");
        assertThat(options.from().uri()).hasToString("sip:sidetone@sip.example.com");
        assertThat(options.header("Route")).isNull();
    }

    @Test
    void shouldSendByWayOfTheProxyWhereThereIsOne() {
        proxy = SipUri.of("sip:proxy.example:5060");
        link("sip:carrier.example", true, false, OPTIONS_S);
        List<SipMessage> sent = flow("192.0.2.1").drain();
        assertThat(sent).hasSize(2).allSatisfy(message -> {
            SipRequest request = (SipRequest) message;
            assertThat(request.header("Route")).isEqualTo("<sip:proxy.example:5060;lr>");
            assertThat(request.requestUri().host()).isNotEqualTo("proxy.example");
        });
        assertThat(asked).containsOnly("proxy.example");
    }

    @Test
    void shouldRegisterWithItsPasswordAndRefreshInTime() {
        link("sip:sip.example.com:5060", true, false, 0);
        SipRequest first = request("192.0.2.1", "REGISTER");
        assertThat(first.requestUri()).hasToString("sip:sip.example.com");
        assertThat(first.to().uri()).hasToString("sip:4930@sip.example.com");
        assertThat(first.header("Contact"))
                .isEqualTo("<sip:4930@203.0.113.5:5060>;reg-id=1;"
                        + "+sip.instance=\"<urn:uuid:00000000-0000-0000-0000-000000000001>\"");
        respond("192.0.2.1", first, 401, "WWW-Authenticate", CHALLENGE);
        SipRequest second = request("192.0.2.1", "REGISTER");
        assertThat(second.header("Authorization")).contains("username=\"4930\"").contains("algorithm=SHA-256");
        assertThat(second.cseq().number()).isEqualTo(first.cseq().number() + 1);
        assertThat(registration()).isEqualTo(TrunkStatus.Registered.TRYING);
        respond("192.0.2.1", second, 200, "Contact", contact(second, 120));
        assertThat(registration()).isEqualTo(TrunkStatus.Registered.REGISTERED);

        scheduler.advanceMillis(59_000);
        assertThat(flow("192.0.2.1").sent()).isEmpty();
        scheduler.advanceMillis(32_000);
        SipRequest refresh = request("192.0.2.1", "REGISTER");
        assertThat(refresh.callId()).isEqualTo(first.callId());
        assertThat(refresh.cseq().number()).isEqualTo(second.cseq().number() + 1);
        assertThat(refresh.header("Authorization")).contains("nc=00000002");
    }

    @Test
    void shouldKeepTheWayOpenAsOftenAsTheRegistrarWants() {
        link("sip:sip.example.com:5060", true, false, 0);
        SipRequest register = request("192.0.2.1", "REGISTER");
        scheduler.advanceMillis(5_000);
        respond("192.0.2.1", register, 200, "Contact", contact(register, 3_600), "Flow-Timer", "10");
        scheduler.advanceMillis(20_000);
        assertThat(flow("192.0.2.1").pings()).isEqualTo(1);
        scheduler.advanceMillis(16_000);
        assertThat(flow("192.0.2.1").pings()).isEqualTo(3);
    }

    @Test
    void shouldRegisterAllNumbersOfTheAccount() {
        link("sip:sip.example.com:5060", true, true, 0);
        SipRequest register = request("192.0.2.1", "REGISTER");
        assertThat(register.header("Contact"))
                .startsWith("<sip:203.0.113.5:5060;bnc>")
                .doesNotContain("@");
        assertThat(register.lists("Require", "gin")).isTrue();
        assertThat(register.lists("Proxy-Require", "gin")).isTrue();
    }

    @Test
    void shouldAskForLongerWhenTheRegistrarWantsIt() {
        link("sip:sip.example.com:5060", true, false, 0);
        respond("192.0.2.1", request("192.0.2.1", "REGISTER"), 423, "Min-Expires", "1800");
        SipRequest again = request("192.0.2.1", "REGISTER");
        assertThat(again.header("Expires")).isEqualTo("1800");
        respond("192.0.2.1", again, 423, "Min-Expires", "1800");
        assertThat(registration()).as("it would never end").isEqualTo(TrunkStatus.Registered.FAILED);
        assertThat(link.status().problem()).contains("423");
    }

    @Test
    void shouldGoOnToTheNextServerAndTellWhenNoneAnswers() {
        link("sip:sip.example.com:5060", true, false, 0);
        request("192.0.2.1", "REGISTER");
        scheduler.advanceMillis(12_000);
        respond("192.0.2.2", request("192.0.2.2", "REGISTER"), 503);
        assertThat(registration()).isEqualTo(TrunkStatus.Registered.FAILED);
        assertThat(link.status().problem()).contains("503");
        scheduler.advanceMillis(4_000);
        SipRequest again = request("192.0.2.1", "REGISTER");
        respond("192.0.2.1", again, 200, "Contact", contact(again, 60));
        assertThat(registration()).isEqualTo(TrunkStatus.Registered.REGISTERED);
        assertThat(link.status().problem()).isEmpty();
    }

    @Test
    void shouldGoOnToTheNextServerWhenNothingCanBeSent() {
        refused = "192.0.2.1";
        link("sip:sip.example.com:5060;transport=tcp", true, false, OPTIONS_S);
        scheduler.runDue();
        SipRequest register = request("192.0.2.2", "REGISTER");
        respond("192.0.2.2", register, 200, "Contact", contact(register, 60));
        assertThat(registration()).isEqualTo(TrunkStatus.Registered.REGISTERED);
        assertThat(link.status().server()).isEqualTo("tcp 192.0.2.2:5060");
        List<String> ended = new ArrayList<>();
        refused = "192.0.2.2";
        flow("192.0.2.2").close();
        link.stop(() -> ended.add("ended"));
        scheduler.runDue();
        assertThat(ended).as("the goodbye cannot be sent either").containsExactly("ended");
    }

    @Test
    void shouldKeepAThousandRegistrationsForAnHourWithoutAGap() {
        List<TrunkLink> links = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            links.add(link("sip:sip.example.com:5060;transport=tcp", true, false, 0));
        }
        int answered = 0;
        for (int second = 0; second < 3_600; second++) {
            for (SipMessage sent : flow("192.0.2.1").drain()) {
                SipRequest register = (SipRequest) sent;
                respond("192.0.2.1", register, 200, "Contact", contact(register, 600));
                answered++;
            }
            scheduler.advanceMillis(1_000);
            if (second % 60 == 0) {
                assertThat(links).allMatch(each -> each.status().registration() == TrunkStatus.Registered.REGISTERED);
            }
        }
        assertThat(answered).as("once in half to three quarters of 10 min").isBetween(8 * 1_000, 13 * 1_000);
    }

    @Test
    void shouldNotHammerARegistrarThatRefuses() {
        link("sip:sip.example.com:5060", true, false, 0);
        respond("192.0.2.1", request("192.0.2.1", "REGISTER"), 403);
        assertThat(link.status().reason()).isEqualTo("trunk carrier is not registered: 403 Forbidden");
        scheduler.advanceMillis(29_000);
        assertThat(flow("192.0.2.1").sent()).isEmpty();
        scheduler.advanceMillis(32_000);
        request("192.0.2.1", "REGISTER");
    }

    @Test
    void shouldNotTakeA200ThatDoesNotListUs() {
        link("sip:sip.example.com:5060", true, false, 0);
        respond(
                "192.0.2.1",
                request("192.0.2.1", "REGISTER"),
                200,
                "Contact",
                "<sip:a@198.51.100.1>;expires=60, <sip:b@198.51.100.2>;expires=60");
        assertThat(link.status().problem()).contains("did not list our contact sip:4930@203.0.113.5:5060");
    }

    @Test
    void shouldRegisterAnewWhenItsConnectionCloses() {
        link("sip:sip.example.com:5060;transport=tcp", true, false, 0);
        SipRequest register = request("192.0.2.1", "REGISTER");
        assertThat(register.contact().uri().transport()).isEqualTo("tcp");
        respond("192.0.2.1", register, 200, "Contact", contact(register, 600));
        FakeFlow lost = flow("192.0.2.1");
        lost.close();
        link.onFlowClosed(lost);
        assertThat(registration()).isEqualTo(TrunkStatus.Registered.FAILED);
        scheduler.advanceMillis(2_000);
        SipRequest again = request("192.0.2.1", "REGISTER");
        respond("192.0.2.1", again, 200, "Contact", contact(again, 600));
        assertThat(registration()).isEqualTo(TrunkStatus.Registered.REGISTERED);
    }

    @Test
    void shouldTakeTheRegistrationBackAtTheEnd() {
        link("sip:sip.example.com:5060", true, false, 0);
        SipRequest register = request("192.0.2.1", "REGISTER");
        respond("192.0.2.1", register, 200, "Contact", contact(register, 600));
        List<String> ended = new ArrayList<>();
        link.stop(() -> ended.add("ended"));
        SipRequest goodbye = request("192.0.2.1", "REGISTER");
        assertThat(goodbye.header("Expires")).isEqualTo("0");
        assertThat(ended).isEmpty();
        respond("192.0.2.1", goodbye, 200);
        assertThat(ended).containsExactly("ended");
        scheduler.runAll();
        assertThat(flow("192.0.2.1").sent()).isEmpty();
    }

    @Test
    void shouldEndAlsoWhenNobodyAnswersTheGoodbye() {
        link("sip:sip.example.com:5060", true, false, 0);
        SipRequest register = request("192.0.2.1", "REGISTER");
        respond("192.0.2.1", register, 200, "Contact", contact(register, 600));
        List<String> ended = new ArrayList<>();
        link.stop(() -> ended.add("ended"));
        scheduler.advanceMillis(1_000);
        assertThat(ended).containsExactly("ended");
    }

    @Test
    void shouldMeasureThePeerAndCallItDownAfterThreeSilences() {
        link("sip:sip.example.com:5060", false, false, OPTIONS_S);
        SipRequest options = request("192.0.2.1", "OPTIONS");
        scheduler.advanceMillis(20);
        respond("192.0.2.1", options, 404);
        assertThat(link.status().health()).isEqualTo(PeerHealth.State.UP);
        assertThat(link.status().latencyMs()).isEqualTo(20);
        assertThat(link.status().server()).isEqualTo("udp 192.0.2.1:5060");
        scheduler.advanceMillis(3 * OPTIONS_S * 1_000 + 6_000);
        assertThat(link.status().health()).isEqualTo(PeerHealth.State.DOWN);
        assertThat(link.status().usable()).isFalse();
        assertThat(link.status().reason()).startsWith("trunk carrier did not answer 3 times OPTIONS: no answer from");
        assertThat(flow("192.0.2.2").sent()).as("the other server was tried").isNotEmpty();
    }

    @Test
    void shouldCallAPeerDownThatTakesNoCalls() {
        link("sip:sip.example.com:5060", false, false, OPTIONS_S);
        addresses = List.of("192.0.2.1");
        for (int i = 0; i < 3; i++) {
            respond("192.0.2.1", request("192.0.2.1", "OPTIONS"), 503);
            scheduler.advanceMillis(OPTIONS_S * 1_000);
        }
        assertThat(link.status().health()).isEqualTo(PeerHealth.State.DOWN);
        assertThat(link.status().problem()).contains("answers 503");
    }

    @Test
    void shouldTakeTheAddressesOfATrunkForItsOwn() throws Exception {
        assertThat(sources.admit(InetAddress.getByName("192.0.2.2")).admitted()).isFalse();
        link("sip:sip.example.com:5060", false, false, 0);
        assertThat(sources.admit(InetAddress.getByName("192.0.2.2")).trunkName())
                .isEqualTo("carrier");
        assertThat(sources.admit(InetAddress.getByName("192.0.2.3")).admitted()).isFalse();
        addresses = List.of("192.0.2.3");
        scheduler.advanceMillis(60_000);
        assertThat(sources.admit(InetAddress.getByName("192.0.2.3")).trunkName())
                .isEqualTo("carrier");
        assertThat(sources.admit(InetAddress.getByName("192.0.2.2")).admitted()).isFalse();
    }

    @Test
    void shouldTryAgainWhenTheNameIsNotFound() {
        addresses = null;
        link("sip:sip.example.com:5060", true, false, 0);
        assertThat(link.status().problem()).contains("no name server answered");
        addresses = List.of("192.0.2.1");
        scheduler.advanceMillis(4_000);
        request("192.0.2.1", "REGISTER");
    }
}
