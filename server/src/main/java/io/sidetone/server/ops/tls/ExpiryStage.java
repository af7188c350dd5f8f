package io.sidetone.server.ops.tls;

/** Nearness of the end of a certificate; each stage is reported once. */
enum ExpiryStage {
    /** More than 30 days. */
    FAR(Long.MAX_VALUE),
    /** At most 30 days. */
    MONTH(30 * ExpiryStage.DAY_S),
    /** At most 7 days. */
    WEEK(7 * ExpiryStage.DAY_S),
    /** At most a day. */
    DAY(ExpiryStage.DAY_S),
    /** It has expired. */
    EXPIRED(0);

    static final long DAY_S = 86_400;

    private final long mostS;

    ExpiryStage(long mostS) {
        this.mostS = mostS;
    }

    /** Returns the stage of a certificate that is valid for {@code leftS} more seconds. */
    static ExpiryStage of(long leftS) {
        ExpiryStage stage = FAR;
        for (ExpiryStage each : values()) {
            if (leftS <= each.mostS) {
                stage = each;
            }
        }
        return stage;
    }
}
