package io.sidetone.transport.loop;

/**
 * Netty's search for buffers that are never released. It notes where one of every 128 buffers was made, which costs a server that
 * nobody debugs 6 % of its media loop. Netty reads the choice once, when its first buffer is made.
 */
public final class LeakDetection {
    private static final String PROPERTY = "io.netty.leakDetection.level";
    private static final String FORMER = "io.netty.leakDetectionLevel";

    private LeakDetection() {}

    /** Searches for none unless {@code -Dio.netty.leakDetection.level} says otherwise. To be called before anything uses Netty. */
    public static void offByDefault() {
        if (System.getProperty(PROPERTY) == null && System.getProperty(FORMER) == null) {
            System.setProperty(PROPERTY, "disabled");
        }
    }
}
