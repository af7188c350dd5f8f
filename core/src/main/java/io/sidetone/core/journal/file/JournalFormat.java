package io.sidetone.core.journal.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * The bytes around the records. All numbers little-endian.
 *
 * <pre>
 * header  8 magic "SIDETJNL", 2 version, 2 flags (1 = encrypted), 8 salt, 4 CRC32C of these
 * block   4 mark, 4 number from 0, 4 length, 4 CRC32C of number, length and content, content
 * </pre>
 *
 * The content of a block is a run of records that can be read by itself; encrypted it is AES-GCM with the nonce salt and
 * number, the tag behind, and number and length as associated data.
 */
final class JournalFormat {
    static final int VERSION = 1;
    static final int ENCRYPTED = 1;
    static final int HEADER_BYTES = 24;
    static final int BLOCK_HEAD_BYTES = 16;
    static final int SALT_BYTES = 8;
    static final int MARK = 0x4B4C4253;

    /** A record is never longer than this; a length beyond it is damage. */
    static final int MAX_BLOCK_BYTES = 64 << 20;

    private static final byte[] MAGIC = "SIDETJNL".getBytes(StandardCharsets.US_ASCII);

    private JournalFormat() {}

    static ByteBuffer header(boolean encrypted, byte[] salt) {
        ByteBuffer header = buffer(HEADER_BYTES);
        header.put(MAGIC).putShort((short) VERSION).putShort((short) (encrypted ? ENCRYPTED : 0));
        header.put(salt);
        header.putInt(crc(header.array(), 0, header.position()));
        return header.flip();
    }

    /** Returns what is wrong with a header, or null. */
    static String wrongHeader(byte[] header, int length) {
        for (int i = 0; i < Math.min(length, MAGIC.length); i++) {
            if (header[i] != MAGIC[i]) {
                return "this is no journal: it does not begin with " + new String(MAGIC, StandardCharsets.US_ASCII);
            }
        }
        if (length < HEADER_BYTES) {
            return length == 0 ? "the file is empty" : "the file ends within its header";
        }
        ByteBuffer buffer = wrap(header);
        int version = buffer.getShort(MAGIC.length);
        if (version != VERSION) {
            return "the journal has format version " + version + ", this program reads " + VERSION
                    + "; replay with the one that wrote it";
        }
        int crc = buffer.getInt(HEADER_BYTES - Integer.BYTES);
        return crc == crc(header, 0, HEADER_BYTES - Integer.BYTES) ? null : "the header does not match its checksum";
    }

    static boolean encrypted(byte[] header) {
        return (wrap(header).getShort(10) & ENCRYPTED) != 0;
    }

    static byte[] salt(byte[] header) {
        return java.util.Arrays.copyOfRange(header, 12, 12 + SALT_BYTES);
    }

    static int crc(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }

    static int blockCrc(ByteBuffer head, byte[] content, int length) {
        CRC32C crc = new CRC32C();
        crc.update(head.array(), Integer.BYTES, 2 * Integer.BYTES);
        crc.update(content, 0, length);
        return (int) crc.getValue();
    }

    static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static ByteBuffer wrap(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
