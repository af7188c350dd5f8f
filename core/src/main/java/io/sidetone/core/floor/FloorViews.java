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
    private static final FloorViews[] ALL = all();

    /** Returns what is shown while the client's connection is gone and may come back: in two designs the session is over. */
    public FloorViews away() {
        return new FloorViews(FloorState.NOT_CONNECTED.vip(), ite, vela, FloorState.ENDED.vantum());
    }

    /**
     * Returns the views of {@code state}; allocates nothing.
     *
     * @param announced whether the agent's speech was entered by T04: the Vantum table does not know speech that answers
     *     no one, so it goes on showing LISTENING
     * @param recovering whether the ITE overlay is set
     */
    public static FloorViews of(FloorState state, boolean announced, boolean recovering) {
        return ALL[index(state, announced, recovering)];
    }

    private static int index(FloorState state, boolean announced, boolean recovering) {
        return 4 * state.ordinal() + (announced ? 2 : 0) + (recovering ? 1 : 0);
    }

    private static FloorViews[] all() {
        FloorViews[] all = new FloorViews[4 * FloorState.values().length];
        for (FloorState state : FloorState.values()) {
            for (int flags = 0; flags < 4; flags++) {
                all[index(state, flags > 1, flags % 2 == 1)] = made(state, flags > 1, flags % 2 == 1);
            }
        }
        return all;
    }

    private static FloorViews made(FloorState state, boolean announced, boolean recovering) {
        boolean speech = state == FloorState.SPEAKING || state == FloorState.INTERRUPTED;
        String vantum = announced && speech ? FloorState.LISTENING.vantum() : state.vantum();
        String ite = recovering && state.ite() != null && state.live() ? "recovering" : state.ite();
        return new FloorViews(state.vip(), ite, state.vela(), vantum);
    }
}
