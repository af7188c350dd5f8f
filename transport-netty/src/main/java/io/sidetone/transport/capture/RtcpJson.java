package io.sidetone.transport.capture;

import java.nio.ByteBuffer;

/**
 * Reports of RTCP as the JSON that Homer expects for payload type 5: sender information of a sender report, and the report
 * blocks (RFC 3550 section 6.4). Any thread.
 */
final class RtcpJson {
    private static final int SENDER_REPORT = 200;
    private static final int RECEIVER_REPORT = 201;
    private static final int HEADER = 8;
    private static final int SENDER_INFORMATION = 20;
    private static final int BLOCK = 24;

    private RtcpJson() {}

    /** Returns the first report of a compound packet, or null where there is none, or it breaks its own lengths. */
    static String of(byte[] compound) {
        ByteBuffer in = ByteBuffer.wrap(compound);
        for (int at = 0; at + HEADER <= compound.length; ) {
            int bytes = ((in.getShort(at + 2) & 0xFFFF) + 1) * 4;
            int type = in.get(at + 1) & 0xFF;
            if (bytes > compound.length - at) {
                return null;
            }
            if (type == SENDER_REPORT || type == RECEIVER_REPORT) {
                return report(in, at, type, bytes);
            }
            at += bytes;
        }
        return null;
    }

    private static String report(ByteBuffer in, int at, int type, int bytes) {
        int blocks = in.get(at) & 0x1F;
        int fixed = HEADER + (type == SENDER_REPORT ? SENDER_INFORMATION : 0);
        if (bytes < fixed + blocks * BLOCK) {
            return null;
        }
        StringBuilder out = new StringBuilder(320).append('{');
        if (type == SENDER_REPORT) {
            out.append("\"sender_information\":{\"ntp_timestamp_sec\":").append(unsigned(in, at + 8));
            out.append(",\"ntp_timestamp_usec\":").append(unsigned(in, at + 12) * 1_000_000L >>> 32);
            out.append(",\"rtp_timestamp\":").append(unsigned(in, at + 16));
            out.append(",\"packets\":").append(unsigned(in, at + 20));
            out.append(",\"octets\":").append(unsigned(in, at + 24)).append("},");
        }
        out.append("\"ssrc\":")
                .append(unsigned(in, at + 4))
                .append(",\"type\":")
                .append(type);
        out.append(",\"report_count\":").append(blocks).append(",\"report_blocks\":[");
        for (int i = 0; i < blocks; i++) {
            block(in, at + fixed + i * BLOCK, out.append(i == 0 ? "" : ","));
        }
        return out.append("]}").toString();
    }

    private static void block(ByteBuffer in, int at, StringBuilder out) {
        int loss = in.getInt(at + 4);
        out.append("{\"source_ssrc\":").append(unsigned(in, at));
        out.append(",\"fraction_lost\":").append(loss >>> 24);
        out.append(",\"packets_lost\":").append(loss << 8 >> 8);
        out.append(",\"highest_seq_no\":").append(unsigned(in, at + 8));
        out.append(",\"ia_jitter\":").append(unsigned(in, at + 12));
        out.append(",\"lsr\":").append(unsigned(in, at + 16));
        out.append(",\"dlsr\":").append(unsigned(in, at + 20)).append('}');
    }

    private static long unsigned(ByteBuffer in, int at) {
        return in.getInt(at) & 0xFFFF_FFFFL;
    }
}
