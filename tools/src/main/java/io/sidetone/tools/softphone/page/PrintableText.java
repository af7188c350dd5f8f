package io.sidetone.tools.softphone.page;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.io.IOException;

/**
 * Writes text as a reader shall see it: control characters become spaces, marks that turn the direction of what follows become
 * visible.
 */
public final class PrintableText extends StdScalarSerializer<String> {
    private static final long serialVersionUID = 1L;

    PrintableText() {
        super(String.class);
    }

    @Override
    public void serialize(String text, JsonGenerator out, SerializerProvider provider) throws IOException {
        out.writeString(of(text));
    }

    /** Returns {@code text} as a reader shall see it. */
    public static String of(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            out.append(Character.isISOControl(c) ? ' ' : turns(c) ? '\ufffd' : c);
        }
        return out.toString();
    }

    private static boolean turns(char c) {
        return c >= '\u202a' && c <= '\u202e' || c >= '\u2066' && c <= '\u2069';
    }
}
