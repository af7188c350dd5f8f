package io.sidetone.server.command;

import io.sidetone.server.softphone.wire.CallEcho;
import io.sidetone.transport.sip.sdp.AudioCodec;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the softphone shall do.
 *
 * @param uri address to call, with its scheme
 * @param play sound to play after the answer
 * @param record where both directions are recorded
 * @param bargeInAtMs when to play it, from the agent's first voiced packet; empty: after the agent's first turn, or
 *     after 5 s without one
 * @param script what to do when
 * @param codecs what to offer, the most wanted first; all of one sample rate
 * @param echo how the telephone couples back what it hears; empty: not at all
 * @param json whether the report is JSON
 */
public record CallOptions(
        String uri,
        Optional<Path> play,
        Optional<Path> record,
        Optional<Integer> bargeInAtMs,
        Optional<Path> script,
        List<AudioCodec> codecs,
        Optional<CallEcho> echo,
        boolean json) {}
