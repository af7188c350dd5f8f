package io.sidetone.transport.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortOwnerTest {
    private static final String HEAD =
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid"
                    + "  timeout inode ref pointer drops\n";

    @TempDir
    Path proc;

    private PortOwner owners;

    @BeforeEach
    void layOut() throws IOException {
        Files.createDirectories(proc.resolve("net"));
        Files.createDirectories(proc.resolve("77/fd"));
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(proc.resolve("77/comm"), "oldpbx\n");
        Files.createSymbolicLink(proc.resolve("77/fd/0"), proc.resolve("self"));
        Files.createSymbolicLink(proc.resolve("77/fd/3"), Path.of("socket:[5551]"));
        Files.writeString(
                proc.resolve("net/udp"),
                HEAD
                        + "  12: 0100007F:13C4 00000000:0000 07 00000000:00000000 00:00000000 00000000  1000        0 5551 2 0 0\n"
                        + "  13: 00000000:13C5 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 5552 2 0 0\n"
                        + "garbage\n");
        Files.writeString(
                proc.resolve("net/tcp"),
                HEAD
                        + "   0: 0100007F:13C4 0100007F:A000 01 00000000:00000000 00:00000000 00000000  1000        0 5553 1 0\n");
        Files.writeString(
                proc.resolve("net/udp6"),
                HEAD
                        + "   0: 0000000000000000FFFF00000100007F:13C6 00000000000000000000000000000000:0000 07"
                        + " 00000000:00000000 00:00000000 00000000  1000        0 5551 2 0 0\n");
        owners = new PortOwner(proc);
    }

    private static InetSocketAddress at(int lastByte, int port) throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) lastByte}), port);
    }

    @Test
    void shouldNameProcessWhenItHoldsThePort() throws IOException {
        assertThat(owners.find(PortOwner.Protocol.UDP, at(1, 5060))).isEqualTo("process 77 (oldpbx)");
        assertThat(owners.find(PortOwner.Protocol.UDP, new InetSocketAddress(5060)))
                .isEqualTo("process 77 (oldpbx)");
    }

    @Test
    void shouldNameProcessWhenIpv4IsBoundOnIpv6Socket() throws IOException {
        assertThat(owners.find(PortOwner.Protocol.UDP, at(1, 5062))).isEqualTo("process 77 (oldpbx)");
        assertThat(owners.find(PortOwner.Protocol.UDP, at(2, 5062))).isNull();
    }

    @Test
    void shouldNameUserWhenProcessIsHidden() throws IOException {
        assertThat(owners.find(PortOwner.Protocol.UDP, at(9, 5061))).isEqualTo("a process of user 0");
    }

    @Test
    void shouldFindNobodyWhenAddressOrStateDiffers() throws IOException {
        assertThat(owners.find(PortOwner.Protocol.UDP, at(2, 5060))).isNull();
        assertThat(owners.find(PortOwner.Protocol.UDP, at(1, 5063))).isNull();
        assertThat(owners.find(PortOwner.Protocol.TCP, at(1, 5060)))
                .as("a connection is no listener")
                .isNull();
        assertThat(new PortOwner(proc.resolve("missing")).find(PortOwner.Protocol.UDP, at(1, 5060)))
                .isNull();
    }

    @Test
    void shouldSayRemedyWhenBindFails() throws IOException {
        BindException cause = new BindException("Permission denied");

        assertThat(BindFailedException.of("sip", PortOwner.Protocol.UDP, at(1, 5060), cause, owners))
                .hasMessage("cannot bind sip to UDP 127.0.0.1 port 5060: in use by process 77 (oldpbx);"
                        + " stop it or configure another port");
        assertThat(BindFailedException.of("sip", PortOwner.Protocol.TCP, at(1, 506), cause, owners))
                .hasMessage("cannot bind sip to TCP 127.0.0.1 port 506: Permission denied;"
                        + " configure an address of this machine and a free port you may use");
    }

    @Test
    void shouldOfferMatchingChannelsWhenLoopsOpen() {
        try (EventLoops best = EventLoops.open(1, "t");
                EventLoops nio = EventLoops.nio(1, "t")) {
            assertThat(nio.transportName()).isEqualTo("nio");
            assertThat(nio.datagramChannel().getSimpleName()).startsWith("Nio");
            String prefix = best.isEpoll() ? "Epoll" : "Nio";
            assertThat(best.datagramChannel().getSimpleName()).startsWith(prefix);
            assertThat(best.serverSocketChannel().getSimpleName()).startsWith(prefix);
            assertThat(best.socketChannel().getSimpleName()).startsWith(prefix);
        }
    }
}
