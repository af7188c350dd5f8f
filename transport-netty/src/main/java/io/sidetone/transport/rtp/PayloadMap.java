package io.sidetone.transport.rtp;

import io.sidetone.audio.codec.AudioCodec;
import java.util.Arrays;
import java.util.List;

/**
 * Meaning of the payload types we offered, with the decoders of the stream that comes in. Looked up once per packet, on
 * the media event loop; nothing in it changes but the state of the decoders.
 */
public final class PayloadMap {
    /** No telephone events were negotiated. */
    public static final int NO_TELEPHONE_EVENT = -1;

    /** Static payload type of comfort noise at 8 kHz (RFC 3389). Always understood, whether offered or not. */
    public static final int COMFORT_NOISE = 13;

    private static final int PAYLOAD_TYPES = 128;

    private final AudioCodec[] codecs = new AudioCodec[PAYLOAD_TYPES];
    private final String[] names = new String[PAYLOAD_TYPES];
    private final int telephoneEvent;
    private final int sampleRateHz;
    private final int clockRateHz;

    /**
     * Creates a map.
     *
     * @param audio at least one format, all of one sample rate and one RTP clock
     * @param telephoneEvent payload type of telephone events, or {@link #NO_TELEPHONE_EVENT}
     */
    public PayloadMap(List<AudioFormat> audio, int telephoneEvent) {
        if (audio.isEmpty()) {
            throw new IllegalArgumentException("no audio format was negotiated; at least one is needed to receive");
        }
        if (telephoneEvent != NO_TELEPHONE_EVENT) {
            checkPayloadType("telephone-event", telephoneEvent);
        }
        this.telephoneEvent = telephoneEvent;
        AudioCodec first = audio.get(0).codec();
        this.sampleRateHz = first.sampleRateHz();
        this.clockRateHz = first.clockRateHz();
        for (AudioFormat format : audio) {
            AudioCodec codec = format.codec();
            if (codec.sampleRateHz() != sampleRateHz || codec.clockRateHz() != clockRateHz) {
                throw new IllegalArgumentException("formats " + audio.get(0).name() + " and " + format.name()
                        + " differ in sample rate or RTP clock; negotiate formats of one rate");
            }
            codecs[format.payloadType()] = codec;
            names[format.payloadType()] = format.name();
        }
    }

    static void checkPayloadType(String name, int payloadType) {
        if (payloadType < 0 || payloadType >= PAYLOAD_TYPES) {
            throw new IllegalArgumentException(
                    "payload type " + payloadType + " of " + name + " is outside 0…127; take it from the SDP");
        }
    }

    /** Goes on with the decoders of {@code before} where a number means the same: the stream was not interrupted. */
    void continueFrom(PayloadMap before) {
        for (int i = 0; i < PAYLOAD_TYPES; i++) {
            if (codecs[i] != null && names[i].equals(before.names[i])) {
                codecs[i] = before.codecs[i];
            }
        }
    }

    /** Another stream begins: its encoders know nothing of the one before. */
    void reset() {
        for (AudioCodec codec : codecs) {
            if (codec != null) {
                codec.reset();
            }
        }
    }

    /** Returns the codec of an audio payload type, or null. */
    public AudioCodec codec(int payloadType) {
        return codecs[payloadType];
    }

    /** Returns the encoding name of an audio payload type, or null. */
    public String name(int payloadType) {
        return names[payloadType];
    }

    /** Returns whether the type carries telephone events. */
    public boolean isTelephoneEvent(int payloadType) {
        return payloadType == telephoneEvent;
    }

    /** Returns whether the type carries comfort noise. */
    public boolean isComfortNoise(int payloadType) {
        return payloadType == COMFORT_NOISE && codecs[payloadType] == null;
    }

    /** Returns whether the peer may send the type. */
    public boolean isOffered(int payloadType) {
        return codecs[payloadType] != null || isTelephoneEvent(payloadType) || isComfortNoise(payloadType);
    }

    /** Returns the rate of RTP timestamps, audio's and telephone events'. */
    public int clockRateHz() {
        return clockRateHz;
    }

    /** Returns the sample rate of all audio formats. */
    public int sampleRateHz() {
        return sampleRateHz;
    }

    @Override
    public String toString() {
        return Arrays.stream(names).filter(name -> name != null).toList() + " telephone-event " + telephoneEvent;
    }
}
