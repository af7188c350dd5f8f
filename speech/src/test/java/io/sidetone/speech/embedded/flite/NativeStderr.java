package io.sidetone.speech.embedded.flite;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;

/** Keeps a native library that prints to standard error quiet for a while. */
final class NativeStderr {
    private NativeStderr() {}

    static void silenced(Runnable work) {
        NativeLibrary c = NativeLibrary.getInstance("c");
        Function dup2 = c.getFunction("dup2");
        int kept = c.getFunction("dup").invokeInt(new Object[] {2});
        int nothing = c.getFunction("open").invokeInt(new Object[] {"/dev/null", 1});
        System.err.flush();
        dup2.invokeInt(new Object[] {nothing, 2});
        try {
            work.run();
        } finally {
            System.err.flush();
            dup2.invokeInt(new Object[] {kept, 2});
            c.getFunction("close").invokeInt(new Object[] {kept});
            c.getFunction("close").invokeInt(new Object[] {nothing});
        }
    }
}
