package io.sidetone.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.value.IpAddress;
import io.sidetone.config.value.SipHost;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SocketChecksTest {
    private static final String CERTIFICATE = "tls: {certificate: cert.pem, key: key.pem}";

    @Test
    void shouldListenForUdpAndTcpAtOneAddressWhenNothingElseIsSaid() throws Exception {
        SipConfig sip = Loading.config("sip: {port: 5070}").sip();
        assertThat(sip.sockets())
                .extracting(socket -> socket.transport() + " " + socket.bind() + ":" + socket.port())
                .containsExactly("udp 127.0.0.1:5070", "tcp 127.0.0.1:5070");
        assertThat(sip.sockets()).extracting(SipConfig.Listener::advertised).containsOnly(new SipHost("127.0.0.1", 0));
    }

    @Test
    void shouldListenForTlsWhenThereIsACertificate() throws Exception {
        SipConfig sip = Loading.config("sip: {" + CERTIFICATE + "}").sip();
        assertThat(sip.sockets())
                .extracting(socket -> socket.transport() + " " + socket.port())
                .containsExactly("udp 5060", "tcp 5060", "tls 5061");
        assertThat(sip.tls().certificate().orElseThrow()).isAbsolute();
        assertThat(sip.tls().clientAuth()).isEqualTo("none");
    }

    @Test
    void shouldTakeListenersWithTheirOwnNames() throws Exception {
        SidetoneConfig config = Loading.config(
                """
                sip:
                  advertise: sip.example.com
                  %s
                  listeners:
                    - {transport: udp, bind: 203.0.113.10}
                    - {transport: udp, bind: "2001:db8::10", port: 5070, advertise: six.example.com}
                    - {transport: tls, bind: 203.0.113.10, advertise: "edge.example.com:443"}
                  trunks: [{name: c, from: 198.51.100.0/24}]
                rtp: {bind: 203.0.113.10}
                """
                        .formatted(CERTIFICATE));
        assertThat(config.sip().sockets())
                .extracting(socket -> socket.port() + " " + socket.advertised())
                .containsExactly(
                        "5060 SipHost[host=sip.example.com, port=0]",
                        "5070 SipHost[host=six.example.com, port=0]",
                        "5061 SipHost[host=edge.example.com, port=443]");
        assertThat(config.rtp().advertise()).isEqualTo(IpAddress.parse("203.0.113.10"));
    }

    @Test
    void shouldReceiveMediaWhereTheFirstListenerIs() throws Exception {
        SidetoneConfig config = Loading.config(
                "sip: {listeners: [{transport: udp, bind: 203.0.113.10}], trunks: [{name: c, from: 198.51.100.0/24}]}");
        assertThat(config.rtp().bind()).isEqualTo(IpAddress.parse("203.0.113.10"));
        assertThat(config.rtp().advertise()).isEqualTo(IpAddress.parse("203.0.113.10"));
    }

    private static final String TRUNK = "trunks: [{name: c, from: 198.51.100.0/24}]";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tls: {certificate: a.pem} | sip.tls.key | missing beside sip.tls.certificate",
                "tls: {key: a.pem} | sip.tls.certificate | missing beside sip.tls.key",
                "tls: {client-auth: required, certificate: a, key: b} | sip.tls.client-auth | set sip.tls.ca",
                "listeners: [{transport: tls, bind: 127.0.0.1}] | sip.listeners[0].transport | no certificate to show",
                "listeners: [{transport: sctp, bind: 127.0.0.1}] | sip.listeners[0].transport | sctp",
                "listeners: [{transport: udp}] | sip.listeners[0].bind | missing",
                "port: 5070, listeners: [{transport: udp, bind: 127.0.0.1}] | sip.port | remove one of the two",
                "bind: 127.0.0.1, listeners: [{transport: udp, bind: 127.0.0.1}] | sip.bind | beside sip.listeners",
                "listeners: [{transport: udp, bind: 192.0.2.1}] | sip.listeners[0].bind | no trunk says who may call",
                "listeners: [{transport: udp, bind: 127.0.0.1, advertise: 'two words'}] | sip.listeners[0].advertise | no host name",
                "listeners: [{transport: udp, bind: 127.0.0.1, advertise: 0.0.0.0}] | sip.listeners[0].advertise | answer to",
                "listeners: [{transport: udp, bind: 127.0.0.1}, {transport: udp, bind: 127.0.0.1}] | sip.listeners[1].port | cannot be had beside udp 127.0.0.1 port 5060",
                "listeners: [{transport: tcp, bind: 127.0.0.1, port: 5061}, {transport: tls, bind: 127.0.0.1}] | sip.listeners[1].port | cannot be had beside tcp",
                "port: 5061, tls: {certificate: a, key: b} | sip.tls.port | cannot be had beside tcp",
                "advertise: -bad- | sip.advertise | no host name",
                "advertise: 1.2.3 | sip.advertise | not an IP address"
            })
    void shouldSayWhatIsWrongWithASocket(String sip, String path, String said) {
        String extra = sip.contains("tls, bind: 127.0.0.1}]") && sip.contains("5061") ? ", " + CERTIFICATE : "";
        assertThat(Loading.problems(Loading.AGENTS + "sip: {" + sip + extra + "}\n", Map.of()))
                .singleElement()
                .asString()
                .startsWith(path + ": ")
                .contains(said);
    }

    @Test
    void shouldWantANameForEveryListenerThatIsBoundToAll() {
        assertThat(Loading.problems(
                        Loading.AGENTS
                                + "sip: {listeners: [{transport: udp, bind: 0.0.0.0}, {transport: tcp, bind: \"::\","
                                + " advertise: sip.example.com}], " + TRUNK + "}\nrtp: {bind: 203.0.113.10}\n",
                        Map.of()))
                .singleElement()
                .asString()
                .startsWith("sip.listeners[0].advertise: ");
    }

    @Test
    void shouldWantAnAddressForMediaWhereSipHasAName() {
        assertThat(Loading.problems(
                        Loading.AGENTS + "sip: {bind: 0.0.0.0, advertise: sip.example.com, " + TRUNK + "}\n", Map.of()))
                .singleElement()
                .asString()
                .startsWith("rtp.advertise: ")
                .contains("media cannot be sent to");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sip:sip.example.com;transport=tls | needs a listener of tls",
                "sips:sip.example.com | needs a listener of tls",
                "sip:[2001:db8::1] | an address of IPv6",
                "sip:[2001:db8::1];transport=tcp | no listener of tcp has one"
            })
    void shouldSayWhichListenerATrunkNeeds(String to, String said) {
        assertThat(Loading.problems(Loading.AGENTS + "sip: {trunks: [{name: c, to: \"" + to + "\"}]}\n", Map.of()))
                .singleElement()
                .asString()
                .startsWith("sip.trunks[0].to: ")
                .contains(said);
    }

    @Test
    void shouldCallOverTlsWithoutACertificateWhereItRegisters() throws Exception {
        SipConfig sip = Loading.config(
                        "sip: {trunks: [{name: c, to: \"sips:sip.example.com\", register: true, username: u,"
                                + " password: p}]}")
                .sip();
        assertThat(sip.tls().on()).isFalse();
    }
}
