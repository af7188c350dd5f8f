package io.sidetone.tools.command;

import io.sidetone.core.control.ExtraHeaders;
import io.sidetone.server.ExitCode;
import io.sidetone.speech.codec.OpusLibrary;
import io.sidetone.tools.scenario.file.CallerStep;
import io.sidetone.tools.softphone.signalling.SipPhone;
import io.sidetone.tools.softphone.wire.CallEcho;
import io.sidetone.transport.sip.digest.DigestAccount;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.sdp.LocalMedia;
import io.sidetone.transport.sip.sdp.SdpCodec;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code call SIP-URI}: a small softphone. */
@Command(
        name = "call",
        description = "Places a real SIP call, plays and records sound, and prints what it measured on the wire.",
        footerHeading = "%nScript, one step a line:%n",
        footer = {
            "  after-agent-turn: say TEXT | play WAV | dtmf DIGITS | hangup",
            "  at MS: …                counted from the answer",
            "  talk+MS: …              counted from the agent's first voiced packet",
            "  on-reprompt: repeat     plays the last sound again when the agent asks again"
        })
final class CallCommand extends Subcommand {
    private final CallRunner runner;

    @Parameters(
            paramLabel = "SIP-URI",
            description = "Address to call, for example sip:desk@127.0.0.1:5060; sips: or ;transport=tls for TLS.")
    private String uri;

    @Option(
            names = "--play",
            paramLabel = "WAV",
            description = "Sound to play when the agent has spoken, or has been silent for 5 s.")
    private Path play;

    @Option(
            names = "--say",
            paramLabel = "TEXT",
            description = "Words to say instead, English, in a voice of this machine (libflite1).")
    private String say;

    @Option(names = "--record", paramLabel = "WAV", description = "Records both directions, one channel each.")
    private Path record;

    @Option(
            names = "--barge-in-at",
            paramLabel = "MS",
            description = "Plays the sound this many milliseconds after the agent's first voiced packet.")
    private Integer bargeInAtMs;

    @Option(names = "--script", paramLabel = "FILE", description = "What to do when; see below.")
    private Path script;

    @Option(
            names = "--codec",
            paramLabel = "CODEC",
            description =
                    "The one codec to offer: pcmu, pcma, g722 or opus (wideband; libopus0). Otherwise pcmu, then pcma.")
    private String codec;

    @Option(
            names = "--echo",
            paramLabel = "DB@MS",
            description =
                    "Couples back what is heard, this many dB lower and ms later, as a hands-free telephone does.")
    private String echo;

    @Option(
            names = "--srtp",
            paramLabel = "WHETHER",
            defaultValue = "off",
            description = "Encrypts the media: off, optional or required. Keys go in the SDP, over any transport.")
    private String srtp;

    @Option(names = "--user", paramLabel = "U", description = "Who calls, where the far end asks for a password.")
    private String user;

    @Option(names = "--password-file", paramLabel = "FILE", description = "File that holds the password of --user.")
    private Path passwordFile;

    @Option(
            names = "--ca",
            paramLabel = "FILE",
            description = "Authorities whose certificates are believed over TLS, PEM; otherwise those of the platform.")
    private Path ca;

    @Option(
            names = "--from",
            paramLabel = "WHO",
            description = "Number or name of the caller in From. Otherwise --user, or softphone.")
    private String from;

    @Option(
            names = "--header",
            paramLabel = "\"NAME: VALUE\"",
            description = "A further header of the INVITE. May be given several times.")
    private List<String> headers = List.of();

    @Option(names = "--json", description = "Prints the report as JSON.")
    private boolean json;

    CallCommand(CallRunner runner) {
        this.runner = runner;
    }

    @Override
    ExitCode run() throws Exception {
        if (!uri.matches("(?i)sips?:[^\\s]+")) {
            throw usage("'" + uri + "' is no SIP address; write sip:USER@HOST:PORT");
        }
        readable("--play", play);
        readable("--script", script);
        readable("--ca", ca);
        if (bargeInAtMs != null && bargeInAtMs < 0) {
            throw usage("--barge-in-at " + bargeInAtMs + " lies in the past; write milliseconds from 0");
        }
        if (bargeInAtMs != null && play == null && say == null) {
            throw usage("--barge-in-at needs a sound; add --play WAV or --say TEXT");
        }
        if (play != null && say != null) {
            throw usage("--play and --say are two sounds for one moment; take one, or --script for both");
        }
        if (say != null && (say.isBlank() || say.length() > CallerStep.MAX_SAID)) {
            throw usage("--say takes 1 to " + CallerStep.MAX_SAID + " characters; write it shorter, or use --script");
        }
        CallOptions options = new CallOptions(
                uri,
                Optional.ofNullable(play),
                Optional.ofNullable(say),
                Optional.ofNullable(record),
                Optional.ofNullable(bargeInAtMs),
                Optional.ofNullable(script),
                codecs(),
                echo(),
                srtp(),
                json,
                Optional.ofNullable(ca),
                account(),
                new SipPhone.Invitation(caller(), headers()));
        return runner.call(options, out(), err());
    }

    private String caller() {
        if (from != null && !from.matches("[A-Za-z0-9+._~*-]{1,64}")) {
            throw usage("--from '" + from + "' is no number or name; write 1 to 64 letters, digits and + . _ ~ * -");
        }
        return from == null ? SipPhone.Invitation.PLAIN.user() : from;
    }

    private List<SipHeader> headers() {
        List<SipHeader> own = new ArrayList<>();
        for (String header : headers) {
            int colon = header.indexOf(':');
            if (colon < 0) {
                throw usage("--header '" + header + "' has no colon; write \"NAME: VALUE\"");
            }
            String name = header.substring(0, colon).strip();
            String value = header.substring(colon + 1).strip();
            ExtraHeaders.problem(name, value).ifPresent(problem -> {
                throw usage("--header " + problem);
            });
            own.add(new SipHeader(name, value));
        }
        return own;
    }

    private Optional<DigestAccount> account() throws IOException {
        if (user == null != (passwordFile == null)) {
            throw usage("--user and --password-file go together; give both, or neither");
        }
        if (user == null) {
            return Optional.empty();
        }
        readable("--password-file", passwordFile);
        return Optional.of(
                new DigestAccount(user, Files.readString(passwordFile).strip(), null));
    }

    private Optional<CallEcho> echo() {
        try {
            return Optional.ofNullable(echo).map(CallEcho::parse);
        } catch (IllegalArgumentException e) {
            throw usage("--echo " + e.getMessage());
        }
    }

    private SrtpPolicy srtp() {
        return Arrays.stream(SrtpPolicy.values())
                .filter(known -> known.name().equalsIgnoreCase(srtp))
                .findFirst()
                .orElseThrow(() -> usage("--srtp " + srtp + " is not known; write off, optional or required"));
    }

    private List<SdpCodec> codecs() {
        if (codec == null) {
            return LocalMedia.NARROWBAND;
        }
        if (SdpCodec.OPUS.name().equalsIgnoreCase(codec)
                && !OpusLibrary.missing().isEmpty()) {
            throw usage("--codec opus: " + String.join("; ", OpusLibrary.missing()));
        }
        return Arrays.stream(SdpCodec.values())
                .filter(known -> known.name().equalsIgnoreCase(codec))
                .findFirst()
                .map(List::of)
                .orElseThrow(() -> usage("--codec " + codec + " is not known; write pcmu, pcma, g722 or opus"));
    }

    private void readable(String option, Path file) {
        if (file != null && !Files.isReadable(file)) {
            throw usage(option + " " + file + " cannot be read; name a readable file");
        }
    }
}
