package io.sidetone.transport.sip.endpoint;

import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Why TLS failed, in words and with a remedy after a semicolon. The JDK says most of it in the texts of its exceptions. */
final class TlsFailure {
    private static final Pattern ALERT = Pattern.compile("fatal alert: (\\w+)");

    private TlsFailure() {}

    /** Returns whether {@code thrown} comes from TLS. */
    static boolean isTls(Throwable thrown) {
        return find(thrown, SSLException.class) != null;
    }

    /** Returns whether the peer does not speak TLS at all. */
    static boolean plainText(Throwable thrown) {
        return find(thrown, NotSslRecordException.class) != null;
    }

    /**
     * Says what is wrong.
     *
     * @param accepted whether the peer opened the connection
     * @param host that the peer's certificate has to name, where we opened it
     */
    static String text(Throwable thrown, boolean accepted, String host) {
        if (plainText(thrown)) {
            return accepted
                    ? "the peer speaks no TLS; let it connect with TLS, or to a port without"
                    : "it speaks no TLS at this port; check the port, 5061 is the usual one";
        }
        String certificate = certificate(thrown, accepted, host);
        if (certificate != null) {
            return certificate;
        }
        if (find(thrown, SslHandshakeTimeoutException.class) != null) {
            return "the TLS handshake was not complete in time; check that the peer speaks TLS at this port";
        }
        Matcher alert = ALERT.matcher(String.valueOf(thrown.getMessage()));
        if (alert.find()) {
            return alert(alert.group(1).toLowerCase(Locale.ROOT), accepted);
        }
        if (find(thrown, ClosedChannelException.class) != null || said(thrown).contains("Connection closed")) {
            return "the peer closed the connection during the TLS handshake; ask it why, or whether it speaks TLS at"
                    + " this port";
        }
        return "TLS failed: " + said(thrown) + "; compare the settings of both sides";
    }

    private static String certificate(Throwable thrown, boolean accepted, String host) {
        if (find(thrown, CertificateExpiredException.class) != null) {
            return "the certificate of the peer has expired; ask for a new one, or check the clock of this machine";
        }
        if (find(thrown, CertificateNotYetValidException.class) != null) {
            return "the certificate of the peer is not valid yet; check the clock of this machine";
        }
        if (find(thrown, CertPathBuilderException.class) != null || said(thrown).contains("PKIX path")) {
            return "the certificate of the peer comes from an authority that is not trusted here; add that authority to"
                    + " the file of sip.tls.ca";
        }
        if (!accepted && namesAnother(thrown)) {
            return "the certificate of the peer does not name " + host
                    + "; call it by a name that the certificate carries, or ask for another certificate";
        }
        if (said(thrown).contains("Empty client certificate chain")) {
            return "the peer showed no certificate and sip.tls.client-auth asks for one; let the peer show it";
        }
        return null;
    }

    private static boolean namesAnother(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            String text = String.valueOf(each.getMessage());
            if (text.startsWith("No subject alternative") || text.startsWith("No name matching")) {
                return true;
            }
        }
        return false;
    }

    private static String alert(String name, boolean accepted) {
        return switch (name) {
            case "unknown_ca",
                    "bad_certificate",
                    "certificate_unknown",
                    "certificate_expired",
                    "unsupported_certificate" ->
                "the peer does not take our certificate (" + name
                        + "); check sip.tls.certificate, and which authority the peer trusts";
            case "certificate_required" ->
                "the peer asks for a certificate of ours; set sip.tls.certificate and sip.tls.key";
            case "protocol_version", "handshake_failure", "insufficient_security" ->
                "the peer and we have no version or cipher of TLS in common (" + name
                        + "); TLS 1.2 and 1.3 are spoken here";
            case "no_renegotiation" -> "the peer asked for another handshake, which is refused; switch that off there";
            default -> "the peer ended TLS with " + name + (accepted ? "; look into its log" : "; ask who runs it");
        };
    }

    private static String said(Throwable thrown) {
        return String.valueOf(thrown.getMessage());
    }

    private static <T extends Throwable> T find(Throwable thrown, Class<T> type) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (type.isInstance(each)) {
                return type.cast(each);
            }
        }
        return null;
    }
}
