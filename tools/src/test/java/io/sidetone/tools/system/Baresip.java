package io.sidetone.tools.system;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavReader;
import io.sidetone.audio.wav.WavWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** baresip, which calls a server or is called by it, plays a sound and records what it hears. */
final class Baresip {
    private static final Path PROGRAM = Path.of("/usr/bin/baresip");
    private static final int PORTS = 100;

    private final Path home;
    private final Path heard;
    private final Path log;
    private final int rateHz;

    /**
     * Writes its configuration into {@code folder}.
     *
     * @param module of its codec, {@code g711}
     * @param codec as its accounts name it, {@code PCMU/8000/1}
     * @param mediaEncryption what its accounts call {@code mediaenc}; null for none
     */
    Baresip(Path folder, int rateHz, String module, String codec, String mediaEncryption) throws IOException {
        assumeTrue(Files.isExecutable(PROGRAM), "baresip is not installed (package baresip-core)");
        this.home = Files.createDirectories(folder.resolve("baresip"));
        this.heard = Files.createDirectories(folder.resolve("heard"));
        this.log = folder.resolve("baresip.log");
        this.rateHz = rateHz;
        says(new short[0]);
        Files.writeString(
                home.resolve("accounts"),
                "<sip:caller@127.0.0.1>;regint=0;audio_codecs=" + codec + ";answermode=manual"
                        + (mediaEncryption == null ? "" : ";mediaenc=" + mediaEncryption) + "\n");
        int rtpPort = LeasedPorts.peer(PORTS);
        Files.writeString(
                home.resolve("config"),
                """
                poll_method epoll
                sip_listen 127.0.0.1:0
                call_local_timeout 60
                call_max_calls 4
                audio_player aufile,/dev/null
                audio_source aufile,%s
                audio_alert aufile,/dev/null
                ausrc_srate %d
                auplay_srate %d
                ausrc_channels 1
                auplay_channels 1
                ausrc_format s16
                auplay_format s16
                auenc_format s16
                audec_format s16
                rtp_ports %s
                jitter_buffer_delay 10-50
                module_path /usr/lib/baresip/modules
                module %s.so
                module aufile.so
                module sndfile.so
                module uuid.so
                module srtp.so
                module_tmp account.so
                module_app menu.so
                snd_path %s
                net_interface 127.0.0.1
                """
                        .formatted(sound(), rateHz, rateHz, rtpPort + "-" + (rtpPort + PORTS - 1), module, heard));
    }

    /** Shows this password when it is asked. */
    void authenticates(String user, String password) throws IOException {
        Path accounts = home.resolve("accounts");
        Files.writeString(
                accounts, Files.readString(accounts).strip() + ";auth_user=" + user + ";auth_pass=" + password + "\n");
    }

    /** Believes certificates of this authority, over TLS. */
    void trusts(Path ca) throws IOException {
        Path config = home.resolve("config");
        Files.writeString(config, Files.readString(config) + "sip_cafile " + ca + "\nsip_verify_server yes\n");
    }

    /** Shows this certificate to who connects to it over TLS. */
    void shows(OpensslAuthority.Identity identity) throws IOException {
        Path both = Files.writeString(
                home.resolve("own.pem"), Files.readString(identity.key()) + Files.readString(identity.certificate()));
        Path config = home.resolve("config");
        Files.writeString(config, Files.readString(config) + "sip_certificate " + both + "\n");
    }

    /** Registers {@code account}, a URI, with a password, and answers whoever calls. */
    void registers(String account, String password) throws IOException {
        Path accounts = home.resolve("accounts");
        String user = account.substring(account.indexOf(':') + 1, account.indexOf('@'));
        Files.writeString(
                accounts,
                Files.readString(accounts)
                        .strip()
                        .replace("<sip:caller@127.0.0.1>;regint=0", "<" + account + ">;regint=60")
                        .replace("answermode=manual", "answermode=auto"));
        authenticates(user, password);
    }

    private Path sound() {
        return home.resolve("sound.wav");
    }

    /** Sets what it says; silence follows, up to a minute. */
    void says(short[] pcm) throws IOException {
        short[] minute = new short[rateHz * 60];
        System.arraycopy(pcm, 0, minute, 0, pcm.length);
        Files.write(sound(), WavWriter.toBytes(Wav.mono(rateHz, minute)));
    }

    /** Dials; the call and the process end after {@code seconds}, or with {@link #hangUp}. */
    Process dial(String uri, int seconds) throws IOException {
        return run(seconds, "-e", "/dial " + uri);
    }

    /** Waits for calls, for {@code seconds} or until {@link #hangUp}. */
    Process waits(int seconds) throws IOException {
        return run(seconds);
    }

    private Process run(int seconds, String... more) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(PROGRAM.toString(), "-4", "-f", home.toString(), "-t", Integer.toString(seconds)));
        command.addAll(List.of(more));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    /** Ends the call and waits until its recording is whole. */
    static void hangUp(Process baresip) throws InterruptedException {
        baresip.destroy();
        if (!baresip.waitFor(10, TimeUnit.SECONDS)) {
            baresip.destroyForcibly();
        }
    }

    /** What it has heard. */
    Wav heard() throws IOException {
        Path recording;
        try (Stream<Path> files = Files.list(heard)) {
            recording = files.filter(f -> f.toString().endsWith("-dec.wav"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("baresip recorded nothing; see " + log()));
        }
        return WavReader.read(Files.readAllBytes(recording));
    }

    /** What it has printed. */
    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return "(no log)";
        }
    }
}
