package io.sidetone.transport.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sidetone.transport.Counted;
import io.sidetone.transport.http.connection.Connections.Place;
import io.sidetone.transport.loop.SourceNetwork;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
    private static final int MOST = 64;

    private final ConnectionCounters counters = new ConnectionCounters();
    private final Connections connections = new Connections(MOST, counters);

    private static SourceNetwork source(String address) throws Exception {
        return SourceNetwork.of(InetAddress.getByName(address));
    }

    private Channel busy(Place expected) {
        Channel channel = new EmbeddedChannel();
        assertThat(connections.admit(channel)).isEqualTo(expected);
        return channel;
    }

    private Channel silent(SourceNetwork source) {
        Channel channel = busy(Place.ORDINARY);
        connections.unproven(channel, source);
        return channel;
    }

    @Test
    void shouldKeepPlacesForProbesWhenAllAreInUse() {
        List<Channel> users = new ArrayList<>();
        for (int i = 0; i < MOST; i++) {
            users.add(busy(Place.ORDINARY));
        }
        List<Channel> probes = new ArrayList<>();
        for (int i = 0; i < Connections.KEPT_FOR_PROBES; i++) {
            probes.add(busy(Place.PROBE));
            connections.waiting(probes.get(i));
        }
        busy(Place.PROBE);
        assertThat(probes.get(0).isOpen())
                .as("a probe that asks nothing makes room")
                .isFalse();
        for (int i = 1; i < Connections.KEPT_FOR_PROBES; i++) {
            connections.busy(probes.get(i));
        }
        busy(Place.NONE);
        assertThat(Counted.by(counters::bindTo, "sidetone_http_connections_refused"))
                .isEqualTo(1);
        assertThat(users).allMatch(Channel::isOpen);
        users.get(0).close();
        busy(Place.ORDINARY);
        probes.get(1).close();
        busy(Place.PROBE);
        assertThat(Counted.by(counters::bindTo, "sidetone_http_connections"))
                .isEqualTo(MOST + Connections.KEPT_FOR_PROBES);
    }

    @Test
    void shouldLetEightSocketsOfASourceBeWithoutAKey() throws Exception {
        List<Channel> sockets = new ArrayList<>();
        for (int i = 0; i < Connections.UNPROVEN_PER_SOURCE; i++) {
            sockets.add(silent(source("2001:db8:0:1::" + i)));
        }
        Channel other = silent(source("2001:db8:0:2::1"));
        assertThat(sockets).allMatch(Channel::isOpen);
        Channel ninth = silent(source("2001:db8:0:1::ffff"));
        assertThat(sockets.get(0).isOpen()).as("the one that waits longest").isFalse();
        assertThat(sockets.subList(1, sockets.size())).allMatch(Channel::isOpen);
        assertThat(ninth.isOpen() && other.isOpen()).isTrue();
        connections.proven(sockets.get(1));
        silent(source("2001:db8:0:1::fffe"));
        assertThat(sockets.subList(1, sockets.size()))
                .as("one that has shown a key counts no more")
                .allMatch(Channel::isOpen);
    }

    @Test
    void shouldLetAQuarterOfAllBeWithoutAKeyWhereAnAddressStandsForMany() {
        List<Channel> sockets = new ArrayList<>();
        for (int i = 0; i < MOST / 4; i++) {
            sockets.add(silent(null));
        }
        assertThat(sockets).allMatch(Channel::isOpen);
        connections.proven(sockets.get(0));
        silent(null);
        assertThat(sockets).allMatch(Channel::isOpen);
        silent(null);
        assertThat(sockets.get(0).isOpen()).as("it has shown its key").isTrue();
        assertThat(sockets.get(1).isOpen()).isFalse();
        assertThat(Counted.by(counters::bindTo, "sidetone_http_connections_unproven"))
                .isEqualTo(MOST / 4);
        assertThat(Counted.by(counters::bindTo, "sidetone_http_connections_displaced"))
                .isEqualTo(1);
    }

    @Test
    void shouldTakeThePlaceOfASocketWithoutAKeyBeforeRefusing() {
        Channel idle = busy(Place.ORDINARY);
        connections.waiting(idle);
        Channel socket = silent(null);
        for (int i = 2; i < MOST; i++) {
            busy(Place.ORDINARY);
        }
        busy(Place.ORDINARY);
        assertThat(idle.isOpen()).isFalse();
        assertThat(socket.isOpen()).isTrue();
        busy(Place.ORDINARY);
        assertThat(socket.isOpen()).isFalse();
        assertThat(Counted.by(counters::bindTo, "sidetone_http_connections_unproven"))
                .isZero();
        busy(Place.PROBE);
    }

    @Test
    void shouldNotBringBackAConnectionThatWasDisplaced() {
        Channel first = busy(Place.ORDINARY);
        connections.waiting(first);
        for (int i = 1; i < MOST; i++) {
            busy(Place.ORDINARY);
        }
        busy(Place.ORDINARY);
        connections.waiting(first);
        connections.unproven(first, null);
        busy(Place.PROBE);
        assertThat(Counted.by(counters::bindTo, "sidetone_http_connections_unproven"))
                .isZero();
    }
}
