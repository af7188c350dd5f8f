package io.sidetone.core.journal.file;

import io.sidetone.core.journal.record.BadRecordException;
import io.sidetone.core.journal.record.ByteSource;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.journal.record.RecordKind;
import io.sidetone.core.journal.record.RecordReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;

/**
 * Reads one journal up to its end, or to its damage. A journal ends with an END record or says that it is incomplete;
 * without either, it was cut off.
 */
public final class JournalFileReader implements Closeable {
    private final InputStream in;
    private final JournalKey key;
    private final RecordReader records = new RecordReader();
    private byte[] salt;
    private boolean encrypted;
    private long offset;
    private long blockOffset;
    private long block = -1;
    private boolean ended;
    private JournalDamage damage;

    /**
     * Begins to read.
     *
     * @param key opens encrypted blocks; null when there is none
     */
    public JournalFileReader(InputStream in, JournalKey key) throws IOException {
        this.in = in;
        this.key = key;
        byte[] header = read(JournalFormat.HEADER_BYTES);
        String wrong = JournalFormat.wrongHeader(header, header.length);
        if (wrong != null) {
            damage = new JournalDamage(0, -1, wrong);
            return;
        }
        encrypted = JournalFormat.encrypted(header);
        salt = JournalFormat.salt(header);
        if (keyMissing()) {
            damage = new JournalDamage(0, -1, "the journal is encrypted and no key was given; set journal.key");
        }
    }

    /** Returns whether the journal cannot be read because its key is missing. */
    public boolean keyMissing() {
        return encrypted && key == null;
    }

    /** Returns the next record, or null at the end or at damage. */
    public JournalRecord next() throws IOException {
        try {
            while (damage == null && !records.more()) {
                if (!nextBlock()) {
                    return null;
                }
            }
            if (damage != null) {
                return null;
            }
            JournalRecord record = records.next();
            ended = record.kind == RecordKind.END || record.kind == RecordKind.INCOMPLETE;
            return record;
        } catch (BadRecordException e) {
            damage = new JournalDamage(blockOffset, block, "a record cannot be read: " + e.getMessage());
            return null;
        }
    }

    private boolean nextBlock() throws IOException {
        blockOffset = offset;
        byte[] head = read(JournalFormat.BLOCK_HEAD_BYTES);
        if (head.length == 0) {
            if (!ended) {
                damaged("the file ends here, before the end of the call");
            }
            return false;
        }
        block++;
        ByteBuffer fields = JournalFormat.wrap(head);
        if (head.length < JournalFormat.BLOCK_HEAD_BYTES) {
            return damaged("the file ends within the head of the block");
        }
        int length = fields.getInt(8);
        if (fields.getInt(0) != JournalFormat.MARK || fields.getInt(4) != (int) block) {
            return damaged("no block begins here");
        }
        if (length < 1 || length > JournalFormat.MAX_BLOCK_BYTES) {
            return damaged("a block of " + length + " bytes");
        }
        byte[] content = read(length);
        if (content.length < length) {
            return damaged("the file ends " + (length - content.length) + " bytes before the end of the block");
        }
        if (fields.getInt(12) != JournalFormat.blockCrc(fields, content, length)) {
            return damaged("the block does not match its checksum");
        }
        return opened(content);
    }

    private boolean opened(byte[] stored) {
        byte[] content = stored;
        if (encrypted) {
            try {
                content = key.open(salt, (int) block, stored);
            } catch (AEADBadTagException e) {
                return damaged("the key does not open it");
            } catch (GeneralSecurityException e) {
                return damaged("it cannot be decrypted: " + e.getMessage());
            }
        }
        records.reset(new ByteSource(content, 0, content.length));
        return true;
    }

    private boolean damaged(String what) {
        damage = new JournalDamage(blockOffset, Math.max(0, block), what);
        return false;
    }

    private byte[] read(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        offset += bytes.length;
        return bytes;
    }

    /** Returns where reading stopped, or null while nothing is wrong. */
    public JournalDamage damage() {
        return damage;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
