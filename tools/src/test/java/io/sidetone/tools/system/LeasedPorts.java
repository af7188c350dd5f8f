package io.sidetone.tools.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * Ports that no other test JVM of this machine uses. A JVM holds one region of {@value #REGION} ports, below those that the
 * system hands out, by listening on the region's first TCP port until it ends. The media of servers take turns on one part
 * of the region, the media of the peers that call them on the next, and what peers listen at is the last part.
 */
final class LeasedPorts {
    private static final int FIRST = 12_000;
    private static final int REGION = 2_000;
    private static final int REGIONS = 10;
    private static final int SERVER_PORTS = 350;
    private static final int SERVERS = 4;
    private static final int SHARED_FROM = SERVERS * SERVER_PORTS;

    /** Ports of a server whose calls share the first pair. */
    private static final int SHARED = 20;

    private static final int SHARING_SERVERS = 2;
    private static final int PEERS_FROM = SHARED_FROM + SHARING_SERVERS * SHARED;
    private static final int LISTENERS_FROM = 1_920;

    private static final ServerSocket GUARD = lease();
    private static int servers;
    private static int sharing;
    private static int peerPorts = PEERS_FROM;
    private static int listeners = LISTENERS_FROM;

    private LeasedPorts() {}

    private static ServerSocket lease() {
        for (int region = 0; region < REGIONS; region++) {
            try {
                return new ServerSocket(FIRST + region * REGION, 1, InetAddress.getLoopbackAddress());
            } catch (IOException taken) {
                continue;
            }
        }
        throw new UncheckedIOException(new IOException("all " + REGIONS + " port regions from " + FIRST
                + " on are taken; let the other test runs on this machine end first"));
    }

    /** Returns a range for a server of {@code maxCalls} calls: {@code 12000-12220}. Every fifth server gets the first range again. */
    static synchronized String server(int maxCalls) {
        int ports = 2 * maxCalls + 200;
        require(ports, SERVER_PORTS);
        int first = GUARD.getLocalPort() + servers++ % SERVERS * SERVER_PORTS;
        return first + "-" + (first + ports);
    }

    /** Returns {@value #SHARED} ports for a server whose calls share the first pair; at most {@value #SHARING_SERVERS} times in a JVM. */
    static synchronized String sharing() {
        require(sharing + 1, SHARING_SERVERS);
        int first = GUARD.getLocalPort() + SHARED_FROM + sharing++ * SHARED;
        return first + "-" + (first + SHARED - 1);
    }

    /** Returns the first of {@code ports} ports for a peer. They come round again when the region's end is reached. */
    static synchronized int peer(int ports) {
        require(ports, LISTENERS_FROM - PEERS_FROM);
        int from = peerPorts + ports > LISTENERS_FROM ? PEERS_FROM : peerPorts;
        peerPorts = from + ports;
        return GUARD.getLocalPort() + from;
    }

    /**
     * Returns a port at which nobody listens, by UDP or by TCP, for a program that takes its port as an argument. A port that
     * the system hands out would not do: somebody else may get it before that program has started.
     */
    static synchronized int listener() {
        for (int tried = LISTENERS_FROM; tried < REGION; tried++) {
            int port = GUARD.getLocalPort() + listeners;
            listeners = listeners + 1 == REGION ? LISTENERS_FROM : listeners + 1;
            if (free(port)) {
                return port;
            }
        }
        throw new IllegalStateException("all ports from " + (GUARD.getLocalPort() + LISTENERS_FROM)
                + " on are taken; end the programs that earlier tests have left");
    }

    /** Whether nobody has it, at whatever address of this machine: peers have loopback addresses of their own. */
    private static boolean free(int port) {
        try (ServerSocket tcp = new ServerSocket(port);
                DatagramSocket udp = new DatagramSocket(port)) {
            return tcp.isBound() && udp.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    private static void require(int ports, int most) {
        if (ports > most) {
            throw new IllegalArgumentException(ports + " ports at once; a region has at most " + most);
        }
    }
}
