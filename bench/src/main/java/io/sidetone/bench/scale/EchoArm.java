package io.sidetone.bench.scale;

import io.sidetone.bench.callers.Callers;
import io.sidetone.bench.callers.RtpCallers;
import io.sidetone.bench.harness.Target;
import io.sidetone.transport.rtp.srtp.CryptoSuite;
import io.sidetone.transport.rtp.srtp.MasterKey;
import io.sidetone.transport.rtp.srtp.SrtpKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** A bare Netty echo with the flags and the number of event loops of the shipped server. */
final class EchoArm extends ArmServer {
    private static final Pattern PORTS = Pattern.compile("(?m)^ports ([0-9 ]+)$");

    private final int[] ports;
    private final boolean srtp;
    private final SecureRandom random = new SecureRandom();

    private EchoArm(Target process, int[] ports, boolean srtp) {
        super(process);
        this.ports = ports;
        this.srtp = srtp;
    }

    /** Starts it from {@code classPath} for {@code calls} calls; with SRTP its packets are encrypted for nobody. */
    static EchoArm start(Path folder, String classPath, int calls, int loops, boolean srtp)
            throws IOException, InterruptedException {
        List<String> command = Target.java(List.of(
                "-cp", classPath, EchoServer.class.getName(), Integer.toString(calls), Integer.toString(loops)));
        Target process = Target.start("echo", command, folder, Target.READY);
        return new EchoArm(
                process,
                Arrays.stream(process.said(PORTS, "ports").split(" "))
                        .mapToInt(Integer::parseInt)
                        .toArray(),
                srtp);
    }

    @Override
    Callers open(int calls) throws IOException {
        InetAddress local = InetAddress.getLoopbackAddress();
        RtpCallers media = new RtpCallers(local, calls, false);
        for (int i = 0; i < calls; i++) {
            InetSocketAddress port = new InetSocketAddress(local, ports[i % ports.length]);
            media.send(i, port, srtp ? keys() : null, port);
        }
        return media;
    }

    /** Keys that nobody else has: packets are only to be as long as elsewhere, and the callers' work the same. */
    private SrtpKeys keys() {
        CryptoSuite suite = CryptoSuite.AES_CM_128_HMAC_SHA1_80;
        return new SrtpKeys(MasterKey.random(suite, random), MasterKey.random(suite, random));
    }
}
