package io.sidetone.core.journal.file;

import io.sidetone.core.journal.record.Bytes;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.journal.record.RecordWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.security.GeneralSecurityException;

/** Writes one journal: records gather in a block, which is written when it is full or a second of the call old. */
public final class JournalFileWriter implements Closeable {
    private static final int BLOCK_BYTES = 16 << 10;
    private static final long BLOCK_NS = 1_000_000_000L;

    private final WritableByteChannel channel;
    private final JournalKey key;
    private final byte[] salt;
    private final Bytes block = new Bytes(BLOCK_BYTES + 4096);
    private final RecordWriter records = new RecordWriter(block);
    private int number;
    private long blockSinceNs;
    private long bytesWritten;
    private long wholeBytes;

    /**
     * Begins a journal.
     *
     * @param key encrypts the blocks; null leaves them readable
     * @param salt different for every file
     */
    public JournalFileWriter(WritableByteChannel channel, JournalKey key, long salt) throws IOException {
        this.channel = channel;
        this.key = key;
        this.salt = ByteBuffer.allocate(JournalFormat.SALT_BYTES).putLong(salt).array();
        put(JournalFormat.header(key != null, this.salt));
        wholeBytes = bytesWritten;
    }

    /** Adds a record; now and then this writes a block. */
    public void write(JournalRecord record) throws IOException {
        if (block.length() == 0) {
            blockSinceNs = record.nowNs;
        }
        records.write(record);
        if (block.length() >= BLOCK_BYTES || record.nowNs - blockSinceNs >= BLOCK_NS) {
            flush();
        }
    }

    /** Writes what has gathered. */
    public void flush() throws IOException {
        if (block.length() == 0) {
            return;
        }
        byte[] content = block.array();
        int length = block.length();
        if (key != null) {
            try {
                content = key.seal(salt, number, content, length);
                length = content.length;
            } catch (GeneralSecurityException e) {
                throw new IOException("the block could not be encrypted: " + e.getMessage(), e);
            }
        }
        ByteBuffer head = JournalFormat.buffer(JournalFormat.BLOCK_HEAD_BYTES);
        head.putInt(JournalFormat.MARK).putInt(number).putInt(length);
        head.putInt(JournalFormat.blockCrc(head, content, length));
        put(head.flip());
        put(ByteBuffer.wrap(content, 0, length));
        wholeBytes = bytesWritten;
        number++;
        block.truncate(0);
        records.reset();
    }

    private void put(ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        bytesWritten += length;
    }

    /** Bytes written so far. */
    public long bytesWritten() {
        return bytesWritten;
    }

    /** Bytes up to the end of the last whole block. */
    public long wholeBytes() {
        return wholeBytes;
    }

    /** Writes what has gathered and closes the channel. */
    @Override
    public void close() throws IOException {
        try (channel) {
            flush();
        }
    }

    /** Closes the channel as it is. */
    public void abandon() {
        try {
            channel.close();
        } catch (IOException ignored) {
            // It was given up for lost before.
        }
    }
}
