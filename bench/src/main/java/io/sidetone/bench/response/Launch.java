package io.sidetone.bench.response;

import io.sidetone.bench.harness.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One way to start the server's JVM.
 *
 * @param name in the table
 * @param command the JVM and its flags, in front of {@code -jar}
 * @param archives whether its classes come from an archive that an earlier server left
 */
record Launch(String name, List<String> command, boolean archives) {
    /** The JVM and the flags of scripts/run, with its archive of classes. */
    static Launch launcher() {
        int release = Runtime.version().feature();
        return new Launch("launcher, " + release, Target.java(List.of()), true);
    }

    /** {@code java} without a flag. */
    static Launch bare(Path java) {
        return new Launch("bare, 17", List.of(java.toString()), false);
    }

    /** Returns the flags that have classes read from {@code archive}, or written to it at the end where it is missing. */
    private List<String> classes(Path archive) {
        if (!archives) {
            return List.of();
        }
        String use = Files.exists(archive) ? "-XX:SharedArchiveFile=" : "-XX:ArchiveClassesAtExit=";
        return List.of(use + archive, "-Xshare:auto", "-Xlog:cds=off", "-Xlog:cds+dynamic=off");
    }

    /** Returns the command that runs {@code arguments} of {@code jar}. */
    List<String> command(Path archive, Path jar, List<String> arguments) {
        List<String> whole = new ArrayList<>(command);
        whole.addAll(classes(archive));
        whole.addAll(List.of("-jar", jar.toString()));
        whole.addAll(arguments);
        return whole;
    }
}
