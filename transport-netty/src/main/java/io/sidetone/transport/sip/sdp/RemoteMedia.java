package io.sidetone.transport.sip.sdp;

import io.sidetone.transport.rtp.srtp.SrtpKeys;
import java.net.InetSocketAddress;
import java.util.List;

/** Reads addresses and packet times out of the peer's section. */
final class RemoteMedia {
    static final String EXTENDED_REPORTS = "rtcp-xr";
    static final String VOIP_METRICS = "voip-metrics";

    private static final int MAX_REPORT_FORMATS = 16;
    private static final int DEFAULT_PTIME_MS = 20;
    private static final int MAX_PTIME_MS = 1000;

    private RemoteMedia() {}

    static MediaAgreement agreement(
            SessionDescription description,
            SdpMedia section,
            AudioFormats.Choice send,
            AudioFormats.Choice receive,
            SdpDirection direction,
            boolean rtcpMux,
            SrtpKeys keys) {
        SdpConnection connection = description.connectionOf(section);
        InetSocketAddress rtp = connection.at(section.port());
        int maxptimeMs = Math.max(0, time(section, "maxptime"));
        int asked = time(section, "ptime");
        int ptimeMs = asked > 0 ? asked : DEFAULT_PTIME_MS;
        boolean hold = !description.directionOf(section).receives() || connection.isUnspecified();
        return new MediaAgreement(
                rtp,
                rtcpMux ? rtp : rtcp(connection, section),
                send.codec(),
                send.payloadType(),
                receive.payloadType(),
                send.event(),
                receive.event(),
                maxptimeMs > 0 ? Math.min(ptimeMs, maxptimeMs) : ptimeMs,
                maxptimeMs,
                direction,
                hold,
                rtcpMux,
                keys,
                wantsVoipMetrics(description, section));
    }

    /** {@code a=rtcp-xr} of the section, else of the session (RFC 3611 section 5.1). */
    static boolean wantsVoipMetrics(SessionDescription description, SdpMedia section) {
        String own = section.attribute(EXTENDED_REPORTS);
        String formats = own == null ? SessionDescription.attribute(description.attributes(), EXTENDED_REPORTS) : own;
        return formats != null
                && SdpParser.fields(formats, MAX_REPORT_FORMATS).stream()
                        .anyMatch(format -> format.equalsIgnoreCase(VOIP_METRICS));
    }

    /** {@code a=rtcp:port [IN IP4 address]} (RFC 3605), else the port after RTP. */
    private static InetSocketAddress rtcp(SdpConnection connection, SdpMedia section) {
        String attribute = section.attribute("rtcp");
        List<String> fields = attribute == null ? List.of() : SdpParser.fields(attribute, 4);
        int port = fields.isEmpty() ? -1 : SdpParser.number(fields.get(0), 65535);
        if (port < 1) {
            return section.port() < 65535 ? connection.at(section.port() + 1) : null;
        }
        SdpConnection own = fields.size() == 4 ? new SdpConnection(fields.get(2), fields.get(3)) : connection;
        return own.at(port);
    }

    private static int time(SdpMedia section, String name) {
        String value = section.attribute(name);
        return value == null ? -1 : SdpParser.number(value, MAX_PTIME_MS);
    }
}
