package io.sidetone.transport.tls;

import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** For whom a certificate was issued. */
public final class SubjectNames {
    /** dNSName, uniformResourceIdentifier and iPAddress (RFC 5280 section 4.2.1.6). */
    private static final Set<Integer> KINDS = Set.of(2, 6, 7);

    private SubjectNames() {}

    /** Returns its alternative names: hosts, addresses and URIs; without any, its distinguished name. */
    public static List<String> of(X509Certificate certificate) {
        List<String> names = new ArrayList<>();
        for (List<?> name : alternatives(certificate)) {
            if (KINDS.contains((Integer) name.get(0))) {
                names.add(name.get(1).toString());
            }
        }
        return names.isEmpty() ? List.of(certificate.getSubjectX500Principal().getName()) : List.copyOf(names);
    }

    /** Returns the first name in the verified certificate of the other end; empty where it showed none. */
    public static String proved(SSLSession session) {
        try {
            Certificate[] chain = session.getPeerCertificates();
            return chain.length > 0 && chain[0] instanceof X509Certificate own ? of(own).get(0) : "";
        } catch (SSLPeerUnverifiedException nobody) {
            return "";
        }
    }

    private static Collection<List<?>> alternatives(X509Certificate certificate) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return names == null ? List.of() : names;
        } catch (CertificateParsingException damaged) {
            return List.of();
        }
    }
}
