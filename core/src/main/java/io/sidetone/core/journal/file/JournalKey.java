package io.sidetone.core.journal.file;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The key that journals are encrypted with: AES of 128, 192 or 256 bits. {@link #toString} does not show it. */
public final class JournalKey {
    private static final int TAG_BITS = 128;

    private final SecretKeySpec key;

    private JournalKey(byte[] bytes) {
        key = new SecretKeySpec(bytes, "AES");
    }

    /** Returns the key that {@code text} gives: 16, 24 or 32 bytes as hexadecimal digits or Base64; empty for anything else. */
    public static Optional<JournalKey> parse(String text) {
        String stripped = text.strip();
        for (int bytes : new int[] {16, 24, 32}) {
            if (stripped.length() == 2 * bytes && stripped.matches("[0-9A-Fa-f]+")) {
                return Optional.of(new JournalKey(HexFormat.of().parseHex(stripped)));
            }
        }
        try {
            byte[] decoded = Base64.getDecoder().decode(stripped);
            boolean fits = decoded.length == 16 || decoded.length == 24 || decoded.length == 32;
            return fits ? Optional.of(new JournalKey(decoded)) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    byte[] seal(byte[] salt, int number, byte[] plain, int length) throws GeneralSecurityException {
        int sealed = length + TAG_BITS / Byte.SIZE;
        return cipher(Cipher.ENCRYPT_MODE, salt, number, sealed).doFinal(plain, 0, length);
    }

    byte[] open(byte[] salt, int number, byte[] sealed) throws GeneralSecurityException {
        return cipher(Cipher.DECRYPT_MODE, salt, number, sealed.length).doFinal(sealed);
    }

    private Cipher cipher(int mode, byte[] salt, int number, int sealedLength) throws GeneralSecurityException {
        ByteBuffer nonce = ByteBuffer.allocate(JournalFormat.SALT_BYTES + Integer.BYTES);
        nonce.put(salt).putInt(number);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce.array()));
        cipher.updateAAD(
                ByteBuffer.allocate(8).putInt(number).putInt(sealedLength).array());
        return cipher;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JournalKey that && Arrays.equals(key.getEncoded(), that.key.getEncoded());
    }

    @Override
    public int hashCode() {
        return key.hashCode();
    }

    @Override
    public String toString() {
        return "journal key of " + key.getEncoded().length * Byte.SIZE + " bits";
    }
}
