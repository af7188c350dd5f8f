package io.sidetone.tools.system;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A real Kamailio on loopback: registrar with a password for every user, and proxy to those who are registered; or the one of
 * docs/kamailio, in front of servers.
 */
final class KamailioProcess implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/sbin/kamailio");
    private static final long START_LIMIT_S = 10;

    private static final String CONFIGURATION =
            """
            #!KAMAILIO
            debug=2
            log_stderror=yes
            fork=yes
            children=1
            tcp_children=1
            listen=udp:127.0.0.1:PORT
            listen=tcp:127.0.0.1:PORT
            LISTEN_TLS
            auto_aliases=no
            dns=off
            rev_dns=off
            LOAD_TLS
            loadmodule "tm.so"
            loadmodule "sl.so"
            loadmodule "rr.so"
            loadmodule "pv.so"
            loadmodule "textops.so"
            loadmodule "siputils.so"
            loadmodule "xlog.so"
            loadmodule "usrloc.so"
            loadmodule "registrar.so"
            loadmodule "auth.so"
            modparam("usrloc", "db_mode", 0)
            modparam("registrar", "min_expires", 60)
            modparam("registrar", "use_path", 1)
            modparam("auth", "qop", "auth")
            modparam("auth", "algorithm", "ALGORITHM")
            request_route {
                if (is_method("REGISTER")) {
                    if (!pv_www_authenticate("sip.test", "secret", "0")) {
                        www_challenge("sip.test", "1");
                        exit;
                    }
                    xlog("L_NOTICE", "saved $au expires $hdr(Expires)\\n");
                    save("location");
                    exit;
                }
                if (is_method("OPTIONS")) { sl_send_reply("200", "OK"); exit; }
                if (is_method("CANCEL")) { if (t_check_trans()) t_relay(); exit; }
                if (has_totag()) { loose_route(); t_relay(); exit; }
                if (!is_method("INVITE")) { sl_send_reply("405", "Method Not Allowed"); exit; }
                record_route();
                if (!lookup("location")) { sl_send_reply("404", "Not Found"); exit; }
                t_relay();
            }
            """;

    /** Calls to {@code encrypted} get keys on the way, and all others lose theirs. */
    private static final String RELAY =
            """
            #!KAMAILIO
            debug=2
            log_stderror=yes
            fork=yes
            children=1
            listen=udp:127.0.0.1:PORT
            listen=tcp:127.0.0.1:PORT
            auto_aliases=no
            loadmodule "tm.so"
            loadmodule "sl.so"
            loadmodule "rr.so"
            loadmodule "pv.so"
            loadmodule "textops.so"
            loadmodule "siputils.so"
            loadmodule "rtpengine.so"
            modparam("rtpengine", "rtpengine_sock", "udp:RTPENGINE")
            request_route {
                if (is_method("CANCEL")) { if (t_check_trans()) t_relay(); exit; }
                if (has_totag()) {
                    if (is_method("BYE")) rtpengine_delete();
                    loose_route();
                    t_relay();
                    exit;
                }
                if (!is_method("INVITE")) { sl_send_reply("405", "Method Not Allowed"); exit; }
                record_route();
                if ($rU == "encrypted") {
                    rtpengine_offer("RTP/SAVP DTLS=off ICE=remove replace-origin replace-session-connection");
                } else {
                    rtpengine_offer("RTP/AVP ICE=remove replace-origin replace-session-connection");
                }
                t_on_reply("ANSWER");
                $du = "sip:SIDETONE";
                t_relay();
            }
            onreply_route[ANSWER] {
                if (has_body("application/sdp")) {
                    rtpengine_answer("ICE=remove replace-origin replace-session-connection");
                }
            }
            """;

    private final Process process;
    private final Path log;
    private final int port;
    private final int tlsPort;

    private KamailioProcess(Process process, Path log, int port, int tlsPort) {
        this.process = process;
        this.log = log;
        this.port = port;
        this.tlsPort = tlsPort;
    }

    /** The same, which also speaks TLS and shows {@code certificate}. */
    static KamailioProcess startEncrypted(Path folder, OpensslAuthority.Identity certificate) throws Exception {
        assumeEncrypts();
        int tlsPort = LeasedPorts.listener();
        String module =
                """
                loadmodule "tls.so"
                modparam("tls", "tls_method", "TLSv1.2+")
                modparam("tls", "certificate", "%s")
                modparam("tls", "private_key", "%s")"""
                        .formatted(certificate.certificate(), certificate.key());
        return start(folder, "MD5", tlsPort, "enable_tls=yes\nlisten=tls:127.0.0.1:" + tlsPort, module);
    }

    private static void assumeEncrypts() {
        assumeTrue(
                Files.exists(Path.of("/usr/lib/x86_64-linux-gnu/kamailio/modules/tls.so")),
                "the TLS of kamailio is not installed (package kamailio-tls-modules)");
    }

    /** Starts it with its files in {@code folder}; it asks for {@code algorithm}. */
    static KamailioProcess start(Path folder, String algorithm) throws Exception {
        return start(folder, algorithm, 0, "", "");
    }

    private static KamailioProcess start(Path folder, String algorithm, int tlsPort, String listenTls, String loadTls)
            throws Exception {
        assumeTrue(Files.isExecutable(PROGRAM), "kamailio is not installed (package kamailio)");
        Path home = Files.createDirectories(folder.resolve("kamailio"));
        int port = LeasedPorts.listener();
        Path file = Files.writeString(
                home.resolve("kamailio.cfg"),
                CONFIGURATION
                        .replace("PORT", Integer.toString(port))
                        .replace("ALGORITHM", algorithm)
                        .replace("LISTEN_TLS", listenTls)
                        .replace("LOAD_TLS", loadTls));
        return run(home, port, tlsPort, "-f", file.toString());
    }

    /**
     * Starts it with {@code docs/kamailio/kamailio.cfg}, the proxy in front of {@code sidetones}.
     *
     * @param port UDP, inside, which the servers know already
     * @param carrier the SIP URI to which requests of the servers go
     */
    static KamailioProcess startInFront(
            Path folder, OpensslAuthority.Identity certificate, int port, String carrier, ServerProcess... sidetones)
            throws Exception {
        assumeTrue(Files.isExecutable(PROGRAM), "kamailio is not installed (package kamailio)");
        assumeEncrypts();
        Path home = Files.createDirectories(folder.resolve("proxy"));
        StringBuilder list = new StringBuilder();
        for (ServerProcess sidetone : sidetones) {
            list.append("1 sip:").append(sidetone.sip()).append('\n');
        }
        Path servers = Files.writeString(home.resolve("dispatcher.list"), list);
        int tlsPort = LeasedPorts.listener();
        return run(
                home,
                0,
                tlsPort,
                "-f",
                Path.of(System.getProperty("sidetone.root"), "docs/kamailio/kamailio.cfg")
                        .toString(),
                "-A",
                "OUTSIDE=tls:127.0.0.1:" + tlsPort,
                "-A",
                "INSIDE=udp:127.0.0.1:" + port,
                "-A",
                "CARRIER=\"" + carrier + "\"",
                "-A",
                "CERTIFICATE=\"" + certificate.certificate() + "\"",
                "-A",
                "KEY=\"" + certificate.key() + "\"",
                "-A",
                "SIDETONES=\"" + servers + "\"");
    }

    /** Starts it in front of {@code sidetone}, with {@code rtpengine} between the caller's media and the server's. */
    static KamailioProcess startRelaying(Path folder, RtpengineProcess rtpengine, ServerProcess sidetone)
            throws Exception {
        assumeTrue(Files.isExecutable(PROGRAM), "kamailio is not installed (package kamailio)");
        Path home = Files.createDirectories(folder.resolve("relay"));
        int port = LeasedPorts.listener();
        Path file = Files.writeString(
                home.resolve("kamailio.cfg"),
                RELAY.replace("PORT", Integer.toString(port))
                        .replace("RTPENGINE", rtpengine.control())
                        .replace("SIDETONE", sidetone.sip()));
        return run(home, port, 0, "-f", file.toString());
    }

    private static KamailioProcess run(Path home, int port, int tlsPort, String... more) throws Exception {
        Path log = home.resolve("log");
        List<String> command = new ArrayList<>(List.of(PROGRAM.toString(), "-DD", "-E"));
        command.addAll(List.of("-Y", home.toString(), "-m", "32"));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        KamailioProcess kamailio = new KamailioProcess(process, log, port, tlsPort);
        ServerProcess.awaitOrFail("kamailio, which writes to " + log, START_LIMIT_S, () -> {
            if (!process.isAlive()) {
                throw new AssertionError("kamailio ended: " + kamailio.log());
            }
            return NginxProcess.listens(tlsPort == 0 ? port : tlsPort);
        });
        return kamailio;
    }

    /** Host and port. */
    String address() {
        return "127.0.0.1:" + port;
    }

    /** Host and port of its TLS. */
    String encrypted() {
        return "127.0.0.1:" + tlsPort;
    }

    /** What it has printed. */
    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return "(no log)";
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
