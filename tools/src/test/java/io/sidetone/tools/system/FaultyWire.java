package io.sidetone.tools.system;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A bad network between a telephone and the server: it loses, repeats and delays what the telephone sends, and passes on
 * what the server sends. It listens on another loopback address, at the ports of the server, which advertises that address.
 */
final class FaultyWire implements AutoCloseable {
    private static final int MTU = 1_500;

    private final Faults faults;
    private final SplittableRandom random;
    private final Selector selector = Selector.open();
    private final PriorityQueue<Delayed> underWay = new PriorityQueue<>();
    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong repeated = new AtomicLong();
    private final AtomicLong delayed = new AtomicLong();
    private final Thread thread = new Thread(this::run, "faulty-wire");
    private volatile boolean closed;
    private volatile boolean black;

    /** What goes wrong: shares in 0…1, and by how much a delayed packet is late at most. */
    record Faults(double lost, double repeated, double delayed, int maxDelayMs) {
        static final Faults NONE = new Faults(0, 0, 0, 1);
    }

    /** A server behind the wire, which listens on {@code address}; its media have eight ports from {@code first} on. */
    static String config(String address, int first) {
        return """
        sip: {port: 0, trunks: [{name: wire, from: [127.0.0.0/8], nat: true}]}
        http: {port: 0}
        rtp: {ports: %d-%d, advertise: %s}
        limits: {max-calls: 2}
        engines: {mock: {type: mock}}
        agents:
          desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
        """
                .formatted(first, first + 7, address);
    }

    private record Delayed(long dueNs, ByteBuffer packet, Pair pair) implements Comparable<Delayed> {
        @Override
        public int compareTo(Delayed other) {
            return Long.compare(dueNs, other.dueNs);
        }
    }

    /** The two sockets of one port of the server. */
    private static final class Pair {
        final DatagramChannel facingPhone;
        final DatagramChannel facingServer;
        SocketAddress phone;

        Pair(String address, String server, int port) throws IOException {
            facingPhone = DatagramChannel.open().bind(new InetSocketAddress(address, port));
            facingServer = DatagramChannel.open()
                    .bind(new InetSocketAddress(server, 0))
                    .connect(new InetSocketAddress(server, port));
            facingPhone.configureBlocking(false);
            facingServer.configureBlocking(false);
        }
    }

    FaultyWire(String address, String server, int firstPort, int lastPort, Faults faults, long seed)
            throws IOException {
        this.faults = faults;
        this.random = new SplittableRandom(seed);
        for (int port = firstPort; port <= lastPort; port++) {
            Pair pair = new Pair(address, server, port);
            pair.facingPhone.register(selector, SelectionKey.OP_READ, pair);
            pair.facingServer.register(selector, SelectionKey.OP_READ, pair);
        }
        thread.start();
    }

    private void run() {
        try {
            while (!closed) {
                long waitMs = underWay.isEmpty()
                        ? 100
                        : Math.max(1, TimeUnit.NANOSECONDS.toMillis(underWay.peek().dueNs - System.nanoTime()));
                selector.select(waitMs);
                for (SelectionKey key : new ArrayList<>(selector.selectedKeys())) {
                    take((DatagramChannel) key.channel(), (Pair) key.attachment());
                }
                selector.selectedKeys().clear();
                while (!underWay.isEmpty() && underWay.peek().dueNs <= System.nanoTime()) {
                    Delayed due = underWay.remove();
                    send(due.pair, due.packet);
                }
            }
        } catch (IOException e) {
            if (!closed) {
                throw new IllegalStateException("the wire broke altogether", e);
            }
        }
    }

    private void take(DatagramChannel channel, Pair pair) throws IOException {
        ByteBuffer packet = ByteBuffer.allocate(MTU);
        try {
            for (SocketAddress from = channel.receive(packet); from != null; from = channel.receive(packet)) {
                packet.flip();
                if (channel == pair.facingPhone) {
                    pair.phone = from;
                    disturb(pair, packet);
                } else if (pair.phone != null) {
                    pair.facingPhone.send(packet, pair.phone);
                }
                packet = ByteBuffer.allocate(MTU);
            }
        } catch (java.net.PortUnreachableException e) {
            // The server has closed the port of a call that is over.
        }
    }

    /** Loses everything that the telephone sends from now on, or nothing more than the faults do. */
    void blackOut(boolean on) {
        black = on;
    }

    private void disturb(Pair pair, ByteBuffer packet) throws IOException {
        if (black) {
            lost.incrementAndGet();
            return;
        }
        if (random.nextDouble() < faults.lost) {
            lost.incrementAndGet();
            return;
        }
        if (random.nextDouble() < faults.repeated) {
            repeated.incrementAndGet();
            send(pair, packet.duplicate());
        }
        if (random.nextDouble() < faults.delayed) {
            delayed.incrementAndGet();
            long lateMs = random.nextInt(1, faults.maxDelayMs + 1);
            underWay.add(new Delayed(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(lateMs), packet, pair));
            return;
        }
        send(pair, packet);
    }

    private static void send(Pair pair, ByteBuffer packet) throws IOException {
        try {
            pair.facingServer.write(packet);
        } catch (java.net.PortUnreachableException e) {
            // As above.
        }
    }

    long lost() {
        return lost.get();
    }

    long repeated() {
        return repeated.get();
    }

    long delayed() {
        return delayed.get();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        selector.wakeup();
        try {
            thread.join(2_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
