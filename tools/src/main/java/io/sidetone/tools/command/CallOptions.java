package io.sidetone.tools.command;

import io.sidetone.tools.softphone.signalling.SipPhone;
import io.sidetone.tools.softphone.wire.CallEcho;
import io.sidetone.transport.sip.digest.DigestAccount;
import io.sidetone.transport.sip.sdp.SdpCodec;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Options of one softphone call.
 *
 * @param uri address to call, with its scheme
 * @param play WAV file that the softphone plays after the answer
 * @param say words that the softphone speaks instead
 * @param record WAV file that receives both directions
 * @param bargeInAtMs when the softphone plays {@code play} or speaks, in ms from the agent's first voiced packet; empty: after
 *     the agent's first turn, or after 5 s without one
 * @param script steps of the softphone, with their times
 * @param codecs codecs to offer, the preferred one first; all of one sample rate
 * @param echo how the telephone couples back the sound it plays; empty: not at all
 * @param srtp whether to offer SRTP
 * @param json whether the report is JSON
 * @param ca PEM file of the authorities that are believed over TLS; empty for those of the platform
 * @param account who calls, where the far end asks for a password
 * @param invitation what the INVITE says of the caller, and further headers
 */
public record CallOptions(
        String uri,
        Optional<Path> play,
        Optional<String> say,
        Optional<Path> record,
        Optional<Integer> bargeInAtMs,
        Optional<Path> script,
        List<SdpCodec> codecs,
        Optional<CallEcho> echo,
        SrtpPolicy srtp,
        boolean json,
        Optional<Path> ca,
        Optional<DigestAccount> account,
        SipPhone.Invitation invitation) {}
