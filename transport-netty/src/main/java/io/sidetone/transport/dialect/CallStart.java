package io.sidetone.transport.dialect;

import io.sidetone.core.playout.Buffering;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamWire;
import java.util.Map;

/**
 * Facts that a dialect's first message gives of its call.
 *
 * @param externalId the peer's name of the call
 * @param from who calls; empty if the peer does not say
 * @param to who is called; empty if the peer does not say
 * @param details what else the peer gave along: agents match on it
 * @param in format of the caller's sound
 * @param out format of the agent's sound
 * @param buffering how the peer keeps what it is sent
 * @param wire the way out
 */
public record CallStart(
        String externalId,
        String from,
        String to,
        Map<String, String> details,
        StreamFormat in,
        StreamFormat out,
        Buffering buffering,
        StreamWire wire) {}
