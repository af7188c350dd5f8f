package io.sidetone.transport.sip.sdp;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the codec, telephone-event and comfort noise we can use among the formats of a section. Comfort noise is answered
 * and never offered: we want the caller's room as it sounds.
 */
final class AudioFormats {
    /** Clock rate that every peer has. */
    static final int USUAL_EVENT_CLOCK_HZ = 8_000;

    private static final String TELEPHONE_EVENT = "telephone-event/";
    static final String COMFORT_NOISE = "CN/8000";

    /** Static payload type of comfort noise (RFC 3389 section 4): the one number it has at 8 kHz. */
    static final int COMFORT_NOISE_TYPE = 13;

    private static final int MAX_NAMED = 12;

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
        /** Returns what fmtp says of it, or null. */
        String parameters() {
            return SdpCodec.OPUS.is(encoding) ? SdpCodec.OPUS.parameters() : null;
        }

        boolean isTelephoneEvent() {
            return encoding.regionMatches(true, 0, TELEPHONE_EVENT, 0, TELEPHONE_EVENT.length());
        }
    }

    /**
     * One codec and, where both have it, telephone-event.
     *
     * @param event payload type of telephone-event, or -1
     * @param eventClockHz its clock: that of the codec, or the usual one where there is no such
     * @param comfortNoise whether comfort noise is offered under its static payload type
     */
    record Choice(SdpCodec codec, int payloadType, int event, int eventClockHz, boolean comfortNoise) {
        private static Choice of(
                SdpCodec codec, int payloadType, SdpMedia section, String[] encodings, boolean events) {
            int clockHz = codec.clockRateHz();
            if (events && AudioFormats.event(section, encodings, clockHz) < 0) {
                clockHz = USUAL_EVENT_CLOCK_HZ;
            }
            int event = events ? AudioFormats.event(section, encodings, clockHz) : -1;
            return new Choice(codec, payloadType, event, clockHz, AudioFormats.comfortNoise(codec, section, encodings));
        }

        List<Format> formats() {
            List<Format> formats = new ArrayList<>(3);
            formats.add(new Format(payloadType, codec.encoding()));
            if (comfortNoise) {
                formats.add(new Format(COMFORT_NOISE_TYPE, COMFORT_NOISE));
            }
            if (event >= 0) {
                formats.add(new Format(event, telephoneEvent(eventClockHz)));
            }
            return formats;
        }
    }

    /** Returns what the section offers, for people: its encodings, the first few. */
    static List<String> named(SdpMedia section) {
        String[] encodings = section.encodings();
        return section.payloadTypes().stream()
                .limit(MAX_NAMED)
                .map(type -> encodings[type] == null ? "type " + type : SdpOutcome.quotable(encodings[type]))
                .toList();
    }

    /** The first codec of the section that we have, with its payload types; null when there is none. */
    Choice firstUsable(SdpMedia section) {
        return first(section, local.codecs());
    }

    /**
     * Returns what to answer an offer with. Our order chooses between wideband and narrowband, and in a call what it has stays;
     * among codecs of one sample rate the peer's order counts, as all we could do is make it convert.
     *
     * @param inUse or null
     */
    Choice answer(SdpMedia offered, SdpCodec inUse) {
        Choice same = inUse == null ? null : first(offered, local.codecsAt(inUse.sampleRateHz()));
        if (same != null) {
            return same;
        }
        for (SdpCodec preferred : local.codecs()) {
            if (first(offered, List.of(preferred)) != null) {
                return first(offered, local.codecsAt(preferred.sampleRateHz()));
            }
        }
        return null;
    }

    private Choice first(SdpMedia section, List<SdpCodec> among) {
        String[] encodings = section.encodings();
        for (int payloadType : section.payloadTypes()) {
            for (SdpCodec codec : among) {
                if (codec.is(encodings[payloadType])) {
                    return Choice.of(codec, payloadType, section, encodings, local.telephoneEventPayloadType() >= 0);
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
                return Choice.of(theirs.codec(), payloadType, ours, encodings, theirs.event() >= 0);
            }
        }
        return null;
    }

    static String telephoneEvent(int clockHz) {
        return TELEPHONE_EVENT + clockHz;
    }

    private static boolean comfortNoise(SdpCodec codec, SdpMedia section, String[] encodings) {
        String encoding = encodings[COMFORT_NOISE_TYPE];
        return codec.isStatic()
                && section.payloadTypes().contains(COMFORT_NOISE_TYPE)
                && (encoding == null || SdpCodec.matches(encoding, COMFORT_NOISE));
    }

    private static int event(SdpMedia section, String[] encodings, int clockHz) {
        for (int payloadType : section.payloadTypes()) {
            if (SdpCodec.matches(encodings[payloadType], telephoneEvent(clockHz))) {
                return payloadType;
            }
        }
        return -1;
    }
}
