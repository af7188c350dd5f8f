package io.sidetone.transport.sip.locate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.locate.NameService.Address;
import io.sidetone.transport.sip.locate.NameService.Answer;
import io.sidetone.transport.sip.locate.NameService.Entry;
import io.sidetone.transport.sip.locate.NameService.Naptr;
import io.sidetone.transport.sip.locate.NameService.Srv;
import io.sidetone.transport.sip.locate.NameService.Type;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.transaction.FakeSipScheduler;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerLocatorTest {
    private static final Set<SipTransport> ALL = Set.of(SipTransport.values());
    private static final Set<SipTransport> PLAIN = Set.of(SipTransport.UDP, SipTransport.TCP);

    private final Map<String, Answer> zone = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private final NameService names = (name, type, done) -> {
        asked.add(type + " " + name);
        done.accept(zone.getOrDefault(type + " " + name, new Answer(List.of(), 0, null)));
    };

    private void record(String question, Entry... entries) {
        zone.put(question, new Answer(List.of(entries), 300, null));
    }

    private static Address address(String text) throws Exception {
        return new Address(InetAddress.getByName(text));
    }

    private Located locate(Set<SipTransport> transports, String uri) {
        List<Located> found = new ArrayList<>();
        new ServerLocator(names, Reach.of(transports, Set.of(Type.A, Type.AAAA)), new Random(1))
                .locate(SipUri.of(uri), found::add);
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private List<String> targets(Set<SipTransport> transports, String uri) {
        return locate(transports, uri).targets().stream()
                .map(SipTarget::toString)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "sip:192.0.2.1, udp 192.0.2.1:5060",
        "sip:192.0.2.1:5070;transport=tcp, tcp 192.0.2.1:5070",
        "sips:192.0.2.1, tls 192.0.2.1:5061",
        "sip:[2001:db8::1];transport=tcp, tcp [2001:db8::1]:5060"
    })
    void shouldAskNothingAboutAnAddress(String uri, String target) {
        assertThat(targets(ALL, uri)).containsExactly(target);
        assertThat(asked).isEmpty();
    }

    @Test
    void shouldAskForAddressesAloneWhereAPortIsGiven() throws Exception {
        record("A sip.example.com", address("192.0.2.1"), address("192.0.2.2"));
        record("AAAA sip.example.com", address("2001:db8::1"));
        assertThat(targets(ALL, "sip:sip.example.com:5080"))
                .containsExactly("udp 192.0.2.1:5080", "udp 192.0.2.2:5080", "udp [2001:db8::1]:5080");
        assertThat(asked).containsExactly("A sip.example.com", "AAAA sip.example.com");
    }

    @Test
    void shouldFollowNaptrAndServersInTheirOrder() throws Exception {
        record(
                "NAPTR example.com",
                new Naptr(20, 10, "s", "SIP+D2U", "_sip._udp.example.com"),
                new Naptr(10, 20, "S", "sip+d2t", "_sip._tcp.example.com"),
                new Naptr(5, 5, "s", "SIPS+D2T", "_sips._tcp.example.com"),
                new Naptr(1, 1, "u", "SIP+D2T", "never.example.com"),
                new Naptr(2, 1, "s", "E2U+sip", "never.example.com"));
        record(
                "SRV _sip._tcp.example.com",
                new Srv(20, 0, 5062, "b.example.com"),
                new Srv(10, 0, 5061, "a.example.com"));
        record("SRV _sip._udp.example.com", new Srv(10, 0, 5060, "c.example.com"));
        record("A a.example.com", address("192.0.2.1"));
        record("A b.example.com", address("192.0.2.2"));
        record("A c.example.com", address("192.0.2.3"));
        assertThat(targets(PLAIN, "sip:example.com"))
                .containsExactly("tcp 192.0.2.1:5061", "tcp 192.0.2.2:5062", "udp 192.0.2.3:5060");
    }

    @Test
    void shouldNameTheDomainForItsCertificate() throws Exception {
        record("SRV _sips._tcp.example.com", new Srv(10, 0, 5061, "edge7.carrier.example"));
        record("A edge7.carrier.example", address("192.0.2.1"));
        Located located = locate(ALL, "sips:example.com");
        assertThat(located.targets().get(0).transport()).isEqualTo(SipTransport.TLS);
        assertThat(located.targets().get(0).address().getHostString()).isEqualTo("example.com");
    }

    @Test
    void shouldStayWithTlsWhereSipsIsAskedFor() throws Exception {
        record(
                "NAPTR example.com",
                new Naptr(10, 10, "s", "SIP+D2U", "_sip._udp.example.com"),
                new Naptr(20, 10, "s", "SIPS+D2T", "_sips._tcp.example.com"));
        record("SRV _sip._udp.example.com", new Srv(10, 0, 5060, "a.example.com"));
        record("SRV _sips._tcp.example.com", new Srv(10, 0, 5063, "b.example.com"));
        record("A a.example.com", address("192.0.2.1"));
        record("A b.example.com", address("192.0.2.2"));
        assertThat(targets(ALL, "sips:example.com")).containsExactly("tls 192.0.2.2:5063");
        record("A bare.example.com", address("192.0.2.3"));
        assertThat(targets(ALL, "sips:bare.example.com")).containsExactly("tls 192.0.2.3:5061");
        assertThat(asked).contains("SRV _sips._tcp.bare.example.com").doesNotContain("SRV _sip._udp.bare.example.com");
    }

    @Test
    void shouldFindOnlyWhatItsListenersReach() throws Exception {
        Reach mixed = new Reach(Map.of(SipTransport.UDP, Set.of(Type.A), SipTransport.TCP, Set.of(Type.A, Type.AAAA)));
        record("A example.com", address("192.0.2.1"));
        record("AAAA example.com", address("2001:db8::1"));
        List<Located> found = new ArrayList<>();
        ServerLocator locator = new ServerLocator(names, mixed, new Random(1));
        locator.locate(SipUri.of("sip:example.com:5060"), found::add);
        locator.locate(SipUri.of("sip:example.com:5060;transport=tcp"), found::add);
        locator.locate(SipUri.of("sip:[2001:db8::1]"), found::add);
        assertThat(found.get(0).targets()).hasToString("[udp 192.0.2.1:5060]");
        assertThat(found.get(1).targets()).hasToString("[tcp 192.0.2.1:5060, tcp [2001:db8::1]:5060]");
        assertThat(found.get(2).targets()).isEmpty();
        assertThat(found.get(2).problem())
                .contains("no listener of udp reaches IPv6")
                .contains("sip.listeners");
    }

    @Test
    void shouldTryServersOfEachTransportWithoutNaptr() throws Exception {
        record("SRV _sip._tcp.example.com", new Srv(10, 0, 5060, "a.example.com"));
        record("A a.example.com", address("192.0.2.1"));
        assertThat(targets(PLAIN, "sip:example.com")).containsExactly("tcp 192.0.2.1:5060");
        assertThat(asked)
                .containsExactly(
                        "NAPTR example.com",
                        "SRV _sip._udp.example.com",
                        "SRV _sip._tcp.example.com",
                        "A a.example.com",
                        "AAAA a.example.com");
    }

    @Test
    void shouldTakeTheHostItselfAtLast() throws Exception {
        record("A example.com", address("192.0.2.1"));
        assertThat(targets(PLAIN, "sip:example.com")).containsExactly("udp 192.0.2.1:5060");
        assertThat(targets(PLAIN, "sip:example.com;transport=tcp")).containsExactly("tcp 192.0.2.1:5060");
    }

    @Test
    void shouldGoOnWhenTheFirstServerHasNoAddress() throws Exception {
        record(
                "SRV _sip._udp.example.com",
                new Srv(1, 0, 5060, "dead.example.com"),
                new Srv(2, 0, 5060, "a.example.com"));
        record("A a.example.com", address("192.0.2.1"));
        assertThat(targets(PLAIN, "sip:example.com;transport=udp")).containsExactly("udp 192.0.2.1:5060");
    }

    @Test
    void shouldTakeADotForNoService() {
        record("SRV _sip._udp.example.com", new Srv(0, 0, 0, "."));
        assertThat(locate(PLAIN, "sip:example.com;transport=udp").problem()).contains("example.com has no address");
    }

    @Test
    void shouldEndWhateverRecordsSay() {
        Srv[] many = new Srv[200];
        for (int i = 0; i < many.length; i++) {
            many[i] = new Srv(i, 0, 5060, "_sip._udp.example.com");
        }
        record("SRV _sip._udp.example.com", many);
        Located located = locate(PLAIN, "sip:example.com;transport=udp");
        assertThat(located.targets()).isEmpty();
        assertThat(asked.size()).isLessThanOrEqualTo(64);
        assertThat(located.steps()).last().asString().contains("more than 64 questions");
    }

    @Test
    void shouldSayWhyNothingIsKnown() {
        zone.put("A example.com", Answer.failed("no name server answered; check those in /etc/resolv.conf"));
        Located located = locate(PLAIN, "sip:example.com:5060");
        assertThat(located.problem())
                .isEqualTo("example.com: no name server answered; check those in /etc/resolv.conf");
        assertThat(located.steps()).contains("AAAA example.com: none");
    }

    @Test
    void shouldSayThatTlsIsMissing() {
        assertThat(locate(PLAIN, "sips:example.com").problem())
                .startsWith("needs tls, which this server does not have");
        assertThat(locate(PLAIN, "sip:example.com;transport=sctp").problem()).startsWith("transport sctp is not known");
    }

    @Test
    void shouldShareCallsByWeight() {
        int heavy = 0;
        Random random = new Random(3);
        for (int i = 0; i < 1_000; i++) {
            List<Srv> order = SrvOrder.of(
                    List.of(new Srv(1, 75, 1, "heavy"), new Srv(1, 25, 2, "light"), new Srv(0, 0, 3, "first")), random);
            assertThat(order.get(0).target()).isEqualTo("first");
            assertThat(order).hasSize(3);
            heavy += order.get(1).target().equals("heavy") ? 1 : 0;
        }
        assertThat(heavy).isBetween(700, 800);
    }

    @Test
    void shouldKeepAnswersAsLongAsTheyMayBeKept() throws Exception {
        FakeSipScheduler scheduler = new FakeSipScheduler();
        CachedNames cached = new CachedNames(names, scheduler);
        record("A a.example.com", address("192.0.2.1"));
        zone.put("A zero.example.com", new Answer(List.of(address("192.0.2.2")), 0, null));
        zone.put("A silent.example.com", Answer.failed("no answer"));
        for (int i = 0; i < 2; i++) {
            for (String name : List.of("a", "zero", "silent", "none")) {
                cached.query(name + ".example.com", Type.A, answer -> {});
            }
        }
        assertThat(asked).filteredOn("A a.example.com"::equals).hasSize(1);
        assertThat(asked).filteredOn("A zero.example.com"::equals).hasSize(2);
        assertThat(asked).filteredOn("A silent.example.com"::equals).hasSize(2);
        assertThat(asked).filteredOn("A none.example.com"::equals).hasSize(1);
        scheduler.advanceMillis(300_001);
        cached.query("a.example.com", Type.A, answer -> {});
        assertThat(asked).filteredOn("A a.example.com"::equals).hasSize(2);
    }
}
