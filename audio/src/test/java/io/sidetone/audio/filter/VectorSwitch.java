package io.sidetone.audio.filter;

/** Chooses between the plain and the vector loops without a rehearsal. */
public final class VectorSwitch {
    private VectorSwitch() {}

    /** All threads run the vector loops from now on, or the plain ones. */
    public static void use(boolean vector) {
        VectorPath.use(vector);
    }
}
