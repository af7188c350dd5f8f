package io.sidetone.server.calls.history;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.transport.http.history.CallDirectory.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds the files of calls in the folders of the configuration: each is named after its call. Threads that may wait for a disk. */
final class KeptFiles {
    private final Supplier<SidetoneConfig> config;

    KeptFiles(Supplier<SidetoneConfig> config) {
        this.config = config;
    }

    /** Returns the file of that kind of a call. */
    Optional<Path> find(String callId, Kind kind) {
        return folders(kind).stream()
                .map(folder -> folder.resolve(callId + (kind == Kind.RECORDING ? ".wav" : ".journal")))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    private List<Path> folders(Kind kind) {
        SidetoneConfig now = config.get();
        return kind == Kind.JOURNAL
                ? List.of(now.journal().dir())
                : now.agents().stream()
                        .flatMap(agent -> agent.recording().dir().stream())
                        .distinct()
                        .toList();
    }
}
