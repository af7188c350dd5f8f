package io.sidetone.transport.sip.sdp;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the codec, telephone-event and comfort noise we can use among the formats of a section. Comfort noise is answered
 * and never offered: we want the caller's room as it sounds.
 */
final class AudioFormats {
    static final String TELEPHONE_EVENT = "telephone-event/8000";
    static final String COMFORT_NOISE = "CN/8000";

    /** Static payload type of comfort noise (RFC 3389 section 4): the one number it has at 8 kHz. */
    static final int COMFORT_NOISE_TYPE = 13;

    private final LocalMedia local;

    AudioFormats(LocalMedia local) {
        this.local = local;
    }

    /**
     * A payload type and what it means.
     *
     * @param encoding as rtpmap writes it
     */
    record Format(int payloadType, String encoding) {
        boolean isTelephoneEvent() {
            return AudioCodec.matches(encoding, TELEPHONE_EVENT);
        }
    }

    /**
     * One codec and, where both have it, telephone-event.
     *
     * @param event payload type of telephone-event, or -1
     * @param comfortNoise whether comfort noise is offered under its static payload type
     */
    record Choice(AudioCodec codec, int payloadType, int event, boolean comfortNoise) {
        List<Format> formats() {
            List<Format> formats = new ArrayList<>(3);
            formats.add(new Format(payloadType, codec.encoding()));
            if (comfortNoise) {
                formats.add(new Format(COMFORT_NOISE_TYPE, COMFORT_NOISE));
            }
            if (event >= 0) {
                formats.add(new Format(event, TELEPHONE_EVENT));
            }
            return formats;
        }
    }

    /** The first codec of the section that we have, with its payload types; null when there is none. */
    Choice firstUsable(SdpMedia section) {
        return first(section, local.codecs());
    }

    /**
     * What to answer an offer with. Our order chooses between wideband and narrowband, and in a call what it has stays;
     * among codecs of one sample rate the peer's order counts, as all we could do is make it convert.
     *
     * @param inUse or null
     */
    Choice answer(SdpMedia offered, AudioCodec inUse) {
        Choice same = inUse == null ? null : first(offered, local.codecsAt(inUse.sampleRateHz()));
        if (same != null) {
            return same;
        }
        for (AudioCodec preferred : local.codecs()) {
            if (first(offered, List.of(preferred)) != null) {
                return first(offered, local.codecsAt(preferred.sampleRateHz()));
            }
        }
        return null;
    }

    private Choice first(SdpMedia section, List<AudioCodec> among) {
        String[] encodings = section.encodings();
        for (int payloadType : section.payloadTypes()) {
            for (AudioCodec codec : among) {
                if (codec.is(encodings[payloadType])) {
                    int event = local.telephoneEventPayloadType() < 0 ? -1 : event(section, encodings);
                    return new Choice(codec, payloadType, event, comfortNoise(section, encodings));
                }
            }
        }
        return null;
    }

    /** The same codec in our own section, with our payload types; null when we did not offer it. */
    Choice sameIn(SdpMedia ours, Choice theirs) {
        String[] encodings = ours.encodings();
        for (int payloadType : ours.payloadTypes()) {
            if (theirs.codec().is(encodings[payloadType])) {
                int event = theirs.event() < 0 ? -1 : event(ours, encodings);
                return new Choice(theirs.codec(), payloadType, event, comfortNoise(ours, encodings));
            }
        }
        return null;
    }

    private static boolean comfortNoise(SdpMedia section, String[] encodings) {
        String encoding = encodings[COMFORT_NOISE_TYPE];
        return section.payloadTypes().contains(COMFORT_NOISE_TYPE)
                && (encoding == null || AudioCodec.matches(encoding, COMFORT_NOISE));
    }

    private static int event(SdpMedia section, String[] encodings) {
        for (int payloadType : section.payloadTypes()) {
            if (AudioCodec.matches(encodings[payloadType], TELEPHONE_EVENT)) {
                return payloadType;
            }
        }
        return -1;
    }
}
