package io.sidetone.config.telemetry;

import io.sidetone.config.binding.Section;
import io.sidetone.core.setting.Key;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Packets of single calls, captured on request.
 *
 * @param dir folder of the files, or none: nothing can be captured
 * @param maxBytes of one file
 * @param maxTime of one capture
 * @param maxCalls captures that run or wait at the same time
 * @param maxFiles files in the folder
 */
@Section(
        "Packets of one SIP call as a pcap file, begun and ended by /api/calls/{id}/capture and /api/captures."
                + " It holds what was said and dialled; passwords and keys of SRTP are blackened, and encrypted packets stay encrypted.")
public record CaptureConfig(
        @Key(
                        unit = "folder",
                        why =
                                "One file per capture, CALL-ID.pcap, of a refused call CAPTURE-ID.pcap, readable by this user only."
                                        + " A path starts from the folder of this file.",
                        derived = "nothing can be captured",
                        example = "/var/lib/sidetone/captures")
                Optional<Path> dir,
        @Key(
                        why = "Largest file; a capture ends there. A minute of a G.711 call takes about 1.5 MiB.",
                        min = 64L << 10,
                        max = 1L << 32,
                        byDefault = "50MiB")
                long maxBytes,
        @Key(why = "Longest capture: one that is forgotten ends.", min = 1_000, max = 86_400_000, byDefault = "15m")
                Duration maxTime,
        @Key(unit = "captures", why = "Captures that run or wait.", min = 1, max = 100, byDefault = "4") int maxCalls,
        @Key(
                        unit = "files",
                        why = "Files in the folder; the oldest are deleted when a capture begins.",
                        min = 1,
                        max = 10_000,
                        byDefault = "50")
                int maxFiles) {}
