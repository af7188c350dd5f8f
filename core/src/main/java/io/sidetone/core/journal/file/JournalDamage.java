package io.sidetone.core.journal.file;

/**
 * Place at which a journal cannot be read any further.
 *
 * @param offset of the first byte of the block in question
 * @param block its number, −1 for the header
 * @param what is wrong, in words
 */
public record JournalDamage(long offset, long block, String what) {
    @Override
    public String toString() {
        return (block < 0 ? "header" : "block " + block) + " at byte " + offset + ": " + what;
    }
}
