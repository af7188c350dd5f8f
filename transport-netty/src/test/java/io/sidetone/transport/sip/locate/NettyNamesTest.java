package io.sidetone.transport.sip.locate;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import io.netty.resolver.dns.SingletonDnsServerAddressStreamProvider;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.locate.NameService.Answer;
import io.sidetone.transport.sip.locate.NameService.Type;
import io.sidetone.transport.sip.message.SipUri;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Real questions to a name server on loopback. */
class NettyNamesTest {
    private static final int A = 1;
    private static final int SRV = 33;
    private static final int NAPTR = 35;
    private static final int SERVER_FAILURE = 2;

    private final LoopbackDns dns;
    private final EventLoops loops = EventLoops.open(1, "names");
    private final EventLoop loop = loops.next();
    private final NettyNames names;

    NettyNamesTest() throws Exception {
        dns = new LoopbackDns();
        names = new NettyNames(loop, loops, new SingletonDnsServerAddressStreamProvider(dns.address()));
    }

    @AfterEach
    void close() {
        loop.submit(names::close).awaitUninterruptibly();
        loops.close();
        dns.close();
    }

    private Answer ask(String name, Type type) throws Exception {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        loop.execute(() -> names.query(name, type, answer::complete));
        return answer.get(30, TimeUnit.SECONDS);
    }

    @Test
    void shouldReadWhatAZoneSays() throws Exception {
        dns.record(NAPTR, "example.com", LoopbackDns.naptr(10, 20, "s", "SIP+D2T", "_sip._tcp.example.com"));
        dns.record(SRV, "_sip._tcp.example.com", LoopbackDns.srv(20, 5, 5062, "b.example.com"));
        dns.record(SRV, "_sip._tcp.example.com", LoopbackDns.srv(10, 5, 5061, "a.example.com"));
        dns.record(A, "a.example.com", new byte[] {(byte) 192, 0, 2, 1});
        dns.record(A, "b.example.com", new byte[] {(byte) 192, 0, 2, 2});

        assertThat(ask("example.com", Type.NAPTR))
                .isEqualTo(new Answer(
                        java.util.List.of(new NameService.Naptr(10, 20, "s", "SIP+D2T", "_sip._tcp.example.com")),
                        60,
                        null));
        CompletableFuture<Located> located = new CompletableFuture<>();
        ServerLocator locator = new ServerLocator(
                names, Reach.of(Set.of(SipTransport.UDP, SipTransport.TCP), Set.of(Type.A)), new Random(1));
        loop.execute(() -> locator.locate(SipUri.of("sip:example.com"), located::complete));
        assertThat(located.get(30, TimeUnit.SECONDS).targets()).hasToString("[tcp 192.0.2.1:5061, tcp 192.0.2.2:5062]");
    }

    @Test
    void shouldTellWhatDoesNotExistFromWhatIsNotKnown() throws Exception {
        dns.record(A, "a.example.com", new byte[] {(byte) 192, 0, 2, 1});
        assertThat(ask("none.example.com", Type.A)).isEqualTo(new Answer(java.util.List.of(), 0, null));
        assertThat(ask("a.example.com", Type.SRV)).isEqualTo(new Answer(java.util.List.of(), 0, null));
        dns.refuse("broken.example.com", SERVER_FAILURE);
        assertThat(ask("broken.example.com", Type.SRV).failure()).contains("answered ServFail");
        assertThat(ask("a..example.com", Type.A).failure()).contains("is no name");
    }

    @Test
    void shouldTakeAMalformedRecordForNothing() throws Exception {
        dns.record(SRV, "_sip._udp.example.com", new byte[] {0, 1});
        assertThat(ask("_sip._udp.example.com", Type.SRV).failure()).contains("malformed");
    }

    @Test
    void shouldSayThatNoServerAnswers() throws Exception {
        dns.silent();
        assertThat(ask("a.example.com", Type.A).failure()).contains("no name server answered");
    }
}
