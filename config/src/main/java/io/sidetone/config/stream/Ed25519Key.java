package io.sidetone.config.stream;

import io.sidetone.config.problem.Problems;
import io.sidetone.config.value.ValueRule;
import java.util.Base64;

/** A public key of Ed25519 in Base64. */
public final class Ed25519Key implements ValueRule<String, String> {
    private static final int BYTES = 32;

    @Override
    public String apply(String text, String path, Problems problems) {
        if (!readable(text)) {
            problems.add(path, "is no Ed25519 key: 32 bytes in Base64", "copy it from the carrier's portal, whole");
        }
        return text;
    }

    private static boolean readable(String text) {
        try {
            return Base64.getDecoder().decode(text).length == BYTES;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
