package io.sidetone.transport.sip.endpoint;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.sip.message.Via;
import io.sidetone.transport.sip.source.SourcePolicy.Admission;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Queue;

/** One TCP or TLS connection. Messages sent while it is being opened wait, a few of them. */
final class StreamFlow extends EndpointFlow {
    private static final int MAX_WAITING = 32;

    private final InetSocketAddress remote;
    private final SingleWriterCounters<SipCounter> counters;
    private final Queue<byte[]> waiting = new ArrayDeque<>();
    private Channel channel;
    private boolean closed;
    private String problem = "";
    private String peerName = "";
    private int dialogs;
    private InetSocketAddress localOfConnection;

    /** A flow over a connection that is open, or with a null channel one that is being opened. */
    StreamFlow(
            Channel channel,
            ListeningPoint listener,
            InetSocketAddress local,
            InetSocketAddress remote,
            Admission admission,
            SingleWriterCounters<SipCounter> counters) {
        super(listener, local, remote, admission);
        this.channel = channel;
        this.remote = remote;
        this.counters = counters;
    }

    @Override
    EndpointFlow answering(Via topVia) {
        return this;
    }

    @Override
    public InetSocketAddress remote() {
        return remote;
    }

    @Override
    public InetSocketAddress local() {
        return localOfConnection == null ? super.local() : localOfConnection;
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public void dialogBegan() {
        dialogs++;
    }

    @Override
    public void dialogEnded() {
        dialogs--;
    }

    @Override
    public String problem() {
        return problem;
    }

    @Override
    public String peerName() {
        return peerName;
    }

    /** The handshake proved who the peer is. */
    void proved(String name) {
        peerName = name;
    }

    /** Says why it closes, or never opened; the first reason stays. */
    void failed(String why) {
        problem = problem.isEmpty() ? why : problem;
    }

    boolean inDialog() {
        return dialogs > 0;
    }

    void opened(Channel newChannel) {
        channel = newChannel;
        localOfConnection = (InetSocketAddress) newChannel.localAddress();
        while (!waiting.isEmpty()) {
            send(waiting.remove());
        }
    }

    /** Nothing goes out any more; returns false when it was so already. */
    boolean markClosed() {
        boolean first = !closed;
        closed = true;
        for (int i = waiting.size(); i > 0; i--) {
            counters.increment(SipCounter.SEND_FAILED);
        }
        waiting.clear();
        return first;
    }

    void close() {
        if (channel != null) {
            channel.close();
        }
    }

    /** Closes once what was written before has gone out. */
    void closeAfterWrites() {
        if (channel != null) {
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    /** Sends unless the peer does not read: a connection whose buffer is full is closed. */
    @Override
    public void send(byte[] message) {
        if (closed) {
            counters.increment(SipCounter.SEND_FAILED);
        } else if (channel == null) {
            if (waiting.size() < MAX_WAITING) {
                waiting.add(message);
            } else {
                counters.increment(SipCounter.SEND_DROPPED);
            }
        } else if (!channel.isWritable()) {
            counters.increment(SipCounter.SEND_DROPPED);
            channel.close();
        } else {
            counters.increment(SipCounter.MESSAGES_OUT);
            show(true, message, 0, message.length);
            channel.writeAndFlush(Unpooled.wrappedBuffer(message)).addListener(sent -> {
                if (!sent.isSuccess()) {
                    counters.increment(SipCounter.SEND_FAILED);
                }
            });
        }
    }
}
