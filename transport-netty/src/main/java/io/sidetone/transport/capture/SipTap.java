package io.sidetone.transport.capture;

import java.net.InetSocketAddress;

/** Sees the messages of a SIP endpoint. SIP event loop only; never waits, never fails. */
public interface SipTap {
    /** Sees nothing. */
    SipTap NONE = new SipTap() {
        @Override
        public boolean awake() {
            return false;
        }

        @Override
        public void message(
                boolean sent,
                boolean stream,
                InetSocketAddress local,
                InetSocketAddress remote,
                byte[] bytes,
                int offset,
                int length) {
            // Nobody looks.
        }
    };

    /** Returns whether anybody looks at present. */
    boolean awake();

    /**
     * A message went or came.
     *
     * @param stream whether over TCP or TLS
     * @param bytes in plain, copied before this returns
     */
    void message(
            boolean sent,
            boolean stream,
            InetSocketAddress local,
            InetSocketAddress remote,
            byte[] bytes,
            int offset,
            int length);
}
