package io.sidetone.transport.sip.endpoint;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.PortOwner;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * The sockets that an endpoint listens on: all are bound, or none. {@link #open} and {@link #close} not on an event loop;
 * the rest from any thread.
 */
final class Listeners {
    private static final int PORT_ATTEMPTS = 16;
    private static final int CLOSE_TIMEOUT_MS = 2000;

    private final List<ListeningPoint> points;
    private final Sockets sockets;
    private final List<Bound> bound = new ArrayList<>();

    /** Makes the socket of a point. */
    interface Sockets {
        /** Binds a socket of {@code point} to {@code address}. */
        ChannelFuture bind(ListeningPoint point, InetSocketAddress address);
    }

    /**
     * A point whose address is bound.
     *
     * @param point with the port that was really taken
     * @param channel its socket; null where it takes nothing
     */
    record Bound(ListeningPoint point, Channel channel) {}

    Listeners(List<ListeningPoint> points, Sockets sockets) {
        this.points = List.copyOf(points);
        this.sockets = sockets;
    }

    void open() throws BindFailedException {
        try {
            for (ListeningPoint point : points) {
                bound.add(point.accepts() ? open(point) : new Bound(point, null));
            }
        } catch (BindFailedException taken) {
            close();
            throw taken;
        }
    }

    /** A free port has to be free for UDP and TCP: where TCP has lost it meanwhile, both try another. */
    private Bound open(ListeningPoint point) throws BindFailedException {
        int twin = twin(point);
        int attempt = 1;
        while (true) {
            InetSocketAddress address =
                    twin < 0 ? point.address() : bound.get(twin).point().address();
            ChannelFuture done = sockets.bind(point, address).awaitUninterruptibly();
            if (done.isSuccess()) {
                InetSocketAddress taken = (InetSocketAddress) done.channel().localAddress();
                return new Bound(point.at(taken), done.channel());
            }
            if (twin < 0 || attempt == PORT_ATTEMPTS) {
                throw BindFailedException.of("sip", protocol(point), address, done.cause());
            }
            attempt++;
            bound.get(twin).channel().close().awaitUninterruptibly();
            bound.set(twin, open(points.get(twin)));
        }
    }

    private static PortOwner.Protocol protocol(ListeningPoint point) {
        return point.transport() == SipTransport.UDP ? PortOwner.Protocol.UDP : PortOwner.Protocol.TCP;
    }

    /** The point of UDP whose free port one of TCP shares; -1 for none. */
    private int twin(ListeningPoint point) {
        if (point.transport() == SipTransport.TCP && point.address().getPort() == 0) {
            for (int i = 0; i < bound.size(); i++) {
                ListeningPoint other = points.get(i);
                if (other.transport() == SipTransport.UDP && other.address().equals(point.address())) {
                    return i;
                }
            }
        }
        return -1;
    }

    /** The point that reaches {@code peer} best, in the order of the configuration; null for none. */
    Bound toward(SipTransport transport, InetAddress peer) {
        Bound best = null;
        int reach = ListeningPoint.UNREACHABLE;
        for (Bound each : bound) {
            int its = each.point().transport() == transport ? each.point().reach(peer) : ListeningPoint.UNREACHABLE;
            if (its > reach) {
                best = each;
                reach = its;
            }
        }
        return best;
    }

    /** Every point, with the ports that were really taken. */
    List<ListeningPoint> points() {
        return bound.stream().map(Bound::point).toList();
    }

    void close() {
        for (Bound each : bound) {
            if (each.channel() != null) {
                each.channel().close().awaitUninterruptibly(CLOSE_TIMEOUT_MS);
            }
        }
    }
}
