package io.sidetone.core.floor;

/**
 * The names a state has in the four published vocabularies; null where a design does not show it.
 *
 * @param vip VIP wire id
 * @param ite ITE name
 * @param vela Vela name
 * @param vantum Vantum name
 */
public record FloorViews(String vip, String ite, String vela, String vantum) {
    /** Returns what is shown while the client's connection is gone and may come back: in two designs the session is over. */
    public FloorViews away() {
        return new FloorViews(FloorState.NOT_CONNECTED.vip(), ite, vela, FloorState.ENDED.vantum());
    }

    /**
     * Computes the views of {@code state}.
     *
     * @param announced whether the agent's speech was entered by T04: the Vantum table does not know speech that answers
     *     no one, so it goes on showing LISTENING
     * @param recovering whether the ITE overlay is set
     */
    public static FloorViews of(FloorState state, boolean announced, boolean recovering) {
        boolean speech = state == FloorState.SPEAKING || state == FloorState.INTERRUPTED;
        String vantum = announced && speech ? FloorState.LISTENING.vantum() : state.vantum();
        String ite = recovering && state.ite() != null && state.live() ? "recovering" : state.ite();
        return new FloorViews(state.vip(), ite, state.vela(), vantum);
    }
}
