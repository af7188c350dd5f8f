package io.sidetone.silero;

/** A network that is none: loud windows are speech, and what it remembers is how many windows there were. */
final class LoudnessNetwork implements Network {
    int runs;
    int largest;
    boolean failing;
    boolean broken;
    boolean closed;

    @Override
    public void run(WindowBatch batch) {
        if (failing) {
            throw new IllegalStateException("no more memory");
        }
        runs++;
        largest = Math.max(largest, batch.size());
        for (int i = 0; i < batch.size(); i++) {
            float peak = 0;
            for (int n = 0; n < batch.width(); n++) {
                peak = Math.max(peak, Math.abs(batch.input().get(i * batch.width() + n)));
            }
            batch.output().put(i, broken ? Float.NaN : peak > 0.05f ? 1 : 0);
            for (int layer = 0; layer < Windows.LAYERS; layer++) {
                int at = (layer * batch.size() + i) * Windows.STATE;
                batch.nextState().put(at, batch.state().get(at) + 1);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
