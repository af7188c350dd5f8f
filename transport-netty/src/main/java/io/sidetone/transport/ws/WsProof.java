package io.sidetone.transport.ws;

/**
 * Proof that the peer of one connection has sent a valid key. A session that asks for the key after the upgrade reports it
 * here; until then the connection may be closed to make room for others. Event loop of the connection only.
 */
public final class WsProof {
    private boolean shown;
    private Runnable listener = () -> {};

    private WsProof(boolean shown) {
        this.shown = shown;
    }

    /** The handshake carried a key, or none is needed. */
    public static WsProof given() {
        return new WsProof(true);
    }

    /** The key will come in a message. */
    public static WsProof awaited() {
        return new WsProof(false);
    }

    /** Notes that a valid key was sent. A second call has no effect. */
    public void show() {
        if (!shown) {
            shown = true;
            listener.run();
        }
    }

    /** Returns whether a valid key was sent, or none is needed. */
    public boolean shown() {
        return shown;
    }

    /** Runs {@code step} when a valid key is sent; at most one listener. */
    public void whenShown(Runnable step) {
        listener = step;
    }
}
