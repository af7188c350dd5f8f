package io.sidetone.transport.rtp;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Finds UDP ports that nobody has, for tests that need a narrow range of them: other tests of this machine have theirs. */
public final class FreePorts {
    /** Below the ports of system tests and of the operating system. */
    private static final int LOWEST = 10_000;

    private static final int HIGHEST = 11_999;
    private static final int TRIES = 100;

    private FreePorts() {}

    /** Returns the first, even, of {@code count} free ports of the loopback address. */
    public static int first(int count) {
        for (int i = 0; i < TRIES; i++) {
            int first = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST - count) & ~1;
            if (free(first, count)) {
                return first;
            }
        }
        throw new IllegalStateException("no " + count + " ports in a row are free from " + LOWEST + " to " + HIGHEST);
    }

    private static boolean free(int first, int count) {
        List<DatagramSocket> sockets = new ArrayList<>();
        try {
            for (int port = first; port < first + count; port++) {
                sockets.add(new DatagramSocket(port, InetAddress.getLoopbackAddress()));
            }
            return true;
        } catch (IOException taken) {
            return false;
        } finally {
            sockets.forEach(DatagramSocket::close);
        }
    }
}
