package io.sidetone.transport.sip.sdp;

import io.sidetone.transport.rtp.srtp.SrtpKeys;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Offer and answer for one audio stream (RFC 3264). Belongs to one dialog and its event loop. Of several audio sections
 * the first that can be encrypted is taken, else the first usable one; every other section is refused with port 0.
 */
public final class SdpNegotiator {
    private static final int NOT_ACCEPTABLE_HERE = 488;
    private static final int WARNING_MEDIA_TYPE = 304;
    private static final int WARNING_FORMAT = 305;
    private static final int WARNING_OTHER = 399;
    private static final String EVENTS = "0-16";

    private final LocalMedia local;
    private final SdpSession session;
    private final SdpCrypto crypto;
    private final AudioFormats formats;
    private SdpCodec inUse;

    /** Agreement that is in force, or null. */
    private MediaAgreement agreed;

    /** A negotiator for one dialog; {@code crypto} is the dialog's own. */
    public SdpNegotiator(LocalMedia local, SdpSession session, SdpCrypto crypto) {
        this.local = local;
        this.session = session;
        this.crypto = crypto;
        this.formats = new AudioFormats(local);
    }

    /**
     * An offer. In a session that has described itself before, sections keep number, order, payload types and keys, and the
     * codec in use is offered again (RFC 3264 section 8, RFC 4568 section 7.1.4).
     *
     * @param direction from our view; SENDONLY or INACTIVE put the peer on hold
     */
    public SessionDescription offer(SdpDirection direction) {
        return offer(direction, false);
    }

    /**
     * An offer that the peer asked for: like another {@link #offer}, but with new keys and every suite, because it may be
     * for somebody else (RFC 3261 section 14.2, RFC 3725). The keys in force stay until the answer.
     */
    public SessionDescription freshOffer(SdpDirection direction) {
        return offer(direction, true);
    }

    /** Returns why no offer, nor the description in force, may be sent now, or null: its keys would be readable. */
    public String offerProblem() {
        return crypto.offerProblem();
    }

    private SessionDescription offer(SdpDirection direction, boolean fresh) {
        if (offerProblem() != null) {
            throw new IllegalStateException(offerProblem());
        }
        List<SdpAttribute> keys = crypto.offered(fresh);
        List<SdpMedia> sections = new ArrayList<>();
        SessionDescription before = session.local();
        boolean placed = false;
        if (before != null) {
            for (SdpMedia section : before.media()) {
                boolean ours = !placed && section.isAudio() && section.port() > 0;
                sections.add(ours ? again(section, direction, keys) : section.refused());
                placed |= ours;
            }
        }
        if (!placed) {
            sections.add(first(direction, keys));
        }
        return stamp(sections);
    }

    private SdpMedia first(SdpDirection direction, List<SdpAttribute> keys) {
        List<AudioFormats.Format> offered = new ArrayList<>();
        for (SdpCodec codec : local.codecs()) {
            offered.add(new AudioFormats.Format(codec.payloadType(), codec.encoding()));
        }
        if (local.telephoneEventPayloadType() >= 0) {
            int payloadType = local.telephoneEventPayloadType();
            for (int clockHz : local.clocks()) {
                offered.add(new AudioFormats.Format(payloadType, AudioFormats.telephoneEvent(clockHz)));
                payloadType++;
            }
        }
        return section(crypto.protocol(), offered, direction, local.rtcpMux(), keys);
    }

    private SdpMedia again(SdpMedia section, SdpDirection direction, List<SdpAttribute> keys) {
        List<AudioFormats.Format> offered = new ArrayList<>();
        String[] encodings = section.encodings();
        for (int payloadType : section.payloadTypes()) {
            offered.add(new AudioFormats.Format(payloadType, encodings[payloadType]));
        }
        return section(
                section.protocol(),
                offered,
                direction,
                section.attribute("rtcp-mux") != null,
                reports(keys, section.attribute(RemoteMedia.EXTENDED_REPORTS) != null));
    }

    /** Returns {@code attributes}, and with {@code wanted} that we send and take VoIP metrics (RFC 3611 section 5.2). */
    private static List<SdpAttribute> reports(List<SdpAttribute> attributes, boolean wanted) {
        if (!wanted) {
            return attributes;
        }
        List<SdpAttribute> all = new ArrayList<>(attributes);
        all.add(new SdpAttribute(RemoteMedia.EXTENDED_REPORTS, RemoteMedia.VOIP_METRICS));
        return all;
    }

    private SdpMedia section(
            String protocol,
            List<AudioFormats.Format> offered,
            SdpDirection direction,
            boolean rtcpMux,
            List<SdpAttribute> keys) {
        List<String> types = new ArrayList<>();
        List<SdpAttribute> attributes = new ArrayList<>();
        for (AudioFormats.Format format : offered) {
            types.add(Integer.toString(format.payloadType()));
            attributes.add(new SdpAttribute("rtpmap", format.payloadType() + " " + format.encoding()));
            String parameters = format.isTelephoneEvent() ? EVENTS : format.parameters();
            if (parameters != null) {
                attributes.add(new SdpAttribute("fmtp", format.payloadType() + " " + parameters));
            }
        }
        attributes.add(new SdpAttribute("ptime", Integer.toString(local.ptimeMs())));
        attributes.addAll(keys);
        if (rtcpMux) {
            attributes.add(SdpAttribute.flag("rtcp-mux"));
        }
        attributes.add(SdpAttribute.flag(direction.attribute()));
        return new SdpMedia("audio", local.rtpPort(), protocol, types, null, attributes);
    }

    private SessionDescription stamp(List<SdpMedia> sections) {
        SdpConnection connection = SdpConnection.of(local.address());
        return session.stamp(new SessionDescription(null, "-", connection, List.of(), sections), local);
    }

    /**
     * The answer to an offer.
     *
     * @param wanted what we would like, from our view; the offer may allow less
     */
    public SdpOutcome answer(SessionDescription offer, SdpDirection wanted) {
        int chosen = -1;
        SdpOutcome.Refused refusal = null;
        for (int i = 0; i < offer.media().size(); i++) {
            SdpMedia section = offer.media().get(i);
            SdpOutcome.Refused problem = unusable(offer, section);
            if (problem == null) {
                boolean better = chosen < 0
                        || crypto.usable(section)
                                && !crypto.usable(offer.media().get(chosen));
                chosen = better ? i : chosen;
            } else if (refusal == null || offer.media().get(i).isAudio()) {
                refusal = problem;
            }
        }
        if (chosen < 0) {
            return removed(offer)
                    ? withoutMedia(offer)
                    : refusal != null ? refusal : refused(WARNING_MEDIA_TYPE, "the offer holds no media");
        }
        SdpMedia theirs = offer.media().get(chosen);
        AudioFormats.Choice choice = formats.answer(theirs, inUse);
        inUse = choice.codec();
        SdpDirection allowed = remoteDirection(offer, theirs).reversed();
        SdpDirection direction = allowed.and(wanted);
        boolean rtcpMux = local.rtcpMux() && theirs.attribute("rtcp-mux") != null;
        SrtpKeys keys = crypto.answer(theirs);
        List<SdpAttribute> own = reports(crypto.agreed(), RemoteMedia.wantsVoipMetrics(offer, theirs));
        List<SdpMedia> sections = new ArrayList<>();
        for (int i = 0; i < offer.media().size(); i++) {
            sections.add(
                    i == chosen
                            ? section(theirs.protocol(), choice.formats(), direction, rtcpMux, own)
                            : offer.media().get(i).refused());
        }
        agreed = RemoteMedia.agreement(offer, theirs, choice, choice, direction, rtcpMux, keys);
        return new SdpOutcome.Agreed(stamp(sections), agreed);
    }

    /** Returns whether an offer takes the media out of a session that had it (RFC 3264 section 8.2). */
    private boolean removed(SessionDescription offer) {
        return agreed != null
                && !offer.media().isEmpty()
                && offer.media().stream().allMatch(section -> section.port() == 0);
    }

    private SdpOutcome withoutMedia(SessionDescription offer) {
        agreed = agreed.silent();
        return new SdpOutcome.Agreed(
                stamp(offer.media().stream().map(SdpMedia::refused).toList()), agreed);
    }

    /**
     * Applies the peer's answer to an offer of ours, early or late.
     *
     * @param offer what {@link #offer} gave
     */
    public SdpOutcome applyAnswer(SessionDescription offer, SessionDescription answer) {
        int index = 0;
        while (index < offer.media().size() && offer.media().get(index).port() == 0) {
            index++;
        }
        if (answer.media().size() != offer.media().size()
                || index == offer.media().size()) {
            return refused(WARNING_OTHER, "the answer has another number of media than the offer");
        }
        SdpMedia ours = offer.media().get(index);
        SdpMedia theirs = answer.media().get(index);
        SdpOutcome.Refused problem = unusable(answer, theirs);
        if (problem != null) {
            return problem;
        }
        String cryptoProblem = crypto.answerProblem(ours, theirs);
        if (cryptoProblem != null) {
            return SdpOutcome.Refused.protocol(cryptoProblem);
        }
        AudioFormats.Choice send = formats.firstUsable(theirs);
        AudioFormats.Choice receive = formats.sameIn(ours, send);
        if (receive == null) {
            return refused(WARNING_FORMAT, "the answer names a codec that was not offered");
        }
        inUse = send.codec();
        SdpDirection allowed = remoteDirection(answer, theirs).reversed();
        SdpDirection direction = allowed.and(offer.directionOf(ours));
        boolean rtcpMux = ours.attribute("rtcp-mux") != null && theirs.attribute("rtcp-mux") != null;
        SrtpKeys keys = crypto.answered(ours, theirs);
        agreed = RemoteMedia.agreement(answer, theirs, send, receive, direction, rtcpMux, keys);
        return new SdpOutcome.Agreed(offer, agreed);
    }

    private SdpOutcome.Refused unusable(SessionDescription description, SdpMedia section) {
        if (!section.isAudio()) {
            return refused(WARNING_MEDIA_TYPE, "only audio is supported");
        }
        if (section.port() < 0) {
            return refused(WARNING_OTHER, "the m= line of the audio breaks RFC 4566 section 5.14");
        }
        if (section.port() == 0) {
            return refused(WARNING_MEDIA_TYPE, "the audio stream is refused with port 0");
        }
        if (!SdpCrypto.isPlain(section) && !SdpCrypto.isSecure(section)) {
            return SdpOutcome.Refused.protocol(
                    "only RTP/AVP and RTP/SAVP are supported, not " + SdpOutcome.quotable(section.protocol()));
        }
        String cryptoProblem = crypto.problem(section);
        if (cryptoProblem != null) {
            return SdpOutcome.Refused.protocol(cryptoProblem);
        }
        SdpConnection connection = description.connectionOf(section);
        if (connection == null || connection.at(section.port()) == null) {
            return refused(WARNING_OTHER, "no usable connection address");
        }
        if (otherKind(connection.at(section.port()).getAddress())) {
            return SdpOutcome.Refused.addressKind("media of this server has an address of "
                    + (local.address() instanceof Inet4Address ? "IPv4" : "IPv6")
                    + ", the offer one of the other kind");
        }
        if (formats.firstUsable(section) == null) {
            return refused(
                    WARNING_FORMAT,
                    "no common codec; offered: " + AudioFormats.named(section) + "; supported: " + local.codecs());
        }
        return null;
    }

    /** IPv4 cannot send to IPv6, nor the other way round: such a call would be silent. */
    private boolean otherKind(InetAddress peer) {
        return peer != null
                && !peer.isAnyLocalAddress()
                && peer instanceof Inet4Address != local.address() instanceof Inet4Address;
    }

    private static SdpDirection remoteDirection(SessionDescription description, SdpMedia section) {
        SdpDirection direction = description.directionOf(section);
        boolean doNotSend = description.connectionOf(section).isUnspecified();
        return doNotSend ? direction.and(SdpDirection.SENDONLY) : direction;
    }

    private static SdpOutcome.Refused refused(int warningCode, String reason) {
        return new SdpOutcome.Refused(NOT_ACCEPTABLE_HERE, warningCode, reason);
    }
}
