package io.sidetone.transport.capture;

/** A capture cannot begin; the message says why, with a remedy. */
public final class CaptureRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean disk;

    CaptureRefusedException(boolean disk, String message) {
        super(message);
        this.disk = disk;
    }

    /** The call ended meanwhile. */
    public static CaptureRefusedException over() {
        return new CaptureRefusedException(false, "the call has ended; begin the next one's capture sooner");
    }

    /** Returns whether the folder cannot be written. */
    public boolean disk() {
        return disk;
    }
}
