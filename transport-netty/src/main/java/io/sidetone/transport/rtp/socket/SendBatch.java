package io.sidetone.transport.rtp.socket;

import io.netty.channel.Channel;
import io.netty.channel.socket.DatagramPacket;
import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.transport.egress.SendGathering;

/**
 * Datagrams of many calls that leave a shared socket at one system call (sendmmsg).
 *
 * <p>A datagram waits from {@link #begin} to {@link #end}; at any other time it is sent at once. No call has two in a batch: it has one buffer.
 * The fence of each is read again when the batch has been sent. Event loop only.
 */
public final class SendBatch implements SendGathering {
    private final Channel socket;
    private final FenceAuditor auditor;
    private boolean gathers;
    private boolean waiting;

    SendBatch(Channel socket, FenceAuditor auditor) {
        this.socket = socket;
        this.auditor = auditor;
    }

    @Override
    public void begin() {
        gathers = true;
    }

    @Override
    public void end() {
        gathers = false;
        flush();
    }

    /**
     * Sends a datagram, or has it wait.
     *
     * @param datagram the batch's from now on
     * @return false when it waits
     */
    public boolean send(DatagramPacket datagram) {
        socket.write(datagram, socket.voidPromise());
        waiting = true;
        if (gathers) {
            return false;
        }
        flush();
        return true;
    }

    /** Sends what waits. */
    public void flush() {
        if (waiting) {
            waiting = false;
            socket.flush();
            auditor.gatheredWritten();
        }
    }
}
